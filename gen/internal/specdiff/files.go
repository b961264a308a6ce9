package specdiff

import (
	"fmt"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// files says what becomes of regions that were stored before the change, and
// of the values and texts that were stored to say which dtype they hold.
func (c comparison) files(p pair) Files {
	if p.before == nil {
		return Files{FilesNone, "none yet"}
	}
	before := *p.before
	if p.after == nil {
		if text, taken := c.storedValue(before.Value); taken {
			return Files{FilesNoDType, "nobody's dtype any more; " + text}
		}
		return Files{FilesNoDType, "nobody's dtype any more"}
	}
	files := filesOf(before, *p.after)
	if before.Value != p.after.Value {
		text, taken := c.storedValue(before.Value)
		files.Text += "; " + text
		switch {
		case files.State != FilesAsBefore && files.State != FilesBytesOnly:
		case taken:
			files.State = FilesOtherNumbers
		default:
			files.State = FilesNoDType
		}
	}
	if before.Text() != p.after.Text() {
		files.Text += fmt.Sprintf("; a stored text %s is nobody's dtype any more", before.Text())
	}
	return files
}

// storedValue says what a value means that was stored before the change.
func (c comparison) storedValue(value int) (text string, taken bool) {
	if holder, taken := holderOf(c.after, value); taken {
		return fmt.Sprintf("a stored value %d is read as %s", value, holder.Name), true
	}
	return fmt.Sprintf("a stored value %d is nobody's dtype any more", value), false
}

// filesOf compares the bytes of one dtype's regions, whatever names it.
func filesOf(before, after spec.DType) Files {
	switch {
	case before.Bits() == 0:
		return Files{FilesNone, "none yet, for want of a size"}
	case after.Bits() == 0:
		return Files{FilesLengthDiffers, "not readable: elements have no size any more"}
	case before.Bits() != after.Bits():
		return Files{FilesLengthDiffers, fmt.Sprintf("not readable: the length differs, an element has %s instead of %d",
			plural(after.Bits(), "bit"), before.Bits())}
	case otherNumbers(before, after):
		return Files{FilesOtherNumbers, "read as other numbers"}
	case before.Supported() && !after.Supported():
		return Files{FilesBytesOnly, "readable as bytes only"}
	default:
		return Files{FilesAsBefore, "readable as before"}
	}
}

// otherNumbers reports whether the same bits mean something else. Without a
// host type nothing says what they mean.
func otherNumbers(before, after spec.DType) bool {
	if before.HostType.IsZero() || after.HostType.IsZero() {
		return false
	}
	a, aIsFloat := before.FloatFormat()
	b, bIsFloat := after.FloatFormat()
	if aIsFloat && bIsFloat {
		return a != b
	}
	return before.HostType != after.HostType
}
