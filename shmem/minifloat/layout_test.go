package minifloat

import "testing"

// DLPack, ONNX and PyTorch put the first of two F4 elements in the low nibble;
// DLPack and we start the first F6 element at bit 0 of three bytes.
func TestFirstElementIsInTheLowBits(t *testing.T) {
	pair := E2M1x2{0x72}
	if pair.At(0) != 0x2 || pair.At(1) != 0x7 {
		t.Errorf("72 holds %x and %x, want 2 and 7", pair.At(0), pair.At(1))
	}
	var four E2M3x4
	for i, x := range []E2M3{0b000001, 0b000010, 0b000100, 0b111111} {
		four.Set(i, x)
	}
	if want := (E2M3x4{0b10_000001, 0b0100_0000, 0b111111_00}); four != want {
		t.Errorf("1, 2, 4 and 3f are packed as % x, want % x", four, want)
	}
}
