#!/bin/bash
# Counts the instructions of a pose update in the portable build with callgrind, which no load of the machine disturbs;
# nor may the frames allocate.
# usage: count_instructions.sh POSE_FRAMES MOST_A_NODE; exit 0: not more; 1: more; 77: cannot count here
set -euo pipefail
program=$1 most=$2
nodes=64 frames=500
if ! command -v valgrind >/dev/null; then
  echo "SKIPPED: there is no valgrind (third_party/install.sh --tests installs it)"
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
  grep -q '^0 allocations' "$folder/said" || { echo "$1 keys a track: $(cat "$folder/said")" >&2; return 2; }
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$folder/log"
}

status=0
for keys in 30 300; do
  few=$(count $keys $frames)
  many=$(count $keys $((2 * frames)))
  each=$(((many - few) / (frames * nodes)))
  echo "$keys keys a track: $each instructions a node (at most $most)"
  [ $each -gt 0 ] && [ $each -le "$most" ] || status=1
done
exit $status
