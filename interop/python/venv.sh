#!/bin/sh
# Installs what oracle.py needs into a virtual environment and prints the path
# of its python; one that is complete is used as it is.
#
#     venv.sh [FOLDER]
#
# Without FOLDER it is in the user's cache. Needs python3 with its venv module,
# and pip as it is set up on the machine; when anything fails, so does this.
set -eu
wanted=$(cd "$(dirname "$0")" && pwd)/requirements.txt
folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tensorshm/venv}
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
	python3 -m venv --clear "$folder" >&2
	"$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: -r "$wanted" >&2
	cp "$wanted" "$installed"
fi
echo "$python"
