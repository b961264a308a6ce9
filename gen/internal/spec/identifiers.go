package spec

import "strconv"

// takenInShmem are the exported identifiers of package shmem that come from no
// dtype, sorted: none may generate one of them.
var takenInShmem = []string{
	"AllowNetworkFS",
	"Concat",
	"Create",
	"CreateOption",
	"CreateRegion",
	"DLPackType",
	"DType",
	"DTypes",
	"ErrBusy",
	"ErrClosed",
	"ErrDTypeMismatch",
	"ErrInvalidCount",
	"ErrInvalidDType",
	"ErrMisaligned",
	"ErrNoSpace",
	"ErrNotRegular",
	"ErrOverflow",
	"ErrRange",
	"ErrReadOnly",
	"ErrReplaced",
	"ErrSizeMismatch",
	"ErrTooSmall",
	"ErrUnit",
	"ErrUnsupportedDType",
	"ErrUnsupportedFS",
	"ErrZeroLength",
	"ExactSize",
	"Exclusive",
	"FaultError",
	"FollowSymlinks",
	"HostBuffer",
	"HostBufferRef",
	"HostStorage",
	"IfUnused",
	"InUse",
	"Mode",
	"Names",
	"NewHeap",
	"Open",
	"OpenOption",
	"OpenRegion",
	"Option",
	"ParseDType",
	"Prefault",
	"ReadOnly",
	"ReadStats",
	"Region",
	"Sparse",
	"Stats",
	"Status",
	"StatusReserved",
	"StatusSupported",
	"StatusUnshipped",
	"Storage",
	"UnsupportedDTypeError",
	"View",
}

// takenInMinifloat are those of package minifloat that come from no element
// type.
var takenInMinifloat = []string{
	"Ceil",
	"DecodeF16",
	"DecodeF64",
	"EncodeF16",
	"EncodeF64",
	"ErrUnrepresentable",
	"F16FromFloat32",
	"F16FromFloat32Checked",
	"F16FromFloat32With",
	"F16FromFloat64",
	"F16FromFloat64Checked",
	"F16FromFloat64With",
	"F16Inf",
	"F16Max",
	"F16NaN",
	"F16NextDown",
	"F16NextUp",
	"F16SmallestNonzero",
	"F16SmallestNormal",
	"F16ToFloat32",
	"F16ToFloat64",
	"Floor",
	"Integer",
	"Natural",
	"NonSaturating",
	"Rule",
	"Saturate",
	"SaturateToInt",
	"UnrepresentableError",
}

// shmemIdentifiers are those that a dtype generates, or would if it were
// supported. The accessors of View cannot clash: AsSlice and AsMutSlice differ
// before the name begins.
func shmemIdentifiers(name string) []string {
	return []string{name, "HostBuffer" + name, "HostBufferRef" + name}
}

// minifloatIdentifiers are those that an element type generates, or would
// under another format, and its packed group if it has one.
func minifloatIdentifiers(element string, group int) []string {
	identifiers := []string{element, "Decode" + element, "Encode" + element}
	if group > 1 {
		packed := element + "x" + strconv.Itoa(group)
		identifiers = append(identifiers, packed, "Decode"+packed, "Encode"+packed)
	}
	for _, suffix := range []string{
		"Max", "SmallestNormal", "SmallestNonzero", "NaN", "Inf",
		"FromFloat32", "FromFloat64", "FromFloat32With", "FromFloat64With", "FromFloat32Checked", "FromFloat64Checked",
	} {
		identifiers = append(identifiers, element+suffix)
	}
	return identifiers
}

// identifierSet says what has an identifier of a package.
type identifierSet map[string]string

func newIdentifierSet(pack string, handwritten []string) identifierSet {
	set := identifierSet{}
	set.take(handwritten, "package "+pack+" has")
	return set
}

// take keeps the first owner of each identifier.
func (s identifierSet) take(identifiers []string, owner string) {
	for _, identifier := range identifiers {
		if _, ok := s[identifier]; !ok {
			s[identifier] = owner
		}
	}
}

func (s identifierSet) clash(identifiers []string) (identifier, owner string, ok bool) {
	for _, identifier := range identifiers {
		if owner, ok := s[identifier]; ok {
			return identifier, owner, true
		}
	}
	return "", "", false
}
