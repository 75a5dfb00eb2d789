#!/bin/bash
# Installs what is missing and configures build/PRESET. Returns at once when all of it has been done.
# usage: third_party/configure.sh PRESET [--tests]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
preset=$1
tests=${2:-}

third_party/install.sh $tests

# configured_with LINE: does the folder's cache hold it?
configured_with() { grep -qxF "$1" "build/$preset/CMakeCache.txt"; }

if [ ! -e "build/$preset/build.ninja" ] || ! configured_with "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD"; then
  cmake --fresh --preset "$preset" -DSINEW_TESTS="$([ -n "$tests" ] && echo ON || echo OFF)" # new, or the project was moved
elif [ -n "$tests" ] && ! configured_with SINEW_TESTS:BOOL=ON; then
  cmake --preset "$preset" -DSINEW_TESTS=ON
fi
