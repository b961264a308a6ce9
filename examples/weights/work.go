package main

import (
	"errors"
	"fmt"
)

// result is what a request computes.
type result struct {
	version  uint64
	count    int
	checksum uint64 // its first word
	mean     float64
	dot      float64 // with the request
}

const resultFormat = "version %d: %d weights, checksum %016x, mean %g, dot product %g"

func (r result) String() string {
	return fmt.Sprintf(resultFormat, r.version, r.count, r.checksum, r.mean, r.dot)
}

func parseResult(line string) (r result, err error) {
	_, err = fmt.Sscanf(line, resultFormat, &r.version, &r.count, &r.checksum, &r.mean, &r.dot)
	return r, err
}

// request stands for the activations of a request.
func request(i int) float64 { return float64(i%7 - 3) }

// work serves one request with the version that path names, and keeps to it however
// often it is replaced meanwhile.
func work(path string) (err error) {
	w, err := openWeights(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	computed, err := w.compute()
	if err == nil {
		_, err = fmt.Println(computed)
	}
	return err
}

func (w *weights) compute() (result, error) {
	r := result{version: w.version, count: w.elements.Len(), checksum: w.checksum[0]}
	numbers := make([]float32, chunk)
	for off := 0; off < r.count; {
		n, err := w.elements.ReadFloat32(numbers, off)
		if err != nil {
			return result{}, err
		}
		for i, x := range numbers[:n] {
			r.mean += float64(x)
			r.dot += float64(x) * request(off+i)
		}
		off += n
	}
	r.mean /= float64(r.count)
	return r, nil
}
