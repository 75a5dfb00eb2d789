#!/bin/bash
# Draws the README's pictures with the program itself: assets/make_pictures.sh [path of sinew]. The same bytes each time on Mesa's lavapipe.
set -euo pipefail
assets=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
sinew=${1:-$assets/../build/release/sinew}
draw() { # name, then arguments of sinew
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
draw snake "$assets/snake.dae" --time 0.7 --skeleton --size 960x540 --camera 40,24,0.9
