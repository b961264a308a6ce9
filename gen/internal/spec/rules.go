package spec

// The rules. An id is stable: it ends the first line of a diagnostic and names
// the rule's case in testdata/diagnostics.
const (
	// The file.
	ruleSourceSize       = "source-size"
	ruleSourceEncoding   = "source-encoding"
	ruleSourceCharacter  = "source-character"
	ruleSyntax           = "yaml-syntax"
	ruleNoDocument       = "no-document"
	ruleSecondDocument   = "second-document"
	ruleAlias            = "alias"
	ruleAnchor           = "anchor"
	ruleMergeKey         = "merge-key"
	ruleExplicitTag      = "explicit-tag"
	ruleKeyType          = "key-type"
	ruleDuplicateKey     = "duplicate-key"
	ruleUnknownKey       = "unknown-key"
	ruleMissingKey       = "missing-key"
	ruleEmptyValue       = "empty-value"
	ruleWrongType        = "wrong-type"
	ruleNumberSyntax     = "number-syntax"
	ruleOutOfRange       = "out-of-range"
	ruleUnknownChoice    = "unknown-choice"
	ruleNoDTypes         = "no-dtypes"
	ruleEmptyReservation = "empty-reservation"

	// Names and values.
	ruleNameSyntax         = "name-syntax"
	ruleDuplicateName      = "duplicate-name"
	ruleDuplicateText      = "duplicate-text"
	ruleReservedName       = "reserved-name"
	ruleNameCollision      = "name-collision"
	ruleMinifloatCollision = "minifloat-collision"
	ruleDuplicateValue     = "duplicate-value"
	ruleValueOrder         = "value-order"
	ruleReservedValue      = "reserved-value"

	// Sizes and host types.
	ruleSizeSyntax       = "size-syntax"
	ruleSizeBits         = "size-bits"
	ruleUnknownHostType  = "unknown-host-type"
	ruleHostTypeBool     = "host-type-bool"
	ruleHostTypeKind     = "host-type-kind"
	ruleHostTypeSize     = "host-type-size"
	ruleHostTypeGroup    = "host-type-group"
	ruleReservedHostType = "reserved-host-type"

	// Formats.
	ruleUnexpectedFormat = "unexpected-format"
	ruleFormatBits       = "format-bits"
	ruleFormatSpecials   = "format-specials"
	ruleFormatNormals    = "format-normals"
	ruleFormatFloat32    = "format-float32"
	ruleFormatMismatch   = "format-mismatch"

	// Texts and the names of other ecosystems.
	ruleTextCharacter       = "text-character"
	ruleUnexpectedRationale = "unexpected-rationale"
	ruleEcosystemNameSyntax = "ecosystem-name-syntax"
	ruleDLPackShape         = "dlpack-shape"
	ruleDLPackBits          = "dlpack-bits"
)
