#!/usr/bin/env bash
# Runs the tests of shmem for Windows under Wine, which is not Windows: it shows that
# the code calls what it means to, not what NTFS makes of it.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v wine >/dev/null; then
	echo "skipped: tests for windows, as there is no wine (Debian: wine and wine64)"
	exit
fi
folder=$(mktemp -d)
export WINEPREFIX=$folder/prefix WINEDEBUG=-all
trap 'wine wineboot -k || true; rm -rf "$folder"' EXIT
wine wineboot -i
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
if [ ! -e "$library" ]; then
	go run ./_wine "$library"
fi
echo "tests for windows under $(wine --version)"
GOOS=windows go test -tags wine -ldflags=-checklinkname=0 -c -o "$folder/shmem.exe" .
wine "$folder/shmem.exe" -test.short "$@"
