#!/bin/bash
# Runs valgrind, without Vulkan layers, to find leaks and invalid reads and writes: once drawing a picture, twice without Vulkan.
# Uninitialized values are not checked, because the drivers compute with them. The sandbox is off: valgrind does not know its
# system calls, and its processes exit without freeing.
# usage: valgrind.sh SINEW KEEP_LOADED     exit code 77: valgrind is missing
#   KEEP_LOADED   the library built from support/keep_loaded.c, which lets reports name the driver
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
sinew=$1
keep_loaded=$2

command -v valgrind >/dev/null || { echo "SKIPPED: valgrind is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

look() {
  LD_PRELOAD=$keep_loaded valgrind --quiet --leak-check=full --show-leak-kinds=definite --undef-value-errors=no --num-callers=40 \
    --suppressions=support/valgrind.supp --log-file="$folder/said" "$@"
  ! grep -E -A 60 'definitely lost|Invalid ' "$folder/said"
}
look "$sinew" ../assets/tube.dae --no-sandbox --look flat --size 64x64 --samples 1 -o "$folder/tube.png"
look "$sinew" ../assets/character.dae --no-sandbox --no-levels --bake "$folder/character.sinew"
look "$sinew" "$folder/character.sinew" --no-sandbox --check
[ -s "$folder/tube.png" ]
