package minifloat_test

import (
	"fmt"

	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

func ExampleE4M3() {
	for _, x := range []float32{3.3, -1000} {
		code := minifloat.E4M3FromFloat32(x)
		fmt.Printf("%v is stored as %02x, which is %v\n", x, uint8(code), code)
	}
	// Output:
	// 3.3 is stored as 45, which is 3.25
	// -1000 is stored as fe, which is -448
}

func ExampleE2M1x2() {
	var pair minifloat.E2M1x2
	pair.Set(0, minifloat.E2M1FromFloat32(0.5))
	pair.Set(1, minifloat.E2M1FromFloat32(6))
	fmt.Printf("%02x holds %v and %v\n", pair[0], pair.At(0), pair.At(1))
	// Output:
	// 71 holds 0.5 and 6
}
