#!/bin/bash
# Installs the packages that building Sinew needs: Debian 12 or newer, Ubuntu 24.04 or newer. Returns at once if all are installed.
# usage: third_party/install.sh [--tests] [--release] [--mingw] [--list]
#   --tests   also those that the tests need
#   --release also those that only tests with the label "release" need
#   --mingw   also a compiler for Windows, and Wine to run what it compiles
#   --list    prints the package names, one per line, and installs nothing
set -euo pipefail

packages=(
  g++ cmake ninja-build                                          # compiler and build tools
  libassimp-dev libglm-dev                                       # model files, math
  libvulkan-dev libvulkan-volk-dev libvulkan1                    # Vulkan and its loader
  libshaderc-dev glslang-dev spirv-tools glslc                   # shaders
  libglfw3-dev libx11-xcb1 libxcursor1 libxi6 libxinerama1 libxrandr2  # the window; glfw loads the X libraries at run time
  libglib2.0-dev                                                 # the desktop's file dialog
  libimgui-dev                                                   # the panel
  fonts-roboto-unhinted libfontconfig-dev libfribidi-dev         # text
  libpng-dev libdeflate-dev libstb-dev                           # pictures
  libwebp-dev libgif-dev                                         # animated pictures, WebP textures
  libmeshoptimizer-dev libdraco-dev                              # compressed meshes
  libopenexr-dev                                                 # environment maps
  libseccomp-dev                                                 # the import sandbox
  libcli11-dev libfmt-dev nlohmann-json3-dev libpugixml-dev libtomlplusplus-dev  # command line, text, JSON, XML, TOML
  mesa-vulkan-drivers                                            # Vulkan drivers, including one for machines without a GPU
)
test_packages=(
  catch2 libbenchmark-dev python3                                # test framework and tools
  vulkan-validationlayers                                        # for --validate
  xvfb openbox xdotool libxcb1-dev                               # a display, a window manager, keys and screenshots
  assimp-testmodels                                              # models in many formats
  parallel                                                       # sharing a sequence
  nodejs python3-yaml                                            # for install_judges.py, the kit for continuous integration
  dbus-daemon python3-gi                                         # a stand-in for the desktop's file dialog
  fonts-droid-fallback fonts-dejavu-core                         # scripts that the built-in font lacks
  zsh fish                                                       # shells that complete
  desktop-file-utils appstream shared-mime-info bubblewrap       # what a desktop reads, and its sandbox of thumbnailers
  pybind11-dev python3-dev python3-numpy                         # the Python module
  git valgrind                                                   # the instruction count of a pose update
  mold                                                           # links in a third of the time
)
release_packages=(
  ffmpeg                                                         # films that it encodes
  dpkg-dev lintian pkgconf                                       # packages, and programs that use the installed libraries
)

list=no
for argument in "$@"; do
  case $argument in
    --tests) packages+=("${test_packages[@]}") ;;
    --release) packages+=("${release_packages[@]}") ;;
    --mingw) packages+=(g++-mingw-w64-x86-64-posix wine wine64) ;;
    --list) list=yes ;;
    *) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;;
  esac
done
if [ $list = yes ]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

say() { printf 'install.sh: %s\n' "$*" >&2; }

# On other systems CMake reports what is missing, if CMake is installed.
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  for tool in c++ cmake ninja; do
    if ! command -v $tool >/dev/null; then
      say "$tool is missing, and this is neither Debian nor Ubuntu. Install the equivalents of these Debian packages: ${packages[*]}"
      exit 4
    fi
  done
  exit 0
fi

# Sets `missing` to the packages that are not installed.
find_missing() {
  local status name
  declare -A installed=()
  while read -r status name; do
    [ "${status:1:1}" != i ] || installed[$name]=yes
  done < <(dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>/dev/null)
  missing=()
  for name in "${packages[@]}"; do
    [ -n "${installed[$name]:-}" ] || missing+=("$name")
  done
}

find_missing
[ ${#missing[@]} -gt 0 ] || exit 0

install=(apt-get install --yes --no-install-recommends "${missing[@]}")
as_root=()
if [ "$(id -u)" != 0 ]; then
  as_root=(sudo)
  if ! command -v sudo >/dev/null; then
    say "packages are missing, and only root can install them. Run as root: apt-get update && ${install[*]}"
    exit 4
  fi
fi

# Runs apt-get without questions, waiting for its lock. Configuration files that someone changed stay.
apt() {
  local action=$1
  shift
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$action" --quiet --quiet -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" </dev/null
}

say "installing ${#missing[@]} packages and what they need: ${missing[*]}"
apt update || say "apt-get update failed; using the existing package lists"
known=$(apt-cache show --no-all-versions "${missing[@]}" 2>/dev/null | sed -n 's/^Package: //p' || true)
unknown=()
for name in "${missing[@]}"; do
  grep -qxF "$name" <<<"$known" || unknown+=("$name")
done
if [ ${#unknown[@]} -gt 0 ]; then
  say "not in this system's package lists: ${unknown[*]}. Debian 12 or newer and Ubuntu 24.04 or newer have them" \
    "(on Ubuntu, enable the component universe)."
  exit 4
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! apt install --yes --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
  cat "$log" >&2
  say "could not install the packages. Run as root: apt-get update && ${install[*]}"
  exit 4
fi
find_missing
if [ ${#missing[@]} -gt 0 ]; then
  say "still missing: ${missing[*]}"
  exit 4
fi
