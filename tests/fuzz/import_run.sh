#!/bin/bash
# Fuzzes the whole import: import_run.sh FUZZER CORPUS SECONDS [KEEP]. Prints faults of Sinew's own and exits with 1 if there are any.
# KEEP: a directory for the files that make assimp fail; tests/hostile/found was collected this way.
# A hang, of 10 s for a file of 8 KiB at most, is a fault, too. A fault is assimp's if the stack has frames of assimp above the
# first of ours. The sandbox handles those.
set -euo pipefail
fuzzer=$1 corpus=$2 seconds=$3 keep=${4:-}
endings=(dae glb gltf fbx x b3d smd md5mesh obj sinew 3ds ac ase bvh cob csm dxf iqm irr irrmesh lwo lws md2 md3 mdc mdl
  ms3d nff off ogex ply q3o raw stl x3d xgl 3mf mesh.xml)
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0
"$fuzzer" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" -max_len=8192 -timeout=10 \
  -rss_limit_mb=2048 -malloc_limit_mb=1024 -artifact_prefix="$found/" "$corpus" >"$found/log" 2>&1 || true # the exit code of the last round
grep -q "wrapping up" "$found/log" || { tail -20 "$found/log" | cut -c 1-200; exit 1; }
grep -E "^#[0-9]+: cov" "$found/log" | tail -n 1

library=0 ours=0
for artifact in "$found"/{crash,timeout}-*; do
  [ -e "$artifact" ] || continue
  said=$("$fuzzer" -timeout=10 -rss_limit_mb=2048 "$artifact" 2>&1) && continue # fails only after other inputs
  # The innermost frame outside the standard library, the sanitizers and the fuzzer. Our frames have a source file; those of the
  # fuzzer's own binary without one are the sanitizer's: strncmp, memcpy.
  frame=$(grep -E "^ +#[0-9]+ " <<<"$said" | grep -vE "/libc\.so|/libc\.|libstdc\+\+|libgcc_s|/nptl/|__cxa_|__gxx_|__asan|__sanitizer|__interceptor|operator (new|delete)|abort|raise|std::|compiler-rt|/fuzz_import\+0x" | head -n 1 || true)
  if grep -qE "libassimp|Assimp::|libdraco|libminizip|libz\." <<<"$frame"; then
    library=$((library + 1))
    if [ -n "$keep" ]; then
      first=$(head -c 1 "$artifact" | od -An -tu1)
      tail -c +2 "$artifact" >"$keep/$(basename "$artifact" | sed 's/.*-//' | cut -c 1-8).${endings[first % ${#endings[@]}]}"
    fi
  else
    ours=$((ours + 1))
    printf '%s\n' "$said" | head -40
    cp "$artifact" .
  fi
done
echo "$library faults in assimp, $ours in Sinew; those are in $PWD"
exit $((ours > 0))
