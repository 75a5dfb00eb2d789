#!/bin/bash
# How long a fresh clone takes, with packages installed and without a compiler cache: tools/time_build.sh [WHAT...]
#   run      ./run.sh to the picture of the bundled character
#   test     ./test.sh
#   change   ./test.sh unit_check after a change of one file in src/check; needs "test" before it
#   ci       .ci/run
# Without arguments: run, test and change. Prints elapsed and processor seconds of each; what it ran prints to stderr.
set -euo pipefail
root=$(git -C "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" rev-parse --show-toplevel)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ ! -d "$root/../shared" ] || ln -s "$(realpath "$root/../shared")" "$folder/shared"
export CCACHE_DISABLE=1
unset DISPLAY WAYLAND_DISPLAY

timed() {
  local what=$1
  shift
  local TIMEFORMAT='%R %U %S'
  { time "$@" >&3 2>&3 || echo "$what: failed" >&3; } 3>&2 2>"$folder/time"
  awk -v what="$what" '{printf "%-8s %6.0f s, processor %6.0f s\n", what, $1, $2 + $3}' "$folder/time"
}

clone() { cd "$folder" && rm -rf "$folder/clone" && git clone --quiet "$root" "$folder/clone" && cd "$folder/clone"; }

[ $# -gt 0 ] || set -- run test change
for what in "$@"; do
  case $what in
    run) clone && timed run ./run.sh ;;
    test) clone && timed test ./test.sh ;;
    change) echo "// changed" >>src/check/check.cpp && timed change ./test.sh unit_check ;;
    ci) clone && timed ci .ci/run ;;
    *) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;;
  esac
done
