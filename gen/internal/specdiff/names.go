package specdiff

import (
	"fmt"
	"strconv"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// nameFacts compares what other ecosystems call a dtype.
func nameFacts(before, after spec.Names) []Fact {
	var facts []Fact
	for _, name := range []struct{ key, before, after string }{
		{"safetensors", before.Safetensors, after.Safetensors},
		{"numpy", before.NumPy, after.NumPy},
		{"torch", before.Torch, after.Torch},
		{"rust", before.Rust, after.Rust},
		{"onnx", onnxText(before.ONNX), onnxText(after.ONNX)},
		{"dlpack", dlpackText(before.DLPack), dlpackText(after.DLPack)},
	} {
		switch {
		case name.before == name.after:
		case name.before == "":
			facts = append(facts, Fact{Additive, ruleEcosystemName, fmt.Sprintf("%s name %s added", name.key, name.after)})
		case name.after == "":
			facts = append(facts, Fact{Behaviour, ruleEcosystemName, fmt.Sprintf("%s name %s removed", name.key, name.before)})
		default:
			facts = append(facts, Fact{Behaviour, ruleEcosystemName, fmt.Sprintf("%s name %s → %s", name.key, name.before, name.after)})
		}
	}
	return facts
}

func onnxText(number int) string {
	if number == 0 {
		return ""
	}
	return strconv.Itoa(number)
}

func dlpackText(d spec.DLPack) string {
	if d == (spec.DLPack{}) {
		return ""
	}
	return fmt.Sprintf("[%d, %d, %d]", d.Code, d.Bits, d.Lanes)
}
