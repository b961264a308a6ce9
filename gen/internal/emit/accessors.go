package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// accessorsFile declares the typed accessors and buffer variants of every
// supported dtype.
func accessorsFile(f *jen.File, s *spec.Spec) {
	supported := supportedOf(s)
	comment(f.Group, "newHostBufferRef returns memory, which holds whole values of the host type of dtype, as the variant of dtype; nil where the dtype has no typed access.")
	f.Func().Id("newHostBufferRef").Params(jen.Id("dtype").Id("DType"), jen.Id("memory").Index().Byte()).Id("HostBufferRef").Block(
		jen.Switch(jen.Id("dtype")).BlockFunc(func(g *jen.Group) {
			for _, d := range supported {
				g.Case(jen.Id(d.Name)).Block(jen.Return(
					jen.Id(refName(d)).Parens(jen.Id("reinterpret").Types(hostType(d)).Call(jen.Id("memory")))))
			}
		}),
		jen.Return(jen.Nil()),
	)
	fact(f, s, "alignment", jen.Int(), jen.Lit(1), func(d spec.DType) jen.Code { return unless(alignment(d) == 1, jen.Lit(alignment(d))) },
		"alignment returns the alignment of the dtype's byte offsets, in bytes.")
	for _, d := range supported {
		accessors(f, d)
		borrowedVariant(f, d)
		ownedVariant(f, d)
	}
}

func accessors(f *jen.File, d spec.DType) {
	accessor := func(name, generic, use, errors string) {
		f.Line()
		comment(f.Group, fmt.Sprintf("%s returns the view's %s elements%s for %s, aliasing the region. Errors: %s.", name, d.Name, groupsText(d), use, errors))
		f.Func().Params(jen.Id("v").Op("*").Id("View")).Id(name).Params().Params(jen.Index().Add(hostType(d)), jen.Error()).Block(
			jen.Return(jen.Id(generic).Types(hostType(d)).Call(jen.Id("v"), jen.Id(d.Name), jen.Lit(name))))
	}
	accessor("AsSlice"+d.Name, "typedSlice", "reading", "ErrClosed, ErrDTypeMismatch")
	accessor("AsMutSlice"+d.Name, "mutableSlice", "reading and writing", "ErrClosed, ErrDTypeMismatch, ErrReadOnly")
}

func borrowedVariant(f *jen.File, d spec.DType) {
	name := refName(d)
	variantType(f, d, name, fmt.Sprintf("%s is a slice of borrowed %s elements%s: it aliases the memory of a region or of a %s.", name, d.Name, groupsText(d), ownedName(d)))
	f.Line()
	comment(f.Group, fmt.Sprintf("ToOwned returns a %s with a copy of the elements, made without a Guard.", ownedName(d)))
	f.Func().Params(jen.Id("b").Id(name)).Id("ToOwned").Params().Id("HostBuffer").Block(
		jen.Return(jen.Id(ownedName(d)).Parens(jen.Qual("slices", "Clone").Call(jen.Id("b")))))
	conversions(f, d)
	f.Line()
	f.Func().Params(jen.Id(name)).Id("hostBufferRef").Params().Block()
}

func ownedVariant(f *jen.File, d spec.DType) {
	name := ownedName(d)
	variantType(f, d, name, fmt.Sprintf("%s is a slice of owned %s elements%s, in ordinary memory.", name, d.Name, groupsText(d)))
	f.Line()
	comment(f.Group, fmt.Sprintf("AsRef returns the elements as a %s, which aliases them.", refName(d)))
	f.Func().Params(jen.Id("b").Id(name)).Id("AsRef").Params().Id("HostBufferRef").Block(
		jen.Return(jen.Id(refName(d)).Parens(jen.Id("b"))))
	f.Line()
	f.Func().Params(jen.Id(name)).Id("concat").Params(jen.Id("parts").Index().Id("HostBuffer")).Params(jen.Id("HostBuffer"), jen.Error()).Block(
		jen.Return(jen.Id("concatAs").Types(jen.Id(name)).Call(jen.Id("parts"))))
}

// variantType declares what the borrowed and the owned variant have in common.
func variantType(f *jen.File, d spec.DType, name, doc string) {
	f.Line()
	comment(f.Group, doc)
	f.Type().Id(name).Index().Add(hostType(d))
	f.Line()
	comment(f.Group, fmt.Sprintf("DType returns %s.", d.Name))
	f.Func().Params(jen.Id(name)).Id("DType").Params().Id("DType").Block(jen.Return(jen.Id(d.Name)))
	f.Line()
	length, lengthText := jen.Len(jen.Id("b")), fmt.Sprintf("Len returns the number of %s elements.", d.Name)
	if group := d.HostType.Group; group > 1 {
		length, lengthText = length.Op("*").Lit(group), fmt.Sprintf("Len returns the number of %s elements, %d for each group.", d.Name, group)
	}
	comment(f.Group, lengthText)
	f.Func().Params(jen.Id("b").Id(name)).Id("Len").Params().Int().Block(jen.Return(length))
	f.Line()
	comment(f.Group, fmt.Sprintf("IsEmpty reports whether there are no %s elements.", d.Name))
	f.Func().Params(jen.Id("b").Id(name)).Id("IsEmpty").Params().Bool().Block(jen.Return(jen.Len(jen.Id("b")).Op("==").Lit(0)))
	f.Line()
	comment(f.Group, fmt.Sprintf("Bytes returns the memory of the %s elements, which it aliases.", d.Name))
	f.Func().Params(jen.Id("b").Id(name)).Id("Bytes").Params().Index().Byte().Block(jen.Return(jen.Id("bytesOf").Call(jen.Id("b"))))
}

// groupsText says how packed elements stand in a slice; it is empty for others.
func groupsText(d spec.DType) string {
	if d.HostType.Group > 1 {
		return fmt.Sprintf(" in groups of %d", d.HostType.Group)
	}
	return ""
}

func refName(d spec.DType) string   { return "HostBufferRef" + d.Name }
func ownedName(d spec.DType) string { return "HostBuffer" + d.Name }

func supportedOf(s *spec.Spec) []spec.DType {
	var supported []spec.DType
	for _, d := range s.DTypes {
		if d.Supported() {
			supported = append(supported, d)
		}
	}
	return supported
}

// hostType is the Go type of a slice element, with its import.
func hostType(d spec.DType) *jen.Statement {
	switch d.HostType.Package {
	case "minifloat":
		return jen.Qual(minifloatPath, d.HostType.Name)
	case "float16":
		return jen.Qual(float16Path, d.HostType.Name)
	}
	return jen.Id(d.HostType.Name)
}

// alignment is in bytes: that of the number itself, or of each part of a
// complex one, whatever a platform would settle for.
func alignment(d spec.DType) int {
	elements, size := d.Unit()
	switch {
	case d.HostType.IsZero() || elements > 1:
		return 1
	case d.Kind == spec.KindComplex:
		return size / 2
	}
	return size
}
