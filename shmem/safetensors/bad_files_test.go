package safetensors_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// badFile is a file that breaks a rule.
type badFile struct {
	states string
	rule   safetensors.Rule
	tensor string // that the error has to name
	file   []byte
	also   error // that the error has to match; nil for any
}

// badEntry is a file with one tensor, a, that an entry describes.
func badEntry(states string, rule safetensors.Rule, entry string, data int) badFile {
	return badFile{states, rule, "a", fileOf(`{"a":`+entry+`}`, data), nil}
}

// badHeader is a file without data whose header is broken as such.
func badHeader(states string, rule safetensors.Rule, header string) badFile {
	return badFile{states, rule, "", fileOf(header, 0), nil}
}

const one = `{"dtype":"U8","shape":[1],"data_offsets":[0,1]}`

var badFiles = []badFile{
	{"no byte", safetensors.RuleHeaderLength, "", nil, shmem.ErrTooSmall},
	{"one byte", safetensors.RuleHeaderLength, "", []byte{2}, shmem.ErrTooSmall},
	{"a length of seven bytes", safetensors.RuleHeaderLength, "", make([]byte, 7), shmem.ErrTooSmall},
	{"a length and no header", safetensors.RuleHeaderLength, "", withLength(2, ""), shmem.ErrTooSmall},
	{"a header that is one byte short", safetensors.RuleHeaderLength, "", withLength(3, "{}"), shmem.ErrTooSmall},
	{"a header that would end with the length of the file", safetensors.RuleHeaderLength, "", withLength(10, "{}"), shmem.ErrTooSmall},
	{"the greatest length in a small file", safetensors.RuleHeaderLength, "", withLength(100_000_000, "{}"), shmem.ErrTooSmall},
	{"a length beyond the greatest", safetensors.RuleHeaderLength, "", withLength(100_000_001, "{}"), nil},
	{"a length of 2^31", safetensors.RuleHeaderLength, "", withLength(1<<31, "{}"), nil},
	{"a length of 2^32 + 2", safetensors.RuleHeaderLength, "", withLength(1<<32+2, "{}"), nil},
	{"a length of 2^63 - 1", safetensors.RuleHeaderLength, "", withLength(1<<63-1, "{}"), nil},
	{"a length of 2^63", safetensors.RuleHeaderLength, "", withLength(1<<63, "{}"), nil},
	{"a length that 8 more make 2", safetensors.RuleHeaderLength, "", withLength(1<<64-6, "{}"), nil},
	{"a length of 2^64 - 1", safetensors.RuleHeaderLength, "", withLength(1<<64-1, "{}"), nil},
	{"a big-endian length", safetensors.RuleHeaderLength, "", append([]byte{0, 0, 0, 0, 0, 0, 0, 2}, "{}"...), nil},

	badHeader("0xff", safetensors.RuleUTF8, "\xff"),
	badHeader("invalid UTF-8 in a name", safetensors.RuleUTF8, "{\"a\xff\":"+one+"}"),
	badHeader("invalid UTF-8 in a key of an entry", safetensors.RuleUTF8, "{\"a\":{\"dtype\xc3\":\"U8\"}}"),
	badHeader("invalid UTF-8 in a value", safetensors.RuleUTF8, "{\"__metadata__\":{\"a\":\"\xe2\x82\"}}"),
	badHeader("invalid UTF-8 in the padding", safetensors.RuleUTF8, "{}  \x80 "),
	badHeader("an overlong NUL", safetensors.RuleUTF8, "{\"a\xc0\x80\":"+one+"}"),
	badHeader("a surrogate in UTF-8", safetensors.RuleUTF8, "{\"a\xed\xa0\x80\":"+one+"}"),
	badHeader("a code point beyond the last", safetensors.RuleUTF8, "{\"a\xf4\x90\x80\x80\":"+one+"}"),
	badHeader("Latin-1", safetensors.RuleUTF8, "{\"gr\xfc\xdfe\":"+one+"}"),
	badHeader("UTF-16", safetensors.RuleUTF8, "\xff\xfe{\x00}\x00"),
	badHeader("an escaped high surrogate in a name", safetensors.RuleUTF8, `{"\ud800":`+one+`}`),
	badHeader("an escaped low surrogate in a name", safetensors.RuleUTF8, `{"x\udc00y":`+one+`}`),
	badHeader("swapped surrogates in a name", safetensors.RuleUTF8, `{"\udc00\ud800":`+one+`}`),
	badHeader("two high surrogates in a name", safetensors.RuleUTF8, `{"\ud800\ud800\udc00":`+one+`}`),
	badHeader("a high surrogate ahead of another escape", safetensors.RuleUTF8, `{"\uDBFF\n":`+one+`}`),
	badHeader("a high surrogate ahead of the character behind the low ones", safetensors.RuleUTF8, `{"\ud800\ue000":`+one+`}`),
	badHeader("a high surrogate ahead of the one below the low ones", safetensors.RuleUTF8, `{"\ud800\udbff":`+one+`}`),
	badHeader("a high surrogate ahead of letters", safetensors.RuleUTF8, `{"\uD83Dude00":`+one+`}`),
	badHeader("a high surrogate ahead of an escaped backslash", safetensors.RuleUTF8, `{"\ud83d\\ude00":`+one+`}`),
	badHeader("a low surrogate behind a pair", safetensors.RuleUTF8, `{"\ud83d\ude00\ude00":`+one+`}`),
	badHeader("half a pair in a key of the metadata", safetensors.RuleUTF8, `{"__metadata__":{"\uDFFF":""}}`),
	badHeader("half a pair in a value of the metadata", safetensors.RuleUTF8, `{"__metadata__":{"a":"\uD800"}}`),
	badEntry("half a pair in a key of an entry", safetensors.RuleUTF8, `{"\udead":1}`, 0),
	badEntry("half a pair in a dtype", safetensors.RuleUTF8, `{"dtype":"U8\ud800","shape":[1],"data_offsets":[0,1]}`, 1),

	badHeader("no header", safetensors.RuleHeaderStart, ""),
	badHeader("spaces alone", safetensors.RuleHeaderStart, "        "),
	badHeader("a space ahead", safetensors.RuleHeaderStart, " {}"),
	badHeader("a line break ahead", safetensors.RuleHeaderStart, "\n{}"),
	badHeader("a byte order mark", safetensors.RuleHeaderStart, "\ufeff{}"),
	badHeader("a NUL ahead", safetensors.RuleHeaderStart, "\x00{}"),
	badHeader("NULs alone", safetensors.RuleHeaderStart, strings.Repeat("\x00", 64)),
	badHeader("an array", safetensors.RuleHeaderStart, "[]"),
	badHeader("a string", safetensors.RuleHeaderStart, `"{}"`),
	badHeader("a number", safetensors.RuleHeaderStart, "1"),
	badHeader("null", safetensors.RuleHeaderStart, "null"),
	badHeader("true", safetensors.RuleHeaderStart, "true"),
	badHeader("a comment ahead", safetensors.RuleHeaderStart, "/**/{}"),

	badHeader("a line feed behind", safetensors.RulePadding, "{}\n"),
	badHeader("a tab behind", safetensors.RulePadding, "{}\t"),
	badHeader("a carriage return behind", safetensors.RulePadding, "{}\r"),
	badHeader("a line feed among the spaces", safetensors.RulePadding, "{}   \n   "),
	badHeader("a NUL behind", safetensors.RulePadding, "{}\x00"),
	badHeader("NULs behind spaces", safetensors.RulePadding, "{}   \x00\x00\x00"),
	badHeader("a no-break space behind", safetensors.RulePadding, "{}\u00a0"),
	badHeader("a second object", safetensors.RulePadding, "{}{}"),
	badHeader("a brace too many", safetensors.RulePadding, "{}}"),
	badHeader("a comma behind", safetensors.RulePadding, "{},"),
	badHeader("a word behind", safetensors.RulePadding, "{} null"),
	badHeader("a line comment behind", safetensors.RulePadding, "{}//"),

	badHeader("a brace", safetensors.RuleJSON, "{"),
	badHeader("a name alone", safetensors.RuleJSON, `{"a"}`),
	badHeader("a name without a value", safetensors.RuleJSON, `{"a":}`),
	badHeader("a name without quotes", safetensors.RuleJSON, `{a:`+one+`}`),
	badHeader("a name in single quotes", safetensors.RuleJSON, `{'a':`+one+`}`),
	badHeader("a number for a name", safetensors.RuleJSON, `{1:`+one+`}`),
	badHeader("a comma too many", safetensors.RuleJSON, `{"a":`+one+`,}`),
	badHeader("a comma too few", safetensors.RuleJSON, `{"a":`+one+`"b":`+one+`}`),
	badHeader("a comma at the end of a shape", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[1,],"data_offsets":[0,1]}}`),
	badHeader("two commas in a shape", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[1,,1],"data_offsets":[0,1]}}`),
	badHeader("a leading zero", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[01],"data_offsets":[0,1]}}`),
	badHeader("a leading plus", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[+1],"data_offsets":[0,1]}}`),
	badHeader("a hexadecimal number", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[0x1],"data_offsets":[0,1]}}`),
	badHeader("NaN", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[NaN],"data_offsets":[0,1]}}`),
	badHeader("a minus alone", safetensors.RuleJSON, `{"a":{"dtype":"U8","shape":[-],"data_offsets":[0,1]}}`),
	badHeader("a NUL in a name", safetensors.RuleJSON, "{\"a\x00\":"+one+"}"),
	badHeader("a line feed in a name", safetensors.RuleJSON, "{\"a\n\":"+one+"}"),
	badHeader("a NUL between tokens", safetensors.RuleJSON, "{\x00}"),
	badHeader("an unknown escape", safetensors.RuleJSON, `{"\x41":`+one+`}`),
	badHeader("an escape of three digits", safetensors.RuleJSON, `{"\u041":`+one+`}`),
	badHeader("a string without an end", safetensors.RuleJSON, `{"a`),
	badHeader("an escape without an end", safetensors.RuleJSON, `{"a\`),
	badHeader("a comment", safetensors.RuleJSON, `{/**/}`),
	badHeader("brackets that do not match", safetensors.RuleJSON, `{"a":[}]`),
	badHeader("nesting of 100,000", safetensors.RuleJSON, `{"a":`+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`}`),
	badHeader("nesting of 100,000 objects", safetensors.RuleJSON, strings.Repeat(`{"a":`, 100_000)+"1"+strings.Repeat("}", 100_000)),
	badHeader("nesting of 100,000 without an end", safetensors.RuleJSON, strings.Repeat(`{"a":`, 100_000)),

	{"a tensor twice", safetensors.RuleDuplicateKey, "a", fileOf(`{"a":`+one+`,"a":`+one+`}`, 1), nil},
	{"a tensor twice without bytes", safetensors.RuleDuplicateKey, "a", fileOf(headerOf(entryOf("a", "U8", "[0]", 0, 0), entryOf("b", "U8", "[0]", 0, 0), entryOf("a", "U8", "[0]", 0, 0)), 0), nil},
	{"a tensor twice, once escaped", safetensors.RuleDuplicateKey, "a", fileOf(`{"a":`+one+`,"\u0061":`+one+`}`, 1), nil},
	{"a tensor twice, with other escapes", safetensors.RuleDuplicateKey, "a/\U0001F600", fileOf(`{"a\/\ud83d\ude00":`+one+`,"a/`+"\U0001F600"+`":`+one+`}`, 1), nil},
	badHeader("the metadata twice", safetensors.RuleDuplicateKey, `{"__metadata__":{},"__metadata__":{}}`),
	badHeader("the metadata twice, once escaped", safetensors.RuleDuplicateKey, `{"__metadata__":{},"\u005f_metadata__":{}}`),
	badHeader("a key twice in the metadata", safetensors.RuleDuplicateKey, `{"__metadata__":{"a":"1","b":"2","a":"1"}}`),
	badHeader("a key twice in the metadata, once escaped", safetensors.RuleDuplicateKey, `{"__metadata__":{"a":"1","\u0061":"1"}}`),
	badHeader("an empty key twice in the metadata", safetensors.RuleDuplicateKey, `{"__metadata__":{"":"1","":"1"}}`),
	badEntry("dtype twice", safetensors.RuleDuplicateKey, `{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("shape twice", safetensors.RuleDuplicateKey, `{"dtype":"U8","shape":[1],"data_offsets":[0,1],"shape":[1]}`, 1),
	badEntry("data_offsets twice", safetensors.RuleDuplicateKey, `{"dtype":"U8","shape":[1],"data_offsets":[0,1],"data_offsets":[0,1]}`, 1),
	badEntry("dtype twice, once escaped", safetensors.RuleDuplicateKey, `{"dtype":"U8","dt\u0079pe":"U8","shape":[1],"data_offsets":[0,1]}`, 1),

	badHeader("null for the metadata", safetensors.RuleMetadata, `{"__metadata__":null}`),
	badHeader("an array for the metadata", safetensors.RuleMetadata, `{"__metadata__":[]}`),
	badHeader("a string for the metadata", safetensors.RuleMetadata, `{"__metadata__":"a"}`),
	badHeader("a number in the metadata", safetensors.RuleMetadata, `{"__metadata__":{"a":"1","b":1}}`),
	badHeader("null in the metadata", safetensors.RuleMetadata, `{"__metadata__":{"a":null}}`),
	badHeader("true in the metadata", safetensors.RuleMetadata, `{"__metadata__":{"a":true}}`),
	badHeader("an object in the metadata", safetensors.RuleMetadata, `{"__metadata__":{"a":{"b":"c"},"d":"e"}}`),
	badHeader("an array in the metadata", safetensors.RuleMetadata, `{"__metadata__":{"a":["]}"],"d":"e"}}`),
	{"a tensor named as the metadata", safetensors.RuleMetadata, "", fileOf(`{"__metadata__":`+one+`}`, 1), nil},

	badEntry("null for an entry", safetensors.RuleEntry, `null`, 0),
	badEntry("an array for an entry", safetensors.RuleEntry, `["U8",[1],[0,1]]`, 1),
	badEntry("a string for an entry", safetensors.RuleEntry, `"U8"`, 0),
	badEntry("a number for an entry", safetensors.RuleEntry, `1`, 0),
	badEntry("an empty entry", safetensors.RuleEntry, `{}`, 0),
	badEntry("no dtype", safetensors.RuleEntry, `{"shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("no shape", safetensors.RuleEntry, `{"dtype":"U8","data_offsets":[0,1]}`, 1),
	badEntry("no data_offsets", safetensors.RuleEntry, `{"dtype":"U8","shape":[1]}`, 1),
	badEntry("one key more", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0,1],"strides":[1]}`, 1),
	badEntry("an empty key more", safetensors.RuleEntry, `{"":0,"dtype":"U8","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a key in capitals", safetensors.RuleEntry, `{"Dtype":"U8","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("null for a dtype", safetensors.RuleEntry, `{"dtype":null,"shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a number for a dtype", safetensors.RuleEntry, `{"dtype":8,"shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("an array for a dtype", safetensors.RuleEntry, `{"dtype":["U8"],"shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("an object for a dtype", safetensors.RuleEntry, `{"dtype":{"U8":null},"shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("null for a shape", safetensors.RuleEntry, `{"dtype":"U8","shape":null,"data_offsets":[0,1]}`, 1),
	badEntry("a number for a shape", safetensors.RuleEntry, `{"dtype":"U8","shape":1,"data_offsets":[0,1]}`, 1),
	badEntry("a string for a shape", safetensors.RuleEntry, `{"dtype":"U8","shape":"[1]","data_offsets":[0,1]}`, 1),
	badEntry("an object for a shape", safetensors.RuleEntry, `{"dtype":"U8","shape":{"0":1},"data_offsets":[0,1]}`, 1),
	badEntry("null for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[null],"data_offsets":[0,1]}`, 1),
	badEntry("true for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[true],"data_offsets":[0,1]}`, 1),
	badEntry("a string for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":["1"],"data_offsets":[0,1]}`, 1),
	badEntry("an array for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}`, 1),
	badEntry("an empty array for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[1,[]],"data_offsets":[0,1]}`, 1),
	badEntry("a negative dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}`, 1),
	badEntry("two negative dimensions", safetensors.RuleEntry, `{"dtype":"U8","shape":[-1,-1],"data_offsets":[0,1]}`, 1),
	badEntry("minus zero for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[-0],"data_offsets":[0,0]}`, 0),
	badEntry("a fraction for a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[1.0],"data_offsets":[0,1]}`, 1),
	badEntry("an exponent in a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[1e2],"data_offsets":[0,100]}`, 100),
	badEntry("a capital exponent in a dimension", safetensors.RuleEntry, `{"dtype":"U8","shape":[1E0],"data_offsets":[0,1]}`, 1),
	badEntry("a dimension of 2^64", safetensors.RuleEntry, `{"dtype":"U8","shape":[18446744073709551616],"data_offsets":[0,0]}`, 0),
	badEntry("a dimension of 2^64 + 1", safetensors.RuleEntry, `{"dtype":"U8","shape":[18446744073709551617],"data_offsets":[0,1]}`, 1),
	badEntry("a dimension of a thousand digits", safetensors.RuleEntry, `{"dtype":"U8","shape":[1`+strings.Repeat("0", 999)+`],"data_offsets":[0,0]}`, 0),
	badEntry("null for data_offsets", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":null}`, 1),
	badEntry("an object for data_offsets", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":{"0":0,"1":1}}`, 1),
	badEntry("no offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[]}`, 1),
	badEntry("one offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0]}`, 1),
	badEntry("three offsets", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}`, 1),
	badEntry("null for an offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[null,1]}`, 1),
	badEntry("a string for an offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0,"1"]}`, 1),
	badEntry("an array for an offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[[0,1]]}`, 1),
	badEntry("a negative offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[-1,0]}`, 1),
	badEntry("minus zero for an offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[-0,1]}`, 1),
	badEntry("a fraction for an offset", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0.0,1]}`, 1),
	badEntry("an offset of 2^64", safetensors.RuleEntry, `{"dtype":"U8","shape":[1],"data_offsets":[0,18446744073709551616]}`, 1),

	badEntry("an unknown dtype", safetensors.RuleDType, `{"dtype":"F128","shape":[1],"data_offsets":[0,16]}`, 16),
	badEntry("an empty dtype", safetensors.RuleDType, `{"dtype":"","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a dtype in lower case", safetensors.RuleDType, `{"dtype":"f32","shape":[1],"data_offsets":[0,4]}`, 4),
	badEntry("a dtype as numpy has it", safetensors.RuleDType, `{"dtype":"float32","shape":[1],"data_offsets":[0,4]}`, 4),
	badEntry("a dtype as the table has it", safetensors.RuleDType, `{"dtype":"F8E4M3","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a dtype and a space", safetensors.RuleDType, `{"dtype":"U8 ","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a dtype and a NUL", safetensors.RuleDType, `{"dtype":"U8\u0000","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("a dtype of the table that safetensors has not", safetensors.RuleDType, `{"dtype":"I4","shape":[2],"data_offsets":[0,1]}`, 1),

	badEntry("dimensions whose product is 2^64", safetensors.RuleOverflow, `{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}`, 0),
	badEntry("dimensions whose product is 2^64 + 2^32", safetensors.RuleOverflow, `{"dtype":"U8","shape":[4294967296,4294967297],"data_offsets":[0,0]}`, 0),
	badEntry("bits that are 2^64", safetensors.RuleOverflow, `{"dtype":"F32","shape":[576460752303423488],"data_offsets":[0,0]}`, 0),
	badEntry("bits that are 2^64 and one element more", safetensors.RuleOverflow, `{"dtype":"F32","shape":[576460752303423489],"data_offsets":[0,4]}`, 4),
	badEntry("halves of bytes whose bits are 2^64", safetensors.RuleOverflow, `{"dtype":"F4","shape":[4611686018427387904],"data_offsets":[0,0]}`, 0),
	badEntry("a dimension of 2^63", safetensors.RuleOverflow, `{"dtype":"U8","shape":[9223372036854775808],"data_offsets":[0,0]}`, 0),
	badEntry("a dimension of 2^64 - 1", safetensors.RuleOverflow, `{"dtype":"U8","shape":[18446744073709551615],"data_offsets":[0,0]}`, 0),
	badEntry("a dimension of 2^63 behind a zero", safetensors.RuleOverflow, `{"dtype":"U8","shape":[0,9223372036854775808],"data_offsets":[0,0]}`, 0),
	badEntry("an overflow ahead of a zero", safetensors.RuleOverflow, `{"dtype":"U8","shape":[2147483647,2147483647,2147483647,0],"data_offsets":[0,0]}`, 0),
	badEntry("sixty-five dimensions of two", safetensors.RuleOverflow, `{"dtype":"U8","shape":[2`+strings.Repeat(",2", 64)+`],"data_offsets":[0,0]}`, 0),

	badEntry("one F4", safetensors.RuleWholeBytes, `{"dtype":"F4","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("three F4", safetensors.RuleWholeBytes, `{"dtype":"F4","shape":[1,3],"data_offsets":[0,2]}`, 2),
	badEntry("three F4, cut", safetensors.RuleWholeBytes, `{"dtype":"F4","shape":[3],"data_offsets":[0,1]}`, 1),
	badEntry("an F4 scalar", safetensors.RuleWholeBytes, `{"dtype":"F4","shape":[],"data_offsets":[0,1]}`, 1),
	badEntry("one F6", safetensors.RuleWholeBytes, `{"dtype":"F6_E2M3","shape":[1],"data_offsets":[0,1]}`, 1),
	badEntry("two F6", safetensors.RuleWholeBytes, `{"dtype":"F6_E3M2","shape":[2],"data_offsets":[0,2]}`, 2),
	badEntry("three F6", safetensors.RuleWholeBytes, `{"dtype":"F6_E2M3","shape":[3,1],"data_offsets":[0,3]}`, 3),
	badEntry("five F6", safetensors.RuleWholeBytes, `{"dtype":"F6_E3M2","shape":[5],"data_offsets":[0,3]}`, 3),

	badEntry("a byte too few for the shape", safetensors.RuleSize, `{"dtype":"F32","shape":[2],"data_offsets":[0,7]}`, 7),
	badEntry("a byte too many for the shape", safetensors.RuleSize, `{"dtype":"F32","shape":[2],"data_offsets":[0,9]}`, 9),
	badEntry("no bytes for an element", safetensors.RuleSize, `{"dtype":"U8","shape":[1],"data_offsets":[0,0]}`, 0),
	badEntry("a byte for no elements", safetensors.RuleSize, `{"dtype":"U8","shape":[0],"data_offsets":[0,1]}`, 1),
	badEntry("no bytes for a scalar", safetensors.RuleSize, `{"dtype":"F64","shape":[],"data_offsets":[0,0]}`, 0),
	badEntry("the bytes of another dtype", safetensors.RuleSize, `{"dtype":"F64","shape":[2,2],"data_offsets":[0,16]}`, 16),
	badEntry("bytes for halves", safetensors.RuleSize, `{"dtype":"F4","shape":[4],"data_offsets":[0,4]}`, 4),
	badEntry("an end of 2^64 - 1", safetensors.RuleSize, `{"dtype":"U8","shape":[1],"data_offsets":[0,18446744073709551615]}`, 1),

	badEntry("inverted offsets", safetensors.RuleOffsets, `{"dtype":"U8","shape":[1],"data_offsets":[1,0]}`, 1),
	badEntry("inverted offsets that wrap to the size", safetensors.RuleOffsets, `{"dtype":"U8","shape":[1],"data_offsets":[18446744073709551615,0]}`, 1),
	badEntry("a hole at the start", safetensors.RuleOffsets, `{"dtype":"U8","shape":[1],"data_offsets":[1,2]}`, 2),
	badEntry("a start far beyond the data", safetensors.RuleOffsets, `{"dtype":"U8","shape":[1],"data_offsets":[9223372036854775807,9223372036854775808]}`, 1),
	badEntry("a start at the end of the numbers", safetensors.RuleOffsets, `{"dtype":"U8","shape":[0],"data_offsets":[18446744073709551615,18446744073709551615]}`, 0),
	badEntry("no elements beyond the start", safetensors.RuleOffsets, `{"dtype":"U8","shape":[0],"data_offsets":[1,1]}`, 1),
	{"a hole", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[4]", 5, 9)), 9), nil},
	{"an overlap", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[4]", 3, 7)), 7), nil},
	{"an overlap of all", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[2,2]", 0, 4)), 4), nil},
	{"a tensor within another", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("a", "U8", "[8]", 0, 8), entryOf("b", "U8", "[2]", 2, 4)), 8), nil},
	{"a hole, out of order", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("b", "U8", "[4]", 5, 9), entryOf("a", "U8", "[4]", 0, 4)), 9), nil},
	{"no elements within a tensor", safetensors.RuleOffsets, "b", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[0]", 2, 2)), 4), nil},

	{"data and no tensor", safetensors.RuleEnd, "", fileOf("{}", 1), shmem.ErrSizeMismatch},
	{"a byte behind the data", safetensors.RuleEnd, "", fileOf(`{"a":`+one+`}`, 2), shmem.ErrSizeMismatch},
	{"a hole at the end", safetensors.RuleEnd, "", fileOf(headerOf(entryOf("a", "F32", "[2]", 0, 8)), 12), shmem.ErrSizeMismatch},
	{"a byte that is missing", safetensors.RuleEnd, "", fileOf(headerOf(entryOf("a", "F32", "[2]", 0, 8)), 7), shmem.ErrTooSmall},
	{"no data", safetensors.RuleEnd, "", fileOf(`{"a":`+one+`}`, 0), shmem.ErrTooSmall},
	{"two tensors with the data of one", safetensors.RuleEnd, "", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[4]", 4, 8)), 4), shmem.ErrTooSmall},
	{"a gibibyte in a small file", safetensors.RuleEnd, "", fileOf(headerOf(`"a":{"dtype":"U8","shape":[1073741824],"data_offsets":[0,1073741824]}`), 4), shmem.ErrTooSmall},
}

func TestBadFilesAreRefusedByTheRuleTheyBreak(t *testing.T) {
	broken := map[safetensors.Rule]int{}
	for _, bad := range badFiles {
		t.Run(bad.states, func(t *testing.T) {
			path := writeFile(t, bad.file)
			for _, options := range [][]shmem.OpenOption{nil, {shmem.ReadOnly()}} {
				wantFormatError(t, path, bad.rule, bad.tensor, bad.also, options...)
			}
		})
		broken[bad.rule]++
	}
	for rule := safetensors.RuleHeaderLength; rule <= safetensors.RuleEnd; rule++ {
		if broken[rule] < 2 {
			t.Errorf("only %d files break %q", broken[rule], rule)
		}
	}
}

// longestError is the length in bytes that no error may exceed, besides its path.
const longestError = 1000

func wantFormatError(t *testing.T, path string, rule safetensors.Rule, tensor string, also error, options ...shmem.OpenOption) {
	t.Helper()
	before := shmem.ReadStats().OpenRegions
	file, err := safetensors.Open(path, options...)
	if err == nil {
		file.Close()
		t.Fatal("the file opens")
	}
	if file != nil {
		t.Error("there is a file beside the error")
	}
	if after := shmem.ReadStats().OpenRegions; after != before {
		t.Errorf("%d regions were open before, %d are after", before, after)
	}
	checkFormatError(t, err, "open", path, rule, tensor, also)
}

func checkFormatError(t *testing.T, err error, op, path string, rule safetensors.Rule, tensor string, also error) {
	t.Helper()
	var format *safetensors.FormatError
	if !errors.As(err, &format) {
		t.Fatalf("gives %v, want a FormatError", err)
	}
	if format.Rule != rule || format.Tensor != tensor || format.Op != op || format.Path != path {
		t.Errorf("gives rule %q of tensor %.200q at %s %s; want %q, %.200q, %s %s: %.1000v", format.Rule, format.Tensor, format.Op, format.Path, rule, tensor, op, path, err)
	}
	if !errors.Is(err, safetensors.ErrFormat) || also != nil && !errors.Is(err, also) {
		t.Errorf("%v matches not both ErrFormat and %v", err, also)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "safetensors: "+op+" "+path+": ") || !strings.Contains(text, rule.String()) {
		t.Errorf("the text says not all of operation, path and rule: %.1000q", text)
	}
	if tensor != "" && len(tensor) < 50 && !strings.Contains(text, "tensor "+strconv.Quote(tensor)) {
		t.Errorf("the text does not name tensor %q: %q", tensor, text)
	}
	if len(text) > longestError+len(path) {
		t.Errorf("the text is %d bytes: %.300q", len(text), text)
	}
}

func TestGreatestHeaderIsReadAndOneByteMoreIsNot(t *testing.T) {
	const greatest = 100_000_000
	path := writeSparse(t, withLength(greatest, ""), 8+greatest)
	wantFormatError(t, path, safetensors.RuleHeaderStart, "", nil) // its length is in order
	path = writeSparse(t, withLength(greatest+1, "{}"), 8+greatest+1)
	wantFormatError(t, path, safetensors.RuleHeaderLength, "", nil)
	path = writeSparse(t, withLength(greatest, "{}"), 8+greatest-1)
	wantFormatError(t, path, safetensors.RuleHeaderLength, "", shmem.ErrTooSmall)
}

func TestErrorsStayShortWhateverTheFileSays(t *testing.T) {
	long := strings.Repeat("\\u0001", 1<<16)
	decoded := strings.Repeat("\x01", 1<<16)
	entry := func(name, dtype, shape string) []byte {
		return fileOf(`{"`+name+`":{"dtype":"`+dtype+`","shape":`+shape+`,"data_offsets":[0,1]}}`, 1)
	}
	manyDimensions := "[2" + strings.Repeat(",2", 100_000) + "]"
	for _, bad := range []badFile{
		{"name and dtype", safetensors.RuleDType, decoded, entry(long, long, "[1]"), nil},
		{"dimensions", safetensors.RuleOverflow, decoded, entry(long, "U8", manyDimensions), shmem.ErrOverflow},
		{"dimensions of one", safetensors.RuleSize, "a", entry("a", "U16", strings.ReplaceAll(manyDimensions, "2", "1")), nil},
		{"size", safetensors.RuleSize, decoded, entry(long, "U16", "[1]"), nil},
		{"dimension", safetensors.RuleEntry, "a", entry("a", "U8", "["+strings.Repeat("7", 1<<20)+"]"), nil},
		{"key of an entry", safetensors.RuleEntry, "a", fileOf(`{"a":{"`+long+`":1}}`, 0), nil},
		{"key of the metadata twice", safetensors.RuleDuplicateKey, "", fileOf(`{"__metadata__":{"`+long+`":"","`+long+`":""}}`, 0), nil},
		{"name twice", safetensors.RuleDuplicateKey, decoded, fileOf(headerOf(`"`+long+`":`+one, `"`+long+`":`+one), 1), nil},
		{"no JSON", safetensors.RuleJSON, "", fileOf(`{"`+long+`"`+long+`}`, 0), nil},
	} {
		t.Run(bad.states, func(t *testing.T) {
			wantFormatError(t, writeFile(t, bad.file), bad.rule, bad.tensor, bad.also)
		})
	}
}

func TestRulesHaveTextsAndOthersNumbers(t *testing.T) {
	texts := map[string]bool{}
	for rule := safetensors.RuleHeaderLength; rule <= safetensors.RuleIndex; rule++ {
		if text := rule.String(); text == "" || texts[text] || strings.HasPrefix(text, "Rule(") {
			t.Errorf("rule %d is %q", uint8(rule), text)
		}
		texts[rule.String()] = true
	}
	for rule, want := range map[safetensors.Rule]string{0: "Rule(0)", safetensors.RuleIndex + 1: "Rule(16)", math.MaxUint8: "Rule(255)"} {
		if rule.String() != want {
			t.Errorf("rule %d is %q, want %q", uint8(rule), rule, want)
		}
	}
}

// A truncated file breaks a rule wherever it ends, and so does one with a byte more.
func TestEveryPrefixOfAFileIsRefused(t *testing.T) {
	whole := fileOf(headerOf(`"__metadata__":{"a":"\ud83d\ude00"}`, entryOf("a", "F32", "[2]", 0, 8), entryOf("b", "F4", "[2,2]", 8, 10))+"  ", 10)
	path := writeFile(t, nil)
	for length := range len(whole) {
		noError(t, os.WriteFile(path, whole[:length], 0o600))
		if file, err := safetensors.Open(path); !errors.Is(err, safetensors.ErrFormat) {
			t.Errorf("%d bytes of %d give %v, %v", length, len(whole), file, err)
		}
	}
	noError(t, os.WriteFile(path, whole, 0o600))
	file, err := safetensors.Open(path)
	noError(t, err)
	noError(t, file.Close())
	noError(t, os.WriteFile(path, append(bytes.Clone(whole), 0), 0o600))
	if _, err := safetensors.Open(path); !errors.Is(err, safetensors.ErrFormat) {
		t.Errorf("a byte more gives %v", err)
	}
}
