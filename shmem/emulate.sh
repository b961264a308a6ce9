#!/usr/bin/env bash
# Runs the tests of shmem, minifloat and safetensors for other processors under QEMU: arm64,
# and s390x for a big-endian one, where regions are refused. Emulation is slow, so
# the tests are those of -short; the ones that it gets wrong skip with a reason.
set -euo pipefail
cd "$(dirname "$0")"

binaries=$(mktemp -d)
trap 'rm -rf "$binaries"' EXIT

# emulate ARCHITECTURE PROCESSOR TESTS [NOT] runs those tests of shmem, all of minifloat,
# and all of safetensors where TESTS are all.
emulate() {
	local emulator
	if ! emulator=$(command -v "qemu-$2-static" || command -v "qemu-$2"); then
		echo "skipped: tests for $1, as there is no qemu-$2-static (Debian: qemu-user-static)"
		return
	fi
	echo "tests for $1 under $emulator"
	GOARCH=$1 go test -c -o "$binaries/" . ./minifloat ./safetensors
	TENSORSHM_EMULATOR=$emulator "$emulator" "$binaries/shmem.test" -test.short -test.run "$3" -test.skip "${4:-^$}"
	(cd minifloat && "$emulator" "$binaries/minifloat.test" -test.short)
	if [ "$3" = . ]; then
		(cd safetensors && TENSORSHM_EMULATOR=$emulator "$emulator" "$binaries/safetensors.test" -test.short)
	fi
}

emulate arm64 aarch64 .
emulate s390x s390x '^Test(BigEndian|DTypeSays|EveryDType|InvalidDType|Values|Sizes|Names|Text|ImpossibleSizes|Zero|Quarantine)' Heap
