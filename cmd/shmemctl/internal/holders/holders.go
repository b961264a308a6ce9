// Package holders tells which processes have a file mapped.
package holders

// Process is one that has the file mapped.
type Process struct {
	ID      int
	Command string // its name, empty where the system does not say
}

// Found is the processes that have a file mapped, by their numbers, without the one
// that asks.
type Found struct {
	Processes []Process
	Unknown   int // processes that may not be looked into
}
