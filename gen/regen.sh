#!/bin/sh
# Deletes every generated file, generates, and compares byte by byte: the table
# alone makes them all, and the generator builds without them. Where generating
# fails, or is interrupted, the old files come back.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
old=$work/old
list=$work/list
generated=false
finish() {
	$generated || cp -Rp "$old/." .
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$old"
go tool gen -list >"$list"
while IFS= read -r path; do
	if [ -f "$path" ]; then
		mkdir -p "$old/$(dirname "$path")"
		cp -p "$path" "$old/$path"
	fi
done <"$list"
while IFS= read -r path; do rm -f "$path"; done <"$list"
go generate ./...
generated=true

same=true
differs() {
	echo "$1" >&2
	same=false
}
while IFS= read -r path; do
	if [ ! -f "$path" ]; then
		differs "$path: was an orphan and is deleted"
	elif [ ! -f "$old/$path" ]; then
		differs "$path: was missing"
	elif ! cmp -s "$old/$path" "$path"; then
		differs "$path: was not what dtypes.yaml makes it"
	fi
done <"$list"
$same
