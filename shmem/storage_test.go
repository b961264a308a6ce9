package shmem_test

import (
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// go doc hides promoted methods, so the comment is where they are found.
func TestCommentOfStorageNamesEveryPromotedMethod(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "storage.go", nil, parser.ParseComments)
	noError(t, err)
	comment := ""
	for _, group := range file.Comments {
		if strings.HasPrefix(group.Text(), "Storage is ") {
			comment = group.Text()
		}
	}
	for _, promoted := range []reflect.Type{reflect.TypeFor[*shmem.Region](), reflect.TypeFor[*shmem.View]()} {
		for i := range promoted.NumMethod() {
			name := promoted.Method(i).Name
			generated := strings.HasPrefix(name, "AsSlice") || strings.HasPrefix(name, "AsMutSlice")
			if own := name == "String"; !own && !generated && !regexp.MustCompile(`\b`+name+`\b`).MatchString(comment) {
				t.Errorf("the comment of Storage does not name %s", name)
			}
		}
	}
}
