package minifloat

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// mlDtypes are the names of the formats in ml_dtypes.
var mlDtypes = map[string]format{
	"bfloat16":           formatBF16,
	"float8_e3m4":        e3m4,
	"float8_e4m3":        e4m3IEEE,
	"float8_e4m3b11fnuz": e4m3B11,
	"float8_e4m3fn":      formatE4M3,
	"float8_e4m3fnuz":    e4m3FNUZ,
	"float8_e5m2":        formatE5M2,
	"float8_e5m2fnuz":    e5m2FNUZ,
	"float8_e8m0fnu":     formatE8M0,
	"float6_e2m3fn":      formatE2M3,
	"float6_e3m2fn":      formatE3M2,
	"float4_e2m1fn":      formatE2M1,
}

// testdata/ml_dtypes_codes.txt is what ml_dtypes made of every code and every
// boundary between two finite values; ml_dtypes_codes.py wrote it.
func TestConvertsAsMLDtypes(t *testing.T) {
	file, err := os.Open("testdata/ml_dtypes_codes.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	hex := func(text string) uint32 {
		number, err := strconv.ParseUint(text, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(number)
	}
	seen := make(map[string]bool)
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if fields[0] == "#" {
			continue
		}
		name, direction, items := fields[0], fields[1], fields[2:]
		f, ok := mlDtypes[name]
		if !ok {
			t.Errorf("%s: no such format here", name)
		}
		seen[name] = true
		for i, item := range items {
			if direction == "decode" {
				want := math.Float32frombits(hex(item))
				if got := f.decodeFloat32(uint16(i)); !same(float64(got), float64(want)) {
					t.Errorf("%s: %02x decodes to %v, want %v", name, i, got, want)
				}
				continue
			}
			single, code, _ := strings.Cut(item, "=")
			x := math.Float32frombits(hex(single))
			if name == "float8_e8m0fnu" && x > 0x1p-127 && x < 0x1.8p-127 {
				continue // it goes up to 2^-126, which is not the nearest
			}
			if got, want := f.encodeFloat32(x), uint16(hex(code)); got != want {
				t.Errorf("%s: %v gives %#x, want %#x", name, x, got, want)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for name := range mlDtypes {
		if !seen[name] {
			t.Errorf("%s: not in the file", name)
		}
	}
}
