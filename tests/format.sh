#!/bin/bash
# Every C++ file is laid out as .clang-format says. Other versions than clang-format 14 break some lines elsewhere.
cd "$(dirname "$0")/.." || exit
tool=$(command -v clang-format-14 || command -v clang-format)
[[ -n $tool && $($tool --version) == *"version 14."* ]] || { echo "skipped: clang-format 14 is not installed"; exit 77; }
find src shaders tests tools \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 -P 2 -n 60 "$tool" --dry-run -Werror --ferror-limit=1
