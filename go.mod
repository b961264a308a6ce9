module github.com/tensorshm/tensorshm

go 1.26.0

tool github.com/tensorshm/tensorshm/gen

require (
	github.com/dave/jennifer v1.7.1
	github.com/edsrzf/mmap-go v1.2.0
	github.com/google/go-cmp v0.7.0
	github.com/rogpeppe/go-internal v1.16.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/shopspring/decimal v1.6.0
	github.com/x448/float16 v0.8.4
	go.yaml.in/yaml/v4 v4.0.0
	golang.org/x/sys v0.50.0
	pgregory.net/rapid v1.3.0
)

require (
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)
