package spec

import (
	"math"
	"regexp"
)

var (
	ecosystemKeys = []string{"safetensors", "numpy", "torch", "rust", "onnx", "dlpack"}
	ecosystemName = regexp.MustCompile(`^[A-Za-z0-9_.:]+$`)
)

// names reads what other ecosystems call the dtype; a wrong name is reported
// and left out.
func (r *reporter) names(label string, n *node) (Names, bool) {
	var names Names
	fields, ok := r.object(label, n, " in names", ecosystemKeys)
	if !ok {
		return names, false
	}
	for _, name := range []struct {
		key string
		to  *string
	}{
		{"safetensors", &names.Safetensors},
		{"numpy", &names.NumPy},
		{"torch", &names.Torch},
		{"rust", &names.Rust},
	} {
		if f, ok := fields[name.key]; ok {
			*name.to, _ = r.ecosystemName("names."+name.key, f.value)
		}
	}
	if f, ok := fields["onnx"]; ok {
		names.ONNX, _ = r.integer("names.onnx", f.value, 1, math.MaxInt32)
	}
	if f, ok := fields["dlpack"]; ok {
		names.DLPack, _ = r.dlpack("names.dlpack", f.value)
	}
	return names, true
}

func (r *reporter) ecosystemName(label string, n *node) (string, bool) {
	text, ok := r.text(label, n)
	if !ok {
		return "", false
	}
	if !ecosystemName.MatchString(text) {
		r.add(n.at, ruleEcosystemNameSyntax, "write letters, digits, _, . and : alone", "%s %s is not a name", label, quote(text))
		return "", false
	}
	return text, true
}

func (r *reporter) dlpack(label string, n *node) (DLPack, bool) {
	items, ok := r.list(label, n, "[code, bits, lanes]")
	if !ok {
		return DLPack{}, false
	}
	if len(items) != 3 {
		r.add(n.at, ruleDLPackShape, "write it like [2, 32, 1]", "%s must be [code, bits, lanes], not %d values", label, len(items))
		return DLPack{}, false
	}
	code, codeOK := r.integer(label+" code", items[0], 0, 255)
	bits, bitsOK := r.integer(label+" bits", items[1], 1, 255)
	lanes, lanesOK := r.integer(label+" lanes", items[2], 1, 65535)
	return DLPack{code, bits, lanes}, codeOK && bitsOK && lanesOK
}

// checkNames compares the names with the size. The lanes of DLPack are parts of
// one element: together they have its bits.
func (r *reporter) checkNames(e *entry) {
	dlpack := e.Names.DLPack
	if !e.has("names", "size") || dlpack.Bits == 0 || dlpack.Bits*dlpack.Lanes == e.Bits() {
		return
	}
	at := e.valueOf("names")
	for _, f := range e.given["names"].value.fields {
		if f.key == "dlpack" {
			at = f.value.at
		}
	}
	r.add(at, ruleDLPackBits, "", "names.dlpack has %d × %d bits, but an element of size %s has %d",
		dlpack.Bits, dlpack.Lanes, e.Size, e.Bits())
}
