package main

// What both sides agree on, since a file says neither its dtype nor its shape.
const (
	layers     = 2
	heads      = 2
	maxTokens  = 64 // the context
	headSize   = 32
	cacheElems = layers * kinds * heads * maxTokens * headSize
	meanElems  = layers * heads * headSize
)

// The regions, by their names in the folder.
const (
	producerName = "producer" // 1 element, U8: held by the producer alone
	cacheName    = "cache"    // cacheElems, BF16
	meanName     = "mean"     // rowWords(meanElems), U32
	lengthName   = "length"   // lengthWords, U32
)

// The words of the length region. The sequence is stored before the first length,
// and so is there for whoever has loaded a length above 0.
const (
	lengthWord = iota
	sequenceWord
	lengthWords
)

// kind tells the two halves of a layer.
type kind int

const (
	keys kind = iota
	values
	kinds = 2
)

// place is the index in the cache of a token's first element. The tokens of one
// layer, kind and head follow each other.
func place(layer int, kind kind, head, token int) int {
	return (((layer*kinds+int(kind))*heads+head)*maxTokens + token) * headSize
}
