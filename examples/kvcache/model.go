package main

import (
	"hash/crc32"
	"iter"
	"math"

	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// queries is the kind of what is computed anew for every step, and not cached.
const queries kind = kinds

// row stands for what a model computes: headSize numbers from -1 to 1 that their
// place in the sequence determines.
func row(sequence uint32, layer int, kind kind, head, token int) []float32 {
	numbers := make([]float32, headSize)
	for i := range numbers {
		x := uint64(sequence)<<32 + uint64((((layer*(kinds+1)+int(kind))*heads+head)*maxTokens+token)*headSize+i)
		x = (x ^ x>>31) * 0x9e3779b97f4a7c15
		x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
		numbers[i] = float32(int32(x>>32)) / (1 << 31)
	}
	return numbers
}

// token yields a token's rows of keys and values, by their places in the cache.
func token(sequence uint32, token int) iter.Seq2[int, []float32] {
	return func(yield func(int, []float32) bool) {
		for layer := range layers {
			for kind := range kind(kinds) {
				for head := range heads {
					if !yield(place(layer, kind, head, token), row(sequence, layer, kind, head, token)) {
						return
					}
				}
			}
		}
	}
}

// localCache is the producer's own copy: the same codes in the same places.
type localCache []minifloat.BF16

func (c localCache) append(sequence uint32, at int) {
	for place, numbers := range token(sequence, at) {
		minifloat.EncodeBF16(c[place:], numbers)
	}
}

func (c localCache) read(dst []float32, from int) error {
	minifloat.DecodeBF16(dst, c[from:])
	return nil
}

// attend is one step of attention over the first tokens of a cache, of which read
// decodes elements from an index on: softmax(q·K/√d)·V of every layer and head.
func attend(sequence uint32, tokens int, read func(dst []float32, from int) error) ([]float32, error) {
	result := make([]float32, 0, layers*heads*headSize)
	rows := make([]float32, tokens*headSize)
	weights := make([]float32, tokens)
	for layer := range layers {
		for head := range heads {
			if err := read(rows, place(layer, keys, head, 0)); err != nil {
				return nil, err
			}
			query := row(sequence, layer, queries, head, tokens-1)
			for t := range weights {
				weights[t] = dot(query, rows[t*headSize:]) / float32(math.Sqrt(headSize))
			}
			softmax(weights)
			if err := read(rows, place(layer, values, head, 0)); err != nil {
				return nil, err
			}
			mixed := make([]float32, headSize)
			for t, weight := range weights {
				for i := range mixed {
					mixed[i] += weight * rows[t*headSize+i]
				}
			}
			result = append(result, mixed...)
		}
	}
	return result, nil
}

func dot(a, b []float32) (sum float32) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func softmax(scores []float32) {
	highest, sum := scores[0], float32(0)
	for _, x := range scores {
		highest = max(highest, x)
	}
	for i, x := range scores {
		scores[i] = float32(math.Exp(float64(x - highest)))
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}

// mean is the mean of the keys that were added, of every layer and head.
type mean struct {
	sums   [meanElems]float32
	tokens int
}

func (m *mean) add(sequence uint32) {
	for layer := range layers {
		for head := range heads {
			for i, x := range row(sequence, layer, keys, head, m.tokens) {
				m.sums[(layer*heads+head)*headSize+i] += x
			}
		}
	}
	m.tokens++
}

func (m *mean) numbers() []float32 {
	numbers := make([]float32, meanElems)
	for i, sum := range m.sums {
		numbers[i] = sum / float32(m.tokens)
	}
	return numbers
}

// checksum tells float32 numbers from any others, to the last bit.
func checksum(numbers []float32) uint32 {
	sum := crc32.NewIEEE()
	for _, x := range numbers {
		bits := math.Float32bits(x)
		sum.Write([]byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)})
	}
	return sum.Sum32()
}
