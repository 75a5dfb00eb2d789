#!/bin/bash
# Fuzzes the whole import: import_run.sh FUZZER CORPUS SECONDS [KEEP]. Prints faults of Sinew's own and exits with 1 if there are any.
# KEEP: a directory for the files that make assimp fail; tests/hostile/found was collected this way.
# A hang, of 10 s of CPU time for a file of 8 KiB at most, is a fault, too. A fault is assimp's if the stack has frames of assimp
# above the first of ours. The sandbox handles those.
set -euo pipefail
fuzzer=$1 corpus=$2 seconds=$3 keep=${4:-}
endings=(dae glb gltf fbx x b3d smd md5mesh obj sinew 3ds ac ase bvh cob csm dxf iqm irr irrmesh lwo lws md2 md3 mdc mdl
  ms3d nff off ogex ply q3o raw stl x3d xgl 3mf mesh.xml mesh zae)
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0
"$fuzzer" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" -max_len=8192 -timeout=10 \
  -rss_limit_mb=2048 -malloc_limit_mb=1024 -artifact_prefix="$found/" "$corpus" >"$found/log" 2>&1 || true # the exit code of the last round
grep -q "wrapping up" "$found/log" || { tail -20 "$found/log" | cut -c 1-200; exit 1; }
grep -E "^#[0-9]+: cov" "$found/log" | tail -n 1

# How a file ends, with the stack: "" if it ends well, as where only other inputs before it made it fail. On a machine that has
# other work, 10 s of elapsed time are no hang; 60 s are, as are 10 s of CPU time.
ending() {
  local said result=0
  said=$(ulimit -S -t 10; "$fuzzer" -timeout=60 -rss_limit_mb=2048 "$1" 2>&1) || result=$?
  if [ "$result" = $((128 + $(kill -l XCPU))) ]; then "$fuzzer" -timeout=2 -rss_limit_mb=2048 "$1" 2>&1 || true
  elif [ "$result" != 0 ]; then printf '%s\n' "$said"
  fi
}

# A fault belongs to the innermost frame with a source file of Sinew, or of a library that reads: headers, the C library and the
# sanitizers do as they are told.
ours='/(src|tests)/[^ ]+\.(cpp|h):[0-9]'
libraries='libassimp|Assimp::|libdraco|libminizip|libz\.'
library=0 sinew=0
for artifact in "$found"/{crash,timeout}-*; do
  [ -e "$artifact" ] || continue
  said=$(ending "$artifact")
  [ -n "$said" ] || continue
  frame=$(grep -E "^ +#[0-9]+ " <<<"$said" | grep -m 1 -E "$ours|$libraries" || true)
  if [ -n "$frame" ] && ! grep -qE "$ours" <<<"$frame"; then
    library=$((library + 1))
    if [ -n "$keep" ]; then
      first=$(head -c 1 "$artifact" | od -An -tu1)
      tail -c +2 "$artifact" >"$keep/$(basename "$artifact" | sed 's/.*-//' | cut -c 1-8).${endings[first % ${#endings[@]}]}"
    fi
  else
    sinew=$((sinew + 1))
    printf '%s\n' "$said" | head -40
    cp "$artifact" .
    echo "$artifact as base64: $(base64 -w 0 "$artifact")" # for logs of machines that keep no files
  fi
done
echo "$library faults in assimp, $sinew in Sinew; those are in $PWD"
exit $((sinew > 0))
