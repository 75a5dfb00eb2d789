#!/bin/bash
# Installs missing packages, builds Sinew if needed, and runs it: ./run.sh [arguments of sinew]
# Without arguments it shows the bundled character: in a window, or without a display as sinew.png.
set -euo pipefail
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
build=$root/build/release

# Everything here goes to stderr, because stdout belongs to sinew. Silent if there is nothing to do. Exit code 4: setup failed.
(
  trap 'echo "run.sh: could not set up Sinew" >&2; exit 4' ERR
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock 9 # one build at a time
  "$root/third_party/configure.sh" release
  "$root/third_party/build.sh" release sinew
) >&2

exec "$build/sinew" "$@"
