#!/bin/bash
# Fuzzes the whole import: import_run.sh FUZZER CORPUS SECONDS. Exits with 1 when a fault of Sinew's own was found, which it shows.
# A fault is the importing library's when its frames stand above the first of ours: for those there is the sandbox.
set -euo pipefail
fuzzer=$1 corpus=$2 seconds=$3
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0
"$fuzzer" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" -max_len=8192 -timeout=10 \
  -rss_limit_mb=2048 -malloc_limit_mb=1024 -artifact_prefix="$found/" "$corpus" >"$found/log" 2>&1 || { tail -20 "$found/log"; exit 1; }
grep -E "^#[0-9]+: cov" "$found/log" | tail -n 1

library=0 ours=0
for artifact in "$found"/crash-*; do
  [ -e "$artifact" ] || continue
  said=$("$fuzzer" -timeout=10 -rss_limit_mb=2048 "$artifact" 2>&1) && continue # only when others ran before it
  # The frame in which it happened, below the standard library's, the sanitizer's and the fuzzer's.
  frame=$(grep -E "^ +#[0-9]+ " <<<"$said" | grep -vE "/libc\.so|/libc\.|libstdc\+\+|__asan|__sanitizer|__interceptor|operator (new|delete)|abort|raise|std::|compiler-rt" | head -n 1)
  if grep -qE "libassimp|Assimp::|libdraco|libminizip|libz\." <<<"$frame"; then
    library=$((library + 1))
  else
    ours=$((ours + 1))
    printf '%s\n' "$said" | head -40
    cp "$artifact" .
  fi
done
echo "$library faults of the importing library, $ours of Sinew's own; those are in $PWD"
exit $((ours > 0))
