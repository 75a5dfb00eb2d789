#!/bin/bash
# Installs missing packages and configures build/PRESET. Returns at once if both are done.
# usage: third_party/configure.sh PRESET [--tests [--release]]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
preset=$1
tests=${2:-}
release=${3:-}

third_party/install.sh $tests $release $([ "$preset" != mingw ] || echo --mingw)

# configure ARGUMENTS: of what CMake says, only what went wrong and what is left out.
configure() {
  echo "configuring build/$preset"
  local said
  said=$(cmake "$@" 2>&1) || { echo "$said"; exit 1; }
  grep -E '^(-- sinew:|CMake Warning)' <<<"$said" || true
}

# configured_with LINE: whether the cache of the build directory has it.
configured_with() { grep -qxF "$1" "build/$preset/CMakeCache.txt"; }

# Only a build that starts with the tests is a developer's, and treats warnings as errors: a user's compiler may be newer than ours.
# Adding the tests later does not change that, which would recompile everything.
if [ ! -e "build/$preset/build.ninja" ] || ! configured_with "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD"; then # new, or the repository was moved
  developer=$([ -n "$tests" ] && echo ON || echo OFF)
  options=(-DSINEW_TESTS="$developer" -DSINEW_PYTHON="$developer" -DSINEW_WERROR="$developer")
  # Where ccache is installed, clones in any folder share what was compiled before.
  if [ "$developer" = ON ] && command -v ccache >/dev/null; then
    options+=("-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_BASEDIR=$PWD;CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache")
  fi
  configure --fresh --preset "$preset" "${options[@]}"
elif [ -n "$tests" ] && ! configured_with SINEW_TESTS:BOOL=ON; then
  configure --preset "$preset" -DSINEW_TESTS=ON
fi
