#!/usr/bin/python3
"""Prints what the Tab key makes of command lines in an interactive zsh, one a line.
usage: complete_in_zsh.py FOLDER LINE...       FOLDER has _sinew
"""
import os
import pty
import select
import sys
import tempfile
import time

PATIENCE_SECONDS = 30.0

SETTINGS = """
unset zle_bracketed_paste
fpath=({folder} $fpath)
autoload -Uz compinit
compinit -u -D
zstyle ':completion:*' insert-tab false
shown() {{ print -r -- "$BUFFER" >>{shown}; BUFFER= }}
zle -N shown
bindkey '^I' complete-word
bindkey '^X' shown
precmd() {{ : >>{shown} }}
"""


def complete(folder, lines, place):
    shown = place + "/shown"
    with open(place + "/.zshrc", "w") as settings:
        settings.write(SETTINGS.format(folder=folder, shown=shown))
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", ZDOTDIR=place)
        os.execvp("zsh", ["zsh", "-d", "-i"])

    def results():
        return open(shown).read() if os.path.exists(shown) else None

    def wait(done):
        end = time.monotonic() + PATIENCE_SECONDS
        while not done():
            if time.monotonic() > end:
                sys.exit("zsh does not answer; so far: %s" % results())
            if select.select([terminal], [], [], 0.02)[0]:
                os.read(terminal, 65536)

    wait(lambda: results() is not None)
    for number, line in enumerate(lines, 1):
        os.write(terminal, (line + "\t\x18").encode())
        wait(lambda: results().count("\n") >= number)
    return results()


with tempfile.TemporaryDirectory() as place:
    sys.stdout.write(complete(sys.argv[1], sys.argv[2:], place))
