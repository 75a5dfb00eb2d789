#!/bin/bash
# Checks models for continuous integration, and writes into OUT: check.html, check.sarif, check.md, and sheets/ with contact sheets.
# usage: packaging/ci/check.sh OUT [sinew options] models...
#   $SINEW   the program; default: sinew
# Exits as sinew --check does.
set -u
if [ $# -lt 1 ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
sinew=${SINEW:-sinew}
out=$1
shift
if [ $# = 0 ] || [ "${*: -1}" = -- ]; then  # sinew would check its own model
  echo "check.sh: there is no model to check" >&2
  exit 2
fi
mkdir -p "$out/sheets" || exit 5

"$sinew" --check --report sarif --html "$out/check.html" "$@" > "$out/check.sarif"
verdict=$?
[ $verdict = 0 ] || [ $verdict = 1 ] || [ $verdict = 3 ] || exit $verdict
"$sinew" --check --report markdown "$@" > "$out/check.md" 2> /dev/null

# Contact sheets are for people: a model that cannot be drawn has been reported above.
# The log lists the models as percent-encoded URI references, one a line.
sed -n '/^      "artifacts": \[/,/^      \]/s/^ *"uri": "\(file:\/\/\)\?\(.*\)"$/\2/p' "$out/check.sarif" | grep -v %0A | sed 's/%/\\x/g' |
  while IFS= read -r path; do printf '%b\n' "$path"; done > "$out/models"
if [ -s "$out/models" ]; then
  "$sinew" --batch "$out/models" --sheet 6x8 --animation all --look flat -o "$out/sheets/{number}_{name}_%d.png" > /dev/null || true
fi
rm -f "$out/models"
exit $verdict
