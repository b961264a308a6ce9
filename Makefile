# make demo and make test need Go and nothing else.

STATICCHECK_PROGRAM = honnef.co/go/tools/cmd/staticcheck@v0.8.2
STATICCHECK = go run $(STATICCHECK_PROGRAM)
PLATFORMS = linux/amd64 linux/arm64 linux/386 darwin/amd64 darwin/arm64 windows/amd64

# What `make diff` compares the table with: a git revision, or a file.
BASE = HEAD

# Where `make bench` writes its report, and a regular expression for the names of
# the rows it measures: all, or such as `make bench ROWS='numpy.*float16'`.
REPORT = bench.txt
ROWS =

.PHONY: demo test test-long test-exhaustive interop bench check generate regen diff

# Regenerates, which changes nothing, and shares every dtype between two processes.
# WEIGHTS=file.f32 (raw little-endian float32) shares a real model's weights as well.
demo:
	go tool gen -v
	go run ./examples/demo

test:
	go test ./...
	@echo "not tested here: what needs a C compiler, Python, cargo, QEMU or Wine (make test-long), and peers in other languages (make interop)"

# What takes longer, or needs a C compiler, Python, cargo, QEMU, Wine, or 32-bit
# programs to run. Where QEMU, Wine, Python's packages or cargo can't be had, it is
# skipped.
test-long:
	go test -race ./...
	go test -gcflags=all=-d=checkptr ./shmem/...
	GOARCH=386 go test ./shmem/... ./gen/...
	cd interop && go test -tags long -timeout 30m
	go test -tags long ./examples/... ./shmem/safetensors ./cmd/...
	TENSORSHM_KERNELS=tables go test -count=1 ./shmem/...
	go test -tags purego ./shmem/...
	./shmem/emulate.sh
	./shmem/wine.sh
	TENSORSHM_EVERY_FORMAT=1 go test -run TestBulkConversionsServeEveryFormat ./shmem/minifloat
	TENSORSHM_EVERY_TABLE=1 go test -run TestOutputsOfOtherTables ./gen
	go test -run '^$$' -fuzz FuzzOpen -fuzztime 20s -fuzzminimizetime 10x ./shmem
	go test -run '^$$' -fuzz FuzzSlice -fuzztime 10s -fuzzminimizetime 10x ./shmem
	go test -run '^$$' -fuzz FuzzSyncRange -fuzztime 10s -fuzzminimizetime 10x ./shmem
	go test -run '^$$' -fuzz FuzzOpen -fuzztime 20s -fuzzminimizetime 10x ./shmem/safetensors
	go test -run '^$$' -fuzz FuzzCreate -fuzztime 20s -fuzzminimizetime 10x ./shmem/safetensors
	go test -run '^$$' -fuzz FuzzParse -fuzztime 20s -fuzzminimizetime 10x ./gen/internal/spec
	go test -run '^$$' -fuzz FuzzFiles -fuzztime 20s -fuzzminimizetime 10x ./gen/internal/emit

# Processes in Python, Rust and C share regions and safetensors files of every dtype
# with Go; prints what came of each. Needs gcc, python3 with venv and pip, and cargo,
# and installs the packages; fails where a peer cannot be set up.
interop:
	cd interop && go test -tags long -count 1 -run '^TestEveryPeerSharesEveryDType$$' -timeout 30m -every-peer

# All 4,294,967,296 float32s to every narrow float, and all codes back: the core
# against numpy, ml_dtypes and Rust's half and float8, and slices, by kernels and
# by tables, against the core. Needs python3 with venv and pip, and cargo; fails
# without them. Takes half an hour on two processors that do nothing else.
test-exhaustive:
	go test -count 1 -tags exhaustive -run EveryFloat32 -v -timeout 6h -parallel 4 ./interop
	go test -count 1 -tags exhaustive -run EveryFloat32 -v -timeout 6h ./shmem/minifloat

# What tensorshm costs in terms of what a program would do without it: ratios and
# their goals, printed and written to $(REPORT). Takes some minutes, 2 GiB of memory, and a machine that does nothing else.
# Measures against C where there is gcc, and against numpy where TENSORSHM_PYTHON (an absolute path), or else python3, has
# numpy and ml_dtypes.
bench:
	python=$${TENSORSHM_PYTHON:-$$(interop/python/venv.sh || echo python3)}; cd shmem && TENSORSHM_PYTHON=$$python go test -tags bench -timeout 1h -run '^TestBenchReport$$/($(ROWS))' -report=$(abspath $(REPORT))

generate:
	go generate ./...

# Deletes every generated file and proves that generating brings back the same bytes.
regen:
	./gen/regen.sh

# What the table as it is changes for services; fails on a breaking change.
diff:
	go tool gen diff $(BASE) dtypes.yaml

# Proves that what is committed is what it should be; writes nothing.
check:
	go tool gen -check
	go mod tidy -diff
	go -C shmem/minifloat/_asm run . -check
	go -C shmem/minifloat/_asm mod tidy -diff
	go -C shmem/minifloat/_asm vet .
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not gofmt-ed: $$unformatted"; exit 1; }
	@for platform in $(PLATFORMS); do \
		echo "go vet for $$platform"; \
		GOOS=$${platform%/*} GOARCH=$${platform#*/} go vet ./... || exit 1; \
	done
	go vet -tags tools,bench,long,exhaustive ./...
	go vet -tags purego ./...
	go vet ./shmem/_wine
	GOOS=windows go vet -tags wine ./shmem
	$(STATICCHECK) -tags bench,long,exhaustive ./...
	$(STATICCHECK) -tags purego ./...
	@for system in darwin windows; do \
		echo "staticcheck for $$system"; \
		go run -exec "env GOOS=$$system" $(STATICCHECK_PROGRAM) -tests=false ./... || exit 1; \
	done
