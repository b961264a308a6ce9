package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// markdownFile writes DTYPES.md, the support table that a person reads.
func markdownFile(s *spec.Spec) ([]byte, error) {
	var page strings.Builder
	page.WriteString("<!-- " + Header + " -->\n\n" +
		"# Dtypes\n\n" +
		"Elements are little-endian. Where a storage unit holds several elements, they are packed least significant bit first, and counts are\n" +
		"multiples of the unit. Ranges are exact. NumPy names that numpy lacks are those of ml_dtypes; a dash means that there is no name. Of elements\n" +
		"narrower than a byte, ml_dtypes takes one per byte, and a torch name that ends in _x2 means a pair.\n\n")
	columns := []string{"dtype", "what it is", "status", "value", "bits", "storage unit", "Go type", "lowest", "highest", "smallest normal",
		"smallest nonzero", "safetensors", "NumPy", "torch", "ONNX", "DLPack", "Rust"}
	page.WriteString("| " + strings.Join(columns, " | ") + " |\n" + strings.Repeat("| --- ", len(columns)) + "|\n")
	for _, d := range s.DTypes {
		page.WriteString("| " + strings.Join(tableRow(d), " | ") + " |\n")
	}
	page.WriteString("\n## Why a dtype is not supported\n\n" +
		"Typed access to these dtypes returns an `*UnsupportedDTypeError` with this text. Where the size is known, their regions can be created,\n" +
		"opened and shared as bytes all the same.\n")
	for _, d := range s.DTypes {
		if !d.Supported() {
			fmt.Fprintf(&page, "\n- **%s** (%s): %s\n", d.Name, d.Status, spec.Markdown(d.Rationale))
		}
	}
	return []byte(page.String()), nil
}

func tableRow(d spec.DType) []string {
	row := []string{"**" + d.Name + "**", spec.Markdown(d.Doc), string(d.Status), strconv.Itoa(d.Value)}
	row = append(row, storageCells(d)...)
	row = append(row, rangeCells(d)...)
	return append(row, nameCells(d.Names)...)
}

func storageCells(d spec.DType) []string {
	hostType := "–"
	if !d.HostType.IsZero() {
		hostType = "`" + d.HostType.String() + "`"
	}
	elements, size := d.Unit()
	if elements == 0 {
		return []string{"–", "–", hostType}
	}
	unit := plural(size, "byte")
	if elements > 1 {
		unit = fmt.Sprintf("%d elements in %s", elements, unit)
	}
	return []string{strconv.Itoa(d.Bits()), unit, hostType}
}

func rangeCells(d spec.DType) []string {
	r, ok := d.Range()
	switch {
	case !ok:
		return []string{"–", "–", "–", "–"}
	case d.Kind == spec.KindInt:
		return []string{spec.Spell(r.Lowest), spec.Spell(r.Highest), "–", "–"}
	}
	return []string{spec.Spell(r.Lowest), spec.Spell(r.Highest), spec.Spell(r.SmallestNormal), spec.Spell(r.SmallestNonzero)}
}

func nameCells(n spec.Names) []string {
	cells := []string{n.Safetensors, n.NumPy, n.Torch, "", "", n.Rust}
	if n.ONNX != 0 {
		cells[3] = strconv.Itoa(n.ONNX)
	}
	if n.DLPack != (spec.DLPack{}) {
		cells[4] = fmt.Sprintf("%d, %d, %d", n.DLPack.Code, n.DLPack.Bits, n.DLPack.Lanes)
	}
	for i, cell := range cells {
		if cell == "" {
			cells[i] = "–"
		} else {
			cells[i] = "`" + cell + "`"
		}
	}
	return cells
}
