#!/bin/bash
# Counts the instructions of a pose update with callgrind, which the load of the machine does not affect. Uses the portable
# kernels, and checks that frames do not allocate.
# usage: count_instructions.sh POSE_FRAMES MOST_PER_NODE     exit code 0: within the limit, 1: above, 77: valgrind is missing
set -euo pipefail
program=$1 most=$2
nodes=64 frames=500
if ! command -v valgrind >/dev/null; then
  echo "SKIPPED: valgrind is not installed (third_party/install.sh --tests installs it)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# count KEYS FRAMES
count() {
  if ! valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$program" "$1" "$2" portable >"$folder/said" 2>"$folder/log"; then
    cat "$folder/log" >&2
    return 2
  fi
  grep -q '^0 allocations' "$folder/said" || { echo "$1 keys per track: $(cat "$folder/said")" >&2; return 2; }
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$folder/log"
}

status=0
for keys in 30 300; do
  few=$(count $keys $frames)
  many=$(count $keys $((2 * frames)))
  each=$(((many - few) / (frames * nodes)))
  echo "$keys keys per track: $each instructions per node (at most $most)"
  [ $each -gt 0 ] && [ $each -le "$most" ] || status=1
done
exit $status
