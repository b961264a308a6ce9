package emit

import (
	"fmt"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// cHeaderFile writes the facts of the dtypes for peers in C and C++.
func cHeaderFile(s *spec.Spec) ([]byte, error) {
	var header strings.Builder
	header.WriteString("/* " + Header + " */\n" + `
#ifndef TENSORSHM_H
#define TENSORSHM_H

#include <stddef.h>
#include <stdint.h>

/* A region is an array of the type tensorshm_X_t of its dtype X, little-endian, from byte 0 of the file on. */

/* The type of a tensor's elements. Values never change. */
typedef enum tensorshm_dtype {
	TENSORSHM_NO_DTYPE = 0,
`)
	for _, d := range s.DTypes {
		for _, line := range cComment(d) {
			header.WriteString("\t" + line + "\n")
		}
		fmt.Fprintf(&header, "\t%s = %d,\n", cConstant(d), d.Value)
	}
	header.WriteString("} tensorshm_dtype;\n")
	for _, d := range s.DTypes {
		header.WriteString(cElementType(d))
	}
	cFunction(&header, s, "The text form of a dtype, NULL for a value that is none.",
		"const char *tensorshm_dtype_name(tensorshm_dtype dtype)", "NULL", func(d spec.DType) string { return `"` + d.Text() + `"` })
	cFunction(&header, s, "The width of an element in bits, 0 for a dtype without size.",
		"unsigned tensorshm_dtype_bits(tensorshm_dtype dtype)", "0", func(d spec.DType) string { return fmt.Sprint(d.Bits()) })
	cFunction(&header, s, "How many elements fill whole bytes together: counts are multiples of it. 0 for a dtype without size.",
		"unsigned tensorshm_dtype_unit_elements(tensorshm_dtype dtype)", "0", func(d spec.DType) string { elements, _ := d.Unit(); return fmt.Sprint(elements) })
	header.WriteString(`
/* The length in bytes of a region of elements; 0 where there is none: the dtype has no size, the count splits a unit, or a size_t
   cannot hold the length. */
static inline size_t tensorshm_storage_bytes(tensorshm_dtype dtype, size_t elements)
{
	size_t unit_elements = tensorshm_dtype_unit_elements(dtype);
	size_t unit_bytes = unit_elements * tensorshm_dtype_bits(dtype) / 8;
	if (unit_elements == 0 || elements % unit_elements != 0 || elements / unit_elements > SIZE_MAX / unit_bytes) {
		return 0;
	}
	return elements / unit_elements * unit_bytes;
}

#endif
`)
	return []byte(header.String()), nil
}

func cConstant(d spec.DType) string { return "TENSORSHM_DTYPE_" + strings.ToUpper(d.Name) }

// cComment describes a dtype, a closed comment on each line. What would end a
// comment, or begin another inside it, is taken apart.
func cComment(d spec.DType) []string {
	text := fmt.Sprintf("%s, %s. %s", d.Text(), storageText(d), d.Doc)
	if !d.Supported() {
		text += fmt.Sprintf(" Its status is %s.", d.Status)
	}
	var lines []string
	for _, line := range wrap(strings.NewReplacer("*/", "* /", "/*", "/ *").Replace(text), 110) {
		lines = append(lines, "/* "+line+" */")
	}
	return lines
}

// cElementType declares what a region is an array of, an element or a packed
// group of them; nothing where the table gives no size.
func cElementType(d spec.DType) string {
	elements, size := d.Unit()
	name := "tensorshm_" + d.Text() + "_t"
	switch {
	case elements == 0:
		return ""
	case elements > 1:
		return fmt.Sprintf("\n/* %d elements of %s, the first in the least significant bits. */\ntypedef struct {\n\tuint8_t bytes[%d];\n} %s;\n",
			elements, d.Text(), size, name)
	case d.Kind == spec.KindComplex && !d.HostType.IsZero():
		return fmt.Sprintf("\n/* An element of %s. */\ntypedef struct {\n\t%s real, imaginary;\n} %s;\n", d.Text(), cFloat(size/2), name)
	}
	return fmt.Sprintf("\n/* An element of %s. */\ntypedef %s %s;\n", d.Text(), cScalar(d, size), name)
}

// cScalar is the C type of an element of whole bytes: a number where C has
// the format, otherwise the code in an unsigned integer or, for odd sizes, bytes.
func cScalar(d spec.DType, size int) string {
	switch host := d.HostType.String(); {
	case host == "float32", host == "float64":
		return cFloat(size)
	case strings.HasPrefix(host, "int"):
		return host + "_t"
	case size == 1, size == 2, size == 4, size == 8:
		return fmt.Sprintf("uint%d_t", 8*size)
	}
	return fmt.Sprintf("struct {\n\tuint8_t bytes[%d];\n}", size)
}

func cFloat(size int) string {
	if size == 4 {
		return "float"
	}
	return "double"
}

// cFunction writes a function that returns value for each dtype.
func cFunction(header *strings.Builder, s *spec.Spec, doc, signature, otherwise string, value func(spec.DType) string) {
	fmt.Fprintf(header, "\n/* %s */\nstatic inline %s\n{\n\tswitch (dtype) {\n", doc, signature)
	for _, d := range s.DTypes {
		fmt.Fprintf(header, "\tcase %s:\n\t\treturn %s;\n", cConstant(d), value(d))
	}
	fmt.Fprintf(header, "\tdefault:\n\t\treturn %s;\n\t}\n}\n", otherwise)
}
