#!/bin/bash
# Installs missing packages, builds and runs the tests: ./test.sh [options] [NAME | ctest options]
#   NAME             builds and runs one program, ./test.sh unit_check, or all entries whose names match, ./test.sh cli/bake
#   --label NAME     builds and runs only what has this label (tests/CMakeLists.txt): release, sanitize, unit, window, ...
#   --asan, --tsan   builds with AddressSanitizer and UndefinedBehaviorSanitizer, or with ThreadSanitizer
#   --preset NAME    builds another preset of CMakePresets.json
#   --all            runs every test in release, asan and tsan, and the unit tests in debug, where each file is compiled alone
#   --device-gpu     uses this machine's Vulkan driver instead of Mesa's software driver, which the golden pictures are made for
# The last line is "N passed, N failed", plus ", N skipped" if any were; it counts test cases. Exits with 0 if none failed.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

preset=release
driver=software
all=no
label=
while [ $# -gt 0 ]; do
  case $1 in
    --all) all=yes ;;
    --asan) preset=asan ;;
    --tsan) preset=tsan ;;
    --preset) preset=${2:?--preset needs a name}; shift ;;
    --label) label=${2:?--label needs a name}; shift ;;
    --device-gpu) driver=any ;;
    -h | --help) sed -n '2,10s/^# //p' "$0"; exit 0 ;;
    *) break ;;
  esac
  shift
done
# Runs this script once per configuration and adds up the last lines.
if [ $all = yes ]; then
  gpu=()
  [ $driver = software ] || gpu=(--device-gpu)
  [ -z "$label" ] || gpu+=(--label "$label")
  third_party/install.sh --tests --release
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  passed=0 failed=0 skipped=0 unfinished=
  for configuration in release asan tsan debug; do
    arguments=("$@")
    [ $configuration != debug ] || gpu+=(--label unit)
    [ ${#arguments[@]} -gt 0 ] || arguments=(--tests-regex .) # what is labeled "release", too
    echo "test.sh: $configuration"
    ./test.sh --preset $configuration "${gpu[@]}" "${arguments[@]}" 2>&1 | tee "$log" || true
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
      passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
    elif [ "$last" != "test.sh: no test was run" ]; then # a name may match nothing in debug
      unfinished+=" $configuration"
    fi
  done
  [ -z "$unfinished" ] || { echo "test.sh: did not finish:$unfinished"; exit 1; }
  [ $((passed + failed + skipped)) -gt 0 ] || { echo "test.sh: no test was run"; exit 1; }
  echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
  exit $((failed > 0))
fi

build=$PWD/build/$preset

fail() {
  echo "test.sh: $*"
  exit 1
}

packages=
[[ $label != release ]] || packages=--release
mkdir -p "$build"
exec 9>"$build/.lock"
flock 9 # one build at a time
third_party/configure.sh "$preset" --tests ${packages:+"$packages"} || fail "could not set up preset $preset; no test was run"
target=all
left_out='^benchmark$'
if [[ $# = 1 && $1 != -* ]]; then
  if grep -q "^build test_$1: phony" "$build/build.ninja"; then
    target=test_$1
    set -- --tests-regex "^$1(/|\$)"
  else
    set -- --tests-regex "$1"
  fi
elif [ -n "$label" ]; then
  target=tests_$label
  set -- --label-regex "^$label\$" "$@"
elif [ $# = 0 ]; then
  left_out='^(benchmark|release)$'
fi
third_party/build.sh "$preset" $target || fail "the build of preset $preset failed; no test was run"
exec 9>&-

# Programs of others that read exported files. Without a network their tests are skipped by name.
export SINEW_JUDGES=${SINEW_JUDGES:-${build%/*}/judges}
third_party/install_judges.py "$SINEW_JUDGES" || true

# One environment everywhere. A test that needs a display starts its own.
unset DISPLAY WAYLAND_DISPLAY NO_COLOR VK_INSTANCE_LAYERS VK_LOADER_LAYERS_ENABLE VK_LOADER_LAYERS_DISABLE
export LC_ALL=C.UTF-8
if [ $driver = software ]; then
  if lavapipe=$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json'); then
    lavapipe=$(head -n 1 <<<"$lavapipe")
    export VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe
  else
    echo "test.sh: Mesa's software driver is not installed; using the system's Vulkan driver"
  fi
fi
# Mesa compiles each shader once for all tests and presets.
export MESA_SHADER_CACHE_DIR=${build%/*}/shader_cache
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
# Without ignore_noninstrumented_modules=1: on Linux it matches every module, and hides what std::async and packaged_task run.
# Mesa's driver reports no races if it draws without threads.
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tests/support/tsan.supp:print_suppressions=0
[ "$preset" != tsan ] || export LP_NUM_THREADS=0

# One job more than there are CPUs, because many tests wait for a window. Benchmarks compare times, so they run alone,
# after the others.
status=0
reports=()
run_tests() {
  local report=$build/$1.xml
  shift
  rm -f "$report"
  ctest --test-dir "$build" --output-on-failure --no-tests=ignore --timeout 1800 --output-junit "$report" \
    --test-output-size-passed 10000000 --test-output-size-failed 10000000 "$@" || status=$?
  [ -s "$report" ] || fail "ctest exited with $status and wrote no report"
  reports+=("$report")
}
run_tests tests --parallel $(($(nproc) + 1)) --label-exclude "$left_out" "$@"
run_tests benchmarks --label-regex '^benchmark$' "$@"

# A ctest entry may be a whole program of cases; Catch2's last line then has their number.
python3 - "$status" "${reports[@]}" <<'PYTHON'
import re
import sys
import xml.etree.ElementTree

status, reports = int(sys.argv[1]), sys.argv[2:]
passed = failed = 0
skipped = []
tails = []
for entry in (entry for report in reports for entry in xml.etree.ElementTree.parse(report).iter("testcase")):
    output = entry.findtext("system-out") or ""
    not_run = entry.find("skipped")
    message = not_run.get("message", "") if not_run is not None else ""
    entry_skipped = entry.get("status") == "disabled" or message.startswith("SKIP_")
    entry_failed = entry.get("status") != "run" and not entry_skipped

    cases, cases_failed = 1, 0
    if closing := re.findall(r"^All tests passed \(.* in (\d+) test cases?\)", output, re.M):
        cases = int(closing[-1])
    elif closing := re.findall(r"^test cases: *(\d+) *\|(.*)", output, re.M):
        cases = int(closing[-1][0])
        cases_failed = sum(int(n) for n in re.findall(r"(\d+) failed", closing[-1][1]))
    cases_failed = max(cases_failed, 1) if entry_failed else cases_failed
    reasons = re.findall(r"SKIPPED:\s*(?:explicitly with message:\s*)?(.+)", output)
    if entry_skipped and not reasons:
        reasons = ["disabled" if entry.get("status") == "disabled" else message]
    reasons = reasons[: max(cases - cases_failed, 0)]

    failed += cases_failed
    skipped += [(entry.get("name"), reason.strip()) for reason in reasons]
    passed += max(cases - cases_failed - len(reasons), 0)
    if cases_failed:
        tails += ["", f"failed: {entry.get('name')}", *output.splitlines()[-40:]]

print("\n".join(tails))
for name, reason in skipped:
    print(f"skipped: {name}: {reason}")
if passed + failed == 0:
    sys.exit("test.sh: no test was run")
if status != 0 and failed == 0:
    sys.exit(f"test.sh: ctest exited with {status} although no test failed")
print(f"{passed} passed, {failed} failed" + (f", {len(skipped)} skipped" if skipped else ""))
sys.exit(failed > 0)
PYTHON
