package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// realTable is the table of the repository.
func realTable(t *testing.T) (string, *Spec) {
	t.Helper()
	content, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Parse("dtypes.yaml", content)
	if err != nil {
		t.Fatal(err)
	}
	return string(content), spec
}

func TestTheTableIsSound(t *testing.T) {
	_, spec := realTable(t)
	checkInvariants(t, spec)
}

// A value is stored and sent by services: these have been given away.
func TestTheTableKeepsItsValues(t *testing.T) {
	_, spec := realTable(t)
	want := strings.Fields("U8 I8 U32 I16 I32 I64 BF16 F16 F32 F64 F8E4M3 F8E5M2 F6E2M3 F6E3M2 F4 F8E8M0 F8E6M2 Bool")
	for i, name := range want {
		if i >= len(spec.DTypes) || spec.DTypes[i].Name != name || spec.DTypes[i].Value != i+1 {
			t.Errorf("value %d is not that of %s", i+1, name)
		}
	}
}

func TestTheTableNamesEachDTypeOnce(t *testing.T) {
	_, spec := realTable(t)
	type name struct {
		ecosystem string
		name      any
	}
	first := map[name]string{}
	for _, d := range spec.DTypes {
		for _, n := range []name{
			{"safetensors", d.Names.Safetensors},
			{"numpy", d.Names.NumPy},
			{"torch", d.Names.Torch},
			{"onnx", d.Names.ONNX},
			{"dlpack", d.Names.DLPack},
		} {
			if n.name == "" || n.name == 0 || n.name == (DLPack{}) {
				continue
			}
			if other, ok := first[n]; ok {
				t.Errorf("%s and %s have the %s name %v", other, d.Name, n.ecosystem, n.name)
			}
			first[n] = d.Name
		}
	}
}

// One key a line keeps a change to an entry as small as it is.
func TestTheTableHasOneKeyPerLine(t *testing.T) {
	content, spec := realTable(t)
	key := regexp.MustCompile(`^    (` + strings.Join(entryKeys[1:], "|") + `): .`)
	entries, folded := 0, false
	in := false
	for i, line := range strings.Split(content, "\n") {
		switch {
		case line == "dtypes:":
			in = true
		case strings.HasPrefix(line, "reserved:"):
			in = false
		case !in || line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "  - name: "):
			entries++
			folded = false
		case key.MatchString(line):
			folded = strings.HasSuffix(line, ">-")
		case folded && strings.HasPrefix(line, "      "):
		default:
			t.Errorf("line %d is neither `  - name:` nor one key four spaces in: %s", i+1, line)
		}
	}
	if entries != len(spec.DTypes) {
		t.Errorf("%d lines start an entry, but there are %d dtypes", entries, len(spec.DTypes))
	}
}

func TestIdentifierListsAreSortedAndUnique(t *testing.T) {
	for _, list := range [][]string{takenInShmem, takenInMinifloat} {
		for i := 1; i < len(list); i++ {
			if list[i-1] >= list[i] {
				t.Errorf("%s stands before %s", list[i-1], list[i])
			}
		}
	}
}

func TestGeneratedIdentifiersAreAllChecked(t *testing.T) {
	for _, test := range []struct {
		got  []string
		want string
	}{
		{shmemIdentifiers("F4"), "F4 HostBufferF4 HostBufferRefF4"},
		{minifloatIdentifiers("E4M3", 1),
			"E4M3 DecodeE4M3 EncodeE4M3 E4M3Max E4M3SmallestNormal E4M3SmallestNonzero E4M3NaN E4M3Inf E4M3FromFloat32 E4M3FromFloat64 " +
				"E4M3FromFloat32With E4M3FromFloat64With E4M3FromFloat32Checked E4M3FromFloat64Checked"},
		{minifloatIdentifiers("E2M1", 2),
			"E2M1 DecodeE2M1 EncodeE2M1 E2M1x2 DecodeE2M1x2 EncodeE2M1x2 E2M1Max E2M1SmallestNormal E2M1SmallestNonzero E2M1NaN E2M1Inf E2M1FromFloat32 E2M1FromFloat64 " +
				"E2M1FromFloat32With E2M1FromFloat64With E2M1FromFloat32Checked E2M1FromFloat64Checked"},
	} {
		if got := strings.Join(test.got, " "); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// A dtype that generated one of these would redeclare it. The lists are
// written by hand, since the generator must not read what it generates for.
func TestIdentifierListsAreThoseOfThePackages(t *testing.T) {
	_, spec := realTable(t)
	made := map[string]bool{}
	for _, d := range spec.DTypes {
		for _, identifier := range shmemIdentifiers(d.Name) {
			made[identifier] = true
		}
	}
	for folder, test := range map[string]struct {
		list      []string
		generated bool // whether generated files have identifiers that are no dtype's
	}{
		"../../../shmem":           {takenInShmem, true},
		"../../../shmem/minifloat": {takenInMinifloat, false},
	} {
		var declared []string
		for _, identifier := range exportedIdentifiers(t, folder, test.generated) {
			if !made[identifier] {
				declared = append(declared, identifier)
			}
		}
		if diff := cmp.Diff(declared, test.list, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("exported identifiers of %s (-) and the list (+):\n%s", folder, diff)
		}
	}
}

// exportedIdentifiers returns, sorted, what a package without its tests
// declares at package level.
func exportedIdentifiers(t *testing.T, folder string, generated bool) []string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	set := map[string]bool{}
	add := func(name *ast.Ident) {
		if name.IsExported() {
			set[name.Name] = true
		}
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if ast.IsGenerated(file) && !generated {
			continue
		}
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				if declaration.Recv == nil {
					add(declaration.Name)
				}
			case *ast.GenDecl:
				for _, s := range declaration.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s.Name)
					case *ast.ValueSpec:
						for _, name := range s.Names {
							add(name)
						}
					}
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}
