package source

import (
	"errors"
	"fmt"

	"github.com/tensorshm/tensorshm/shmem"
)

// Raw is elements of one dtype from the first byte of a file on.
type Raw struct {
	*shmem.Region
	View    *shmem.View
	Watched *Watched
}

// OpenRaw opens count elements of a raw region for reading, or all that the file holds
// where count is negative. Errors: those of shmem.OpenRegion and of Region.ViewAs;
// shmem.ErrTooSmall; shmem.ErrSizeMismatch for a file of no whole number of elements;
// shmem.ErrOverflow for one of more than an int counts;
// *shmem.UnsupportedDTypeError for a dtype without size.
func OpenRaw(path string, dtype shmem.DType, count int) (_ *Raw, err error) {
	elements, bytes := dtype.Unit()
	if bytes == 0 {
		return nil, &shmem.UnsupportedDTypeError{DType: dtype, Op: "open " + path, Rationale: dtype.Rationale()}
	}
	watched, err := Watch(path)
	if err != nil {
		return nil, err
	}
	region, err := shmem.OpenRegion(path, reading...)
	if err != nil {
		return nil, errors.Join(err, watched.Close())
	}
	raw := &Raw{Region: region, Watched: watched}
	defer func() {
		if err != nil {
			err = errors.Join(err, raw.Close())
		}
	}()
	if err := watched.isAt(path); err != nil {
		return nil, err
	}
	if count < 0 {
		if region.Size()%int64(bytes) != 0 {
			return nil, fmt.Errorf("open %s: %w: %d bytes are no whole number of %v elements", path, shmem.ErrSizeMismatch, region.Size(), dtype)
		}
		all := region.Size() / int64(bytes) * int64(elements)
		if count = int(all); int64(count) != all {
			return nil, fmt.Errorf("open %s: %w: %d %v elements", path, shmem.ErrOverflow, all, dtype)
		}
	} else if size, err := dtype.StorageBytes(count); err != nil {
		return nil, err
	} else if wanted := int64(size); wanted > region.Size() {
		return nil, fmt.Errorf("open %s: %w: %d < %d bytes", path, shmem.ErrTooSmall, region.Size(), wanted)
	}
	if raw.View, err = region.ViewAs(dtype, 0, count); err != nil {
		return nil, err
	}
	return raw, nil
}

// Close closes the file.
func (r *Raw) Close() error { return errors.Join(r.Region.Close(), r.Watched.Close()) }
