// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package minifloat

// scalars are the generated types that hold one element.
var scalars = []scalar{
	scalarOf("BF16", &formatBF16, BF16FromFloat32, BF16FromFloat64),
	scalarOf("E4M3", &formatE4M3, E4M3FromFloat32, E4M3FromFloat64),
	scalarOf("E5M2", &formatE5M2, E5M2FromFloat32, E5M2FromFloat64),
	scalarOf("E2M3", &formatE2M3, E2M3FromFloat32, E2M3FromFloat64),
	scalarOf("E3M2", &formatE3M2, E3M2FromFloat32, E3M2FromFloat64),
	scalarOf("E2M1", &formatE2M1, E2M1FromFloat32, E2M1FromFloat64),
	scalarOf("E8M0", &formatE8M0, E8M0FromFloat32, E8M0FromFloat64),
	scalarOf("E4M3FNUZ", &formatE4M3FNUZ, E4M3FNUZFromFloat32, E4M3FNUZFromFloat64),
	scalarOf("E5M2FNUZ", &formatE5M2FNUZ, E5M2FNUZFromFloat32, E5M2FNUZFromFloat64),
}

// groups are the generated types that hold packed elements.
var groups = []group{
	groupOf("E2M3x4", 4, 6, func(g *E2M3x4) []byte {
		return g[:]
	}, E2M3x4.At, (*E2M3x4).Set),
	groupOf("E3M2x4", 4, 6, func(g *E3M2x4) []byte {
		return g[:]
	}, E3M2x4.At, (*E3M2x4).Set),
	groupOf("E2M1x2", 2, 4, func(g *E2M1x2) []byte {
		return g[:]
	}, E2M1x2.At, (*E2M1x2).Set),
}
