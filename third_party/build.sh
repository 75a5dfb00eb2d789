#!/bin/bash
# Builds targets of build/PRESET and says how far it is: "building (57 of 112)". Silent if there is nothing to do.
# usage: third_party/build.sh PRESET TARGET...
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=build/$1
shift

[[ $(ninja -C "$build" -n "$@" 2>&1) != *"no work to do"* ]] || exit 0

# Ninja begins a line for each step with this. All other lines are a compiler's. A terminal shows one line that counts, a file a line
# every five seconds.
export NINJA_STATUS='@building (%f of %t)@'
last=-5
ninja -C "$build" -j "$(nproc)" "$@" 2>&1 | while IFS= read -r line; do
  if [[ $line == @* ]]; then
    IFS=@ read -r _ step _ <<<"$line"
    if [ -t 1 ]; then
      printf '\r%s ' "$step"
    elif ((SECONDS >= last + 5)); then
      last=$SECONDS
      echo "$step"
    fi
  elif [[ $line != "ninja: Entering directory"* ]]; then
    printf '%s\n' "$line"
  fi
done
[ ! -t 1 ] || printf '\r\e[K'
