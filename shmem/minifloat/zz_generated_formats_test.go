// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package minifloat

// scalars are the generated types that hold one element.
var scalars = []scalar{
	scalarOf("BF16", &formatBF16, BF16FromFloat32, BF16FromFloat64, BF16FromFloat32With, BF16FromFloat64With, BF16FromFloat32Checked, BF16FromFloat64Checked, DecodeBF16, EncodeBF16),
	scalarOf("E4M3", &formatE4M3, E4M3FromFloat32, E4M3FromFloat64, E4M3FromFloat32With, E4M3FromFloat64With, E4M3FromFloat32Checked, E4M3FromFloat64Checked, DecodeE4M3, EncodeE4M3),
	scalarOf("E5M2", &formatE5M2, E5M2FromFloat32, E5M2FromFloat64, E5M2FromFloat32With, E5M2FromFloat64With, E5M2FromFloat32Checked, E5M2FromFloat64Checked, DecodeE5M2, EncodeE5M2),
	scalarOf("E2M3", &formatE2M3, E2M3FromFloat32, E2M3FromFloat64, E2M3FromFloat32With, E2M3FromFloat64With, E2M3FromFloat32Checked, E2M3FromFloat64Checked, DecodeE2M3, EncodeE2M3),
	scalarOf("E3M2", &formatE3M2, E3M2FromFloat32, E3M2FromFloat64, E3M2FromFloat32With, E3M2FromFloat64With, E3M2FromFloat32Checked, E3M2FromFloat64Checked, DecodeE3M2, EncodeE3M2),
	scalarOf("E2M1", &formatE2M1, E2M1FromFloat32, E2M1FromFloat64, E2M1FromFloat32With, E2M1FromFloat64With, E2M1FromFloat32Checked, E2M1FromFloat64Checked, DecodeE2M1, EncodeE2M1),
	scalarOf("E8M0", &formatE8M0, E8M0FromFloat32, E8M0FromFloat64, E8M0FromFloat32With, E8M0FromFloat64With, E8M0FromFloat32Checked, E8M0FromFloat64Checked, DecodeE8M0, EncodeE8M0),
	scalarOf("E4M3FNUZ", &formatE4M3FNUZ, E4M3FNUZFromFloat32, E4M3FNUZFromFloat64, E4M3FNUZFromFloat32With, E4M3FNUZFromFloat64With, E4M3FNUZFromFloat32Checked, E4M3FNUZFromFloat64Checked, DecodeE4M3FNUZ, EncodeE4M3FNUZ),
	scalarOf("E5M2FNUZ", &formatE5M2FNUZ, E5M2FNUZFromFloat32, E5M2FNUZFromFloat64, E5M2FNUZFromFloat32With, E5M2FNUZFromFloat64With, E5M2FNUZFromFloat32Checked, E5M2FNUZFromFloat64Checked, DecodeE5M2FNUZ, EncodeE5M2FNUZ),
}

// groups are the generated types that hold packed elements.
var groups = []group{
	groupOf("E2M3x4", 4, 6, func(g *E2M3x4) []byte {
		return g[:]
	}, E2M3x4.At, (*E2M3x4).Set, DecodeE2M3x4, EncodeE2M3x4),
	groupOf("E3M2x4", 4, 6, func(g *E3M2x4) []byte {
		return g[:]
	}, E3M2x4.At, (*E3M2x4).Set, DecodeE3M2x4, EncodeE3M2x4),
	groupOf("E2M1x2", 2, 4, func(g *E2M1x2) []byte {
		return g[:]
	}, E2M1x2.At, (*E2M1x2).Set, DecodeE2M1x2, EncodeE2M1x2),
}
