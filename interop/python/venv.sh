#!/bin/sh
# Installs what requirements.txt lists into a virtual environment and prints the path
# of its python; one that is complete is used as it is.
#
#     venv.sh [FOLDER]
#
# Without FOLDER it is in the user's cache, one for every content of
# requirements.txt. Needs python3 with its venv module, and pip as it is set up on
# the machine; when anything fails, so does this.
set -eu
wanted=$(cd "$(dirname "$0")" && pwd)/requirements.txt
folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tensorshm/venv-$(cksum <"$wanted" | cut -d ' ' -f 1)}
installed=$folder/installed.txt # written last: without it nothing is complete
python=$folder/bin/python

complete() {
	cmp -s "$wanted" "$installed" && "$python" -c "import ml_dtypes" 2>/dev/null # fails after an upgrade of python3
}

if ! complete; then
	if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && [ ! -f "$folder/pyvenv.cfg" ]; then
		echo "venv.sh: $folder is no virtual environment" >&2
		exit 1
	fi
	if command -v flock >/dev/null; then # else two at once could get in each other's way
		mkdir -p "$(dirname "$folder")"
		exec 9>"$folder.lock"
		flock 9
	fi
fi
if ! complete; then
	python3 -m venv --clear "$folder" >&2
	"$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: -r "$wanted" >&2
	cp "$wanted" "$installed"
fi
echo "$python"
