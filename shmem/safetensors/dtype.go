package safetensors

import (
	"sync"

	"github.com/tensorshm/tensorshm/shmem"
)

// dtypeOfName is the dtypes by their names in a header.
var dtypeOfName = sync.OnceValue(func() map[string]shmem.DType {
	dtypes := map[string]shmem.DType{}
	for dtype := range shmem.DTypes() {
		if name := dtype.Names().Safetensors; name != "" {
			dtypes[name] = dtype
		}
	}
	return dtypes
})

// byteDType is a dtype of one byte, whichever: the dtype of views for bytes. It is 0,
// which no view has, for a table without one.
var byteDType = sync.OnceValue(func() shmem.DType {
	for dtype := range shmem.DTypes() {
		if dtype.SizeInBytes() == 1 {
			return dtype
		}
	}
	return 0
})
