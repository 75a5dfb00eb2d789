#!/bin/bash
# Makes a release.
# usage: third_party/release.sh version X.Y.Z       writes the version into the files that have it, to commit
#        third_party/release.sh packages [FOLDER]   makes, of the last commit, the source tarball, Debian's packages built from it, and
#                                                   checksums, in FOLDER (default: build/packages)
# The maintainer of the packages is DEBFULLNAME <DEBEMAIL>, or else git's user.name <user.email>; their homepage is SINEW_HOMEPAGE, or else git's
# remote origin.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

# fail CODE MESSAGE: the codes are sinew's: 2 wrong use, 3 unusable input, 4 something is not installed, 5 unusable output.
fail() {
  echo "release.sh: $2" >&2
  exit "$1"
}

version=$(sed -n 's/^project(sinew VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)

git rev-parse --verify --quiet HEAD >/dev/null || fail 3 "not a git repository"
[ -z "$(git status --porcelain)" ] || fail 3 "there are uncommitted changes: $(git status --porcelain | head -1 | cut -c4-)"

set_version() {
  [[ $1 =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail 2 "'$1' is not a version such as 1.2.3"
  [ "$1" != "$version" ] || fail 2 "the version is $1 already"
  [ "$(printf '%s\n' "$version" "$1" | sort -V | tail -1)" = "$1" ] || fail 2 "$1 is before $version, the present version"
  grep -qx '## Unreleased' CHANGELOG.md || fail 3 "CHANGELOG.md has no section 'Unreleased'"
  local date
  date=$(date -u +%F)
  sed -i "s/^project(sinew VERSION $version /project(sinew VERSION $1 /" CMakeLists.txt
  sed -i "s/^## Unreleased\$/## $1 ($date)/" CHANGELOG.md
  sed -i "s|^  <releases>\$|&\n    <release version=\"$1\" date=\"$date\"/>|" packaging/desktop/sinew.metainfo.xml
  sed -Ei "s/find_package\(sinew [0-9]+\.[0-9]+/find_package(sinew ${1%.*}/" docs/library.md tests/install/project/CMakeLists.txt
  git --no-pager diff --stat
}

# find_maintainer: sets `maintainer` to a name and an address that can reach somebody.
find_maintainer() {
  local name=${DEBFULLNAME:-$(git config user.name || true)} address=${DEBEMAIL:-$(git config user.email || true)}
  maintainer="$name <$address>"
  [[ -n $name && $address =~ ^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$ ]] ||
    fail 3 "packages need a maintainer: set DEBFULLNAME and DEBEMAIL, or git's user.name and user.email"
  case ${address,,} in
    *noreply* | *no-reply* | *.invalid | *.example | *.test | *.localhost | *@example.*)
      fail 3 "no mail reaches $maintainer: set DEBFULLNAME and DEBEMAIL to the maintainer of the packages" ;;
  esac
}

# find_homepage: sets `homepage`, which may be empty.
find_homepage() {
  homepage=${SINEW_HOMEPAGE:-}
  [[ -z $homepage || $homepage =~ ^https://[^[:space:]\<\>\&\"\;]+$ ]] || fail 2 "SINEW_HOMEPAGE is '$homepage', and not an https address"
  [ -n "$homepage" ] || homepage=$(git config remote.origin.url | grep -x 'https://[A-Za-z0-9._~/-]*' | sed 's/[.]git$//') || true
}

make_packages() {
  local folder source epoch maintainer homepage
  find_maintainer
  find_homepage
  for tool in cmake ninja dpkg-deb dpkg-shlibdeps sha256sum; do
    command -v $tool >/dev/null || fail 4 "$tool is not installed"
  done
  mkdir -p "$1" 2>/dev/null || fail 5 "cannot make the folder $1"
  folder=$(readlink -f "$1")
  [ -z "$(ls -A "$folder")" ] || fail 5 "the folder $1 is not empty"
  epoch=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH=$epoch
  git archive --prefix="sinew-$version/" HEAD | gzip -9n >"$folder/sinew-$version.tar.gz"

  # From the tarball alone, which so proves that it is complete.
  source=$(mktemp -d)
  trap "rm -rf '$source'" EXIT
  tar -xzf "$folder/sinew-$version.tar.gz" -C "$source"
  cmake -G Ninja -S "$source/sinew-$version" -B "$source/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$source=." -DSINEW_MAINTAINER="$maintainer" -DSINEW_HOMEPAGE="$homepage" -DSINEW_TESTS=OFF -DSINEW_BENCHMARK=OFF -DSINEW_PYTHON=ON
  cmake --build "$source/build"
  (cd "$source/build" && cpack -G DEB -B "$source/packages")
  mv "$source"/packages/*.deb "$folder"
  if command -v lintian >/dev/null; then
    lintian --fail-on error "$folder"/*.deb
  fi
  (cd "$folder" && sha256sum -- *.tar.gz *.deb >SHA256SUMS && cat SHA256SUMS)
}

case ${1:-} in
  version) [ $# = 2 ] || fail 2 "usage: third_party/release.sh version X.Y.Z" ; set_version "$2" ;;
  packages) [ $# -le 2 ] || fail 2 "usage: third_party/release.sh packages [FOLDER]" ; make_packages "${2:-build/packages}" ;;
  *) fail 2 "usage: third_party/release.sh version X.Y.Z | packages [FOLDER]" ;;
esac
