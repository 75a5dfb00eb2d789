#!/bin/bash
# Installs what is missing, builds Sinew where that is needed, and runs it: ./run.sh [arguments of sinew]
# With no arguments: the bundled character, in a window where there is a display, else as the picture sinew.png.
set -euo pipefail
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
build=$root/build/release

# Goes to stderr, because stdout is what sinew prints; prints nothing when there is nothing to do. 4: the environment cannot.
(
  trap 'echo "run.sh: could not set Sinew up" >&2; exit 4' ERR
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock 9 # one build at a time
  "$root/third_party/configure.sh" release
  if [[ $(ninja -C "$build" -n sinew 2>&1) != *"no work to do"* ]]; then
    cmake --build "$build" --target sinew
  fi
) >&2

exec "$build/sinew" "$@"
