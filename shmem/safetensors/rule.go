package safetensors

import "strconv"

// Rule is a rule of the format that Open enforces and Create keeps.
type Rule uint8

const (
	// RuleHeaderLength bounds the header, whose length is the file's first 8 bytes:
	// 100,000,000 bytes and the file's own size.
	RuleHeaderLength Rule = 1
	// RuleUTF8 has the header, or an index, be valid UTF-8, and the strings in it valid
	// Unicode: half of a surrogate pair, even as an escape, is none.
	RuleUTF8 Rule = 2
	// RuleHeaderStart has the header begin with a brace.
	RuleHeaderStart Rule = 3
	// RulePadding lets nothing but spaces follow the header's object: no line break, and
	// no NUL.
	RulePadding Rule = 4
	// RuleJSON has the header, or an index, be valid JSON, nested no deeper than 10,000.
	RuleJSON Rule = 5
	// RuleDuplicateKey lets no object have a key twice.
	RuleDuplicateKey Rule = 6
	// RuleMetadata has __metadata__ map strings to strings.
	RuleMetadata Rule = 7
	// RuleEntry has a tensor's entry consist of dtype, a string, shape, integers from 0
	// on, and data_offsets, two of them.
	RuleEntry Rule = 8
	// RuleDType has a dtype be one that the table has a safetensors name for.
	RuleDType Rule = 9
	// RuleOverflow bounds dimensions, numbers of elements and of bits by what an int
	// and 64 bits can say.
	RuleOverflow Rule = 10
	// RuleWholeBytes has a tensor fill whole bytes.
	RuleWholeBytes Rule = 11
	// RuleSize has a tensor's offsets be as far apart as its shape and dtype say.
	RuleSize Rule = 12
	// RuleOffsets has the tensors follow each other from offset 0 on, without a hole
	// or an overlap.
	RuleOffsets Rule = 13
	// RuleEnd has the data end where the file does.
	RuleEnd Rule = 14
	// RuleIndex has an index map names of tensors to files that are below its folder
	// and hold them.
	RuleIndex Rule = 15
)

var ruleTexts = [...]string{
	RuleHeaderLength: "the header is at most 100,000,000 bytes and lies within the file",
	RuleUTF8:         "the text is valid UTF-8",
	RuleHeaderStart:  "the header begins with {",
	RulePadding:      "only spaces follow the header's object",
	RuleJSON:         "the text is valid JSON",
	RuleDuplicateKey: "no key appears twice",
	RuleMetadata:     "__metadata__ maps strings to strings",
	RuleEntry:        "a tensor has exactly dtype, shape and data_offsets",
	RuleDType:        "a dtype is one of the known names",
	RuleOverflow:     "sizes fit in 64 bits",
	RuleWholeBytes:   "a tensor fills whole bytes",
	RuleSize:         "the offsets are as far apart as dtype and shape say",
	RuleOffsets:      "tensors follow each other from 0 on without hole or overlap",
	RuleEnd:          "the data end where the file does",
	RuleIndex:        "an index maps tensors to files in its folder that hold them",
}

// String returns the rule in words.
func (r Rule) String() string {
	if r == 0 || int(r) >= len(ruleTexts) {
		return "Rule(" + strconv.Itoa(int(r)) + ")"
	}
	return ruleTexts[r]
}
