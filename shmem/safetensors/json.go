package safetensors

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// walker goes through text that encoding/json has found to be one valid value, which
// leaves it to tell kinds of values apart. encoding/json by itself would accept a key
// twice and replace what is no Unicode.
type walker struct {
	text []byte
	at   int
}

// syntax checks text as a whole and returns the walker on its value.
func syntax(text []byte) (*walker, *FormatError) {
	if !utf8.Valid(text) {
		return nil, &FormatError{Rule: RuleUTF8, Detail: fmt.Sprintf("no UTF-8 at byte %d of %d", invalidFrom(text), len(text))}
	}
	if !json.Valid(text) {
		var value json.RawMessage
		err := json.Unmarshal(text, &value) // which says what is wrong
		detail := "no JSON"
		if at, ok := err.(*json.SyntaxError); ok {
			detail += " at byte " + strconv.FormatInt(at.Offset, 10)
		}
		return nil, &FormatError{Rule: RuleJSON, Detail: detail, Err: err}
	}
	return &walker{text: text}, nil
}

func invalidFrom(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// next is the first byte of the next token.
func (w *walker) next() byte {
	for w.text[w.at] == ' ' || w.text[w.at] == '\t' || w.text[w.at] == '\n' || w.text[w.at] == '\r' {
		w.at++
	}
	return w.text[w.at]
}

// take goes past the next token if it is this byte.
func (w *walker) take(token byte) bool {
	if w.next() != token {
		return false
	}
	w.at++
	return true
}

// object has member read each value, whose key it is told. It is false where there
// is no object.
func (w *walker) object(member func(key string) *FormatError) (bool, *FormatError) {
	if !w.take('{') {
		return false, nil
	}
	for !w.take('}') {
		key, _, failed := w.string()
		if failed != nil {
			return true, failed
		}
		w.take(':')
		if failed := member(key); failed != nil {
			return true, failed
		}
		w.take(',')
	}
	return true, nil
}

// strings reads an object whose values are all strings, none under a key that is
// there already. It is false where there is anything else.
func (w *walker) strings() (map[string]string, bool, *FormatError) {
	values, all := map[string]string{}, true
	isObject, failed := w.object(func(key string) *FormatError {
		if _, there := values[key]; there {
			return twice(key)
		}
		value, isString, failed := w.string()
		if failed == nil && !isString {
			all = false
			w.skip()
		}
		values[key] = value
		return failed
	})
	return values, isObject && all, failed
}

func twice(key string) *FormatError {
	return &FormatError{Rule: RuleDuplicateKey, Detail: "key " + quoted(key) + " twice"}
}

// numbers reads an array of integers that are not negative. It is false where there
// is anything else.
func (w *walker) numbers() ([]uint64, bool) {
	if !w.take('[') {
		return nil, false
	}
	numbers := make([]uint64, 0, w.count())
	for !w.take(']') {
		w.next()
		start := w.at
		for w.text[w.at] >= '0' && w.text[w.at] <= '9' {
			w.at++
		}
		number, err := strconv.ParseUint(string(w.text[start:w.at]), 10, 64)
		if err != nil {
			return nil, false
		}
		if !w.take(',') && w.next() != ']' {
			return nil, false // a fraction or an exponent
		}
		numbers = append(numbers, number)
	}
	return numbers, true
}

// count is how many numbers there are at most ahead of the end of an array.
func (w *walker) count() int {
	count := 1
	for _, c := range w.text[w.at:] {
		switch {
		case c == ',':
			count++
		case c == '"' || c == ']' || c == '[' || c == '{':
			return count
		}
	}
	return count
}

// literal goes past the string that is next.
func (w *walker) literal() (literal []byte, escaped bool) {
	start := w.at
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			escaped = true
			w.at++
		}
	}
	w.at++
	return w.text[start:w.at], escaped
}

// string reads a string. It is false where there is none.
func (w *walker) string() (string, bool, *FormatError) {
	if w.next() != '"' {
		return "", false, nil
	}
	start := w.at
	literal, escaped := w.literal()
	if !escaped {
		return string(literal[1 : len(literal)-1]), true, nil
	}
	if hasLoneSurrogate(literal) {
		return "", true, &FormatError{Rule: RuleUTF8, Detail: fmt.Sprintf("half of a surrogate pair in the string at byte %d", start)}
	}
	var decoded string
	if err := json.Unmarshal(literal, &decoded); err != nil {
		return "", true, &FormatError{Rule: RuleJSON, Detail: fmt.Sprintf("the string at byte %d", start), Err: err}
	}
	return decoded, true, nil
}

// hasLoneSurrogate reports an escape of one that does not stand in a pair.
func hasLoneSurrogate(literal []byte) bool {
	for i := 0; i < len(literal); i++ {
		if literal[i] != '\\' {
			continue
		}
		i++
		if literal[i] != 'u' {
			continue
		}
		switch unit := codeUnit(literal[i+1:]); {
		case unit >= 0xdc00 && unit < 0xe000:
			return true
		case unit >= 0xd800 && unit < 0xdc00:
			rest := literal[i+5:]
			if rest[0] != '\\' || rest[1] != 'u' {
				return true
			}
			if low := codeUnit(rest[2:]); low < 0xdc00 || low >= 0xe000 {
				return true
			}
			i += 6
		}
		i += 4
	}
	return false
}

func codeUnit(digits []byte) uint64 {
	unit, _ := strconv.ParseUint(string(digits[:4]), 16, 16)
	return unit
}

// skip goes past a value of any kind.
func (w *walker) skip() {
	depth := 0
	for {
		switch w.next() {
		case '"':
			w.literal()
		case '{', '[':
			depth++
			w.at++
		case '}', ']':
			depth--
			w.at++
		case ':', ',':
			w.at++
		default: // a number, true, false or null
			for w.at < len(w.text) && !isStructural(w.text[w.at]) {
				w.at++
			}
		}
		if depth == 0 {
			return
		}
	}
}

func isStructural(c byte) bool {
	switch c {
	case '{', '}', '[', ']', ':', ',', '"', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}
