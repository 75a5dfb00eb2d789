#!/bin/bash
# Fuzzes the whole import: import_run.sh FUZZER CORPUS SECONDS [KEEP]. Exits with 1 when a fault of Sinew's own was found, which it shows.
# KEEP: a folder for the files on which the importing library fails; tests/hostile/found is made of such.
# A fault is the importing library's when its frames stand above the first of ours: for those there is the sandbox.
set -euo pipefail
fuzzer=$1 corpus=$2 seconds=$3 keep=${4:-}
endings=(dae glb gltf fbx x b3d smd md5mesh obj sinew)
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0
"$fuzzer" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" -max_len=8192 -timeout=10 \
  -rss_limit_mb=2048 -malloc_limit_mb=1024 -artifact_prefix="$found/" "$corpus" >"$found/log" 2>&1 || true # what the last round ended with
grep -q "wrapping up" "$found/log" || { tail -20 "$found/log" | cut -c 1-200; exit 1; }
grep -E "^#[0-9]+: cov" "$found/log" | tail -n 1

library=0 ours=0
for artifact in "$found"/crash-*; do
  [ -e "$artifact" ] || continue
  said=$("$fuzzer" -timeout=10 -rss_limit_mb=2048 "$artifact" 2>&1) && continue # only when others ran before it
  # The frame in which it happened, below the standard library's, the sanitizer's and the fuzzer's.
  frame=$(grep -E "^ +#[0-9]+ " <<<"$said" | grep -vE "/libc\.so|/libc\.|libstdc\+\+|__asan|__sanitizer|__interceptor|operator (new|delete)|abort|raise|std::|compiler-rt" | head -n 1)
  if grep -qE "libassimp|Assimp::|libdraco|libminizip|libz\." <<<"$frame"; then
    library=$((library + 1))
    if [ -n "$keep" ]; then
      first=$(head -c 1 "$artifact" | od -An -tu1)
      tail -c +2 "$artifact" >"$keep/$(basename "$artifact" | cut -c 7-14).${endings[first % ${#endings[@]}]}"
    fi
  else
    ours=$((ours + 1))
    printf '%s\n' "$said" | head -40
    cp "$artifact" .
  fi
done
echo "$library faults of the importing library, $ours of Sinew's own; those are in $PWD"
exit $((ours > 0))
