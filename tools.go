//go:build tools

// Package tensorshm pins the packages that the generator imports, so that
// go.mod keeps them whatever else changes. It is never built into a program.
package tensorshm

import (
	_ "github.com/dave/jennifer/jen"
	_ "github.com/rogpeppe/go-internal/diff"
	_ "github.com/shopspring/decimal"
	_ "go.yaml.in/yaml/v4"
)
