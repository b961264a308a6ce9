package minifloat_test

import (
	"errors"
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

func ExampleRule() {
	for _, rule := range []minifloat.Rule{minifloat.Natural, minifloat.Saturate, minifloat.NonSaturating} {
		fmt.Printf("%v: %v %v\n", rule, minifloat.E4M3FromFloat32With(1000, rule), minifloat.E5M2FromFloat32With(1e6, rule))
	}
	// The scale of a block whose largest element is 3: down, as OCP MX has it, and up.
	fmt.Println(minifloat.E8M0FromFloat32With(3, minifloat.Floor), minifloat.E8M0FromFloat32With(3, minifloat.Ceil))
	// Output:
	// Natural: 448 +Inf
	// Saturate: 448 57344
	// NonSaturating: NaN +Inf
	// 2 4
}

func ExampleUnrepresentableError() {
	_, err := minifloat.E8M0FromFloat32Checked(0)
	fmt.Println(err, errors.Is(err, minifloat.ErrUnrepresentable))
	// Output:
	// minifloat: 0 is not representable in E8M0 true
}
