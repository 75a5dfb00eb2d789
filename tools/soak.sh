#!/bin/bash
# Uses the window at random for a long time and checks that nothing leaks: tools/soak.sh [MINUTES] [PRESET]
#   MINUTES   default 60        PRESET   the build to use, default release; ./test.sh builds it
# Switches clips, steps frames, resizes the window, toggles looks, takes screenshots, and reloads the shaders and the model, now and
# then from another file. Every fourth round ends in the same state and prints a line with what the program holds. The last lines
# compare the first half (without the first fifth of the run) with the second. Exits with 1 if memory, handles or GPU allocations
# grew by 1 % or more.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
minutes=${1:-60}
program=$root/build/${2:-release}/tests/sinew_faulty # counts GPU objects
[ -x "$program" ] || { echo "soak.sh: $program is not built"; exit 2; }
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "soak.sh: $tool is not installed"; exit 2; }
done

folder=$(mktemp -d)
server= player=
finish() {
  [ -z "$player" ] || kill "$player" 2>/dev/null || true
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
cp "$root"/assets/{character.dae,tube.dae,*.png} .
cp character.dae model.dae

Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>display 2>/dev/null &
server=$!
until [ -s display ]; do sleep 0.1; done
DISPLAY=:$(cat display)
export DISPLAY SINEW_COUNTS=$folder/counts
[ "$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json')" ] && export VK_DRIVER_FILES=$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' | head -n 1)
# With anisotropic filtering and several samples, Mesa's software driver may take minutes per frame.
SINEW_WITHOUT=samplerAnisotropy "$program" model.dae --size 320x240 2>said &
player=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --pid $player | head -n 1)

# One round of input, as xdotool commands. Everything switched on is off again at its end.
round() {
  local i key
  local -A switched=([w]=0 [k]=0 [h]=0)
  toggle() {
    switched[$1]=$((1 - switched[$1]))
    echo "key $1"
  }
  for i in $(seq 150); do
    case $((RANDOM % 24)) in
      0 | 1 | 2 | 3) echo "key $((RANDOM % 6 + 1))" ;;
      4 | 5) echo "key Right" ;;
      6) echo "key Left" ;;
      7 | 8 | 9) echo "key comma" ;;
      10 | 11 | 12) echo "key period" ;;
      13 | 14 | 15 | 16) echo "windowsize $window $((RANDOM % 800 + 1)) $((RANDOM % 600 + 1))" ;;
      17) echo "key space" ;;
      18) echo "key minus" ;;
      19) echo "key equal" ;;
      20) toggle w ;;
      21) toggle k ;;
      22) toggle h ;;
      23) echo "mousemove --window $window 50 50 mousedown 1 mousemove_relative $((RANDOM % 60)) $((RANDOM % 60)) mouseup 1 click 4 click 5" ;;
    esac
    echo "sleep 0.02"
  done
  for key in w k h; do
    [ ${switched[$key]} = 0 ] || echo "key $key"
  done
  echo "key F12"
}

# Waits until the counts are written again; all earlier frames are then drawn.
settle() {
  local before=$(cat counts 2>/dev/null || true)
  for _ in $(seq 600); do
    [ "$(cat counts 2>/dev/null || true)" = "$before" ] || return 0
    kill -0 $player || { echo "soak.sh: the program exited"; cat said; exit 1; }
    sleep 0.1
  done
  echo "soak.sh: the window stopped drawing"
  exit 1
}

# Waits until no model is being read and no picture written.
rest() {
  local last=none now
  for _ in $(seq 60); do
    settle
    now=$(awk '{ print $2, $6, int($10 / 262144) }' counts)
    [ "$now" != "$last" ] || return 0
    last=$now
  done
}

reload() {
  cp "$1" model.dae
  xdotool key F5
  settle
}

printf '%8s %10s %10s %8s %8s %8s %12s %10s %8s\n' seconds heap_kib rss_kib handles threads objects allocations gpu_bytes frames | tee samples
start=$SECONDS
end=$((start + minutes * 60))
number=0
while [ $SECONDS -lt $end ]; do
  xdotool windowfocus "$window"
  round >hands
  xdotool hands
  [ $((number % 4)) != 1 ] || reload tube.dae
  [ $((number % 4)) != 2 ] || reload character.dae
  number=$((number + 1))
  [ $((number % 4)) = 0 ] || continue
  xdotool windowsize "$window" 320 240 key Home
  rm -f sinew_*.png
  settle
  settle
  rest
  read -r _ objects _ allocations _ bytes _ frames _ heap <counts
  printf '%8d %10d %10d %8d %8d %8d %12d %10d %8d\n' $((SECONDS - start)) $((heap / 1024)) \
    "$(awk '/VmRSS/ { print $2 }' /proc/$player/status)" "$(ls /proc/$player/fd | wc -l)" \
    "$(ls /proc/$player/task | wc -l)" "$objects" "$allocations" "$bytes" "$frames" | tee -a samples
done

for _ in $(seq 10); do
  kill -0 $player 2>/dev/null || break
  xdotool windowfocus "$window" key ctrl+q 2>/dev/null || true
  sleep 1
done
code=0
wait $player || code=$?
player=
if [ $code != 0 ]; then
  echo "soak.sh: the program exited with $code"
  cat said
  exit 1
fi
awk -v total=$((minutes * 60)) '
  NR == 1 { for (i = 2; i <= 8; i++) name[i] = $i; next }
  $1 < total / 5 { next }
  { half = $1 < total * 0.6 ? 1 : 2; count[half]++; for (i = 2; i <= 8; i++) sum[half, i] += $i }
  END {
    if (!count[1] || !count[2]) { print "soak.sh: the run was too short"; exit 1 }
    for (i = 2; i <= 8; i++) {
      first = sum[1, i] / count[1]; second = sum[2, i] / count[2]; growth = 100 * (second / first - 1)
      printf "%-12s %14.1f -> %14.1f  %+.2f %%\n", name[i], first, second, growth
      if (growth >= 1) grew = 1
    }
    exit grew
  }' samples
