#!/bin/bash
# Draws the pictures of the documentation: assets/make_pictures.sh [path of sinew]. On Mesa's lavapipe they are the same bytes each
# time, except the panel, which is a screenshot under Xvfb (with xdotool and ImageMagick's import; skipped if they are missing).
set -euo pipefail
assets=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
sinew=${1:-$assets/../build/release/sinew}
draw() { # NAME [arguments of sinew]
  local name=$1
  shift
  "$sinew" "$@" -o "$assets/pictures/$name.png"
}
mkdir -p "$assets/pictures"
draw walk -a Walk --time 0.53 --size 960x540
draw run -a Run --time 0.3 --size 480x480 --camera 60,8
draw jump -a Jump --time 0.55 --size 480x480
draw dance -a Dance --time 1.8 --size 480x480 --camera 20,6
draw skeleton -a Wave --time 1.3 --skeleton --size 480x480 --camera -25,6
draw compare -a Walk --time 0.36 --beside Run --onion-skin 2 --size 960x480
draw crowd --instances 1000 --time 3 --size 960x540 --camera 8,16,0.62
draw snake "$assets/snake.dae" --time 0.7 --skeleton --size 960x540 --camera 40,24,0.9

photograph() { # NAME [arguments of sinew]
  local name=$1 screen server player window
  shift
  screen=$(mktemp)
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$screen" 2>/dev/null &
  server=$!
  until [ -s "$screen" ]; do sleep 0.1; done
  export DISPLAY=:$(cat "$screen")
  "$sinew" "$@" --no-settings &
  player=$!
  timeout 60 xdotool search --sync --name "character.dae" >/dev/null
  window=$(xdotool search --onlyvisible --pid $player | head -n 1)
  xdotool windowfocus "$window" key space key Tab sleep 3
  import -window "$window" "$assets/pictures/$name.png"
  kill $player $server
  wait $player $server || true
  rm -f "$screen"
}
for tool in Xvfb xdotool import; do
  command -v $tool >/dev/null || { echo "make_pictures.sh: $tool is not installed; skipping the picture of the panel"; exit 0; }
done
photograph panel -a Wave --time 1.3 --size 1280x800 --bone forearm_R --view weights --skeleton
