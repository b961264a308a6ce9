package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/shmem"
)

const dtypesHelp = `List every dtype: its width, its storage unit, how far it is served, and what other
ecosystems call it. One that is unshipped or reserved can be shared as bytes only; the
rationale says why.

JSON: {"dtypes": [...]}, each with
  name, value           the text form and the number
  bits                  the width of an element, 0 where it has no size
  unit                  elements and bytes of the smallest group of whole bytes
  status, rationale     supported, unshipped or reserved, and why; not there if supported
  names                 safetensors, numpy, torch, rust, onnx (a number), and
                        dlpack (code, bits, lanes), where there are any`

func newDTypesCommand(p *printer) *cobra.Command {
	return p.command(&cobra.Command{Use: "dtypes", Short: "List the dtypes", Long: dtypesHelp, Args: arguments(0, 0), ValidArgsFunction: cobra.NoFileCompletions},
		func(*cobra.Command, []string) (report, error) { return listDTypes(), nil })
}

type dtypesReport struct {
	DTypes []dtypeReport `json:"dtypes"`
}

type dtypeReport struct {
	Name      string      `json:"name"`
	Value     int         `json:"value"`
	Bits      int         `json:"bits"`
	Unit      unitReport  `json:"unit"`
	Status    string      `json:"status"`
	Rationale string      `json:"rationale,omitempty"`
	Names     namesReport `json:"names"`
}

type unitReport struct {
	Elements int `json:"elements"`
	Bytes    int `json:"bytes"`
}

type namesReport struct {
	Safetensors string        `json:"safetensors,omitempty"`
	NumPy       string        `json:"numpy,omitempty"`
	Torch       string        `json:"torch,omitempty"`
	Rust        string        `json:"rust,omitempty"`
	ONNX        int           `json:"onnx,omitempty"`
	DLPack      *dlpackReport `json:"dlpack,omitempty"`
}

type dlpackReport struct {
	Code  int `json:"code"`
	Bits  int `json:"bits"`
	Lanes int `json:"lanes"`
}

func listDTypes() (r dtypesReport) {
	for dtype := range shmem.DTypes() {
		elements, bytes := dtype.Unit()
		names := dtype.Names()
		d := dtypeReport{
			Name: dtype.String(), Value: int(dtype), Bits: dtype.Bits(), Unit: unitReport{elements, bytes},
			Status: dtype.Status().String(), Rationale: dtype.Rationale(),
			Names: namesReport{Safetensors: names.Safetensors, NumPy: names.NumPy, Torch: names.Torch, Rust: names.Rust, ONNX: names.ONNX},
		}
		if names.DLPack != (shmem.DLPackType{}) {
			d.Names.DLPack = &dlpackReport{names.DLPack.Code, names.DLPack.Bits, names.DLPack.Lanes}
		}
		r.DTypes = append(r.DTypes, d)
	}
	return r
}

func (r dtypesReport) text(w io.Writer) {
	table(w, func(row func(...any)) {
		row("DTYPE", "BITS", "UNIT", "STATUS", "SAFETENSORS", "NUMPY", "TORCH", "RUST", "ONNX", "DLPACK")
		for _, d := range r.DTypes {
			dlpack := "-"
			if d.Names.DLPack != nil {
				dlpack = fmt.Sprintf("%d,%d,%d", d.Names.DLPack.Code, d.Names.DLPack.Bits, d.Names.DLPack.Lanes)
			}
			unit := fmt.Sprintf("%d in %s", d.Unit.Elements, counted(d.Unit.Bytes, "byte"))
			onnx := "-"
			if d.Names.ONNX != 0 {
				onnx = fmt.Sprint(d.Names.ONNX)
			}
			row(d.Name, d.Bits, unit, d.Status, orDash(d.Names.Safetensors), orDash(d.Names.NumPy), orDash(d.Names.Torch), orDash(d.Names.Rust), onnx, dlpack)
		}
	})
	for _, d := range r.DTypes {
		if d.Rationale != "" {
			fmt.Fprintf(w, "\n%s is %s. %s\n", d.Name, d.Status, d.Rationale)
		}
	}
}

func orDash(name string) string {
	if name == "" {
		return "-"
	}
	return name
}
