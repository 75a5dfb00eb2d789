# fish completion for sinew

function __sinew_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set words (string replace --regex '^~(?=/)' "$HOME" -- $words)
    set -l word (commandline --current-token --cut-at-cursor)
    for line in (command $words[1] --complete $words[2..] "$word" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$word"
            case ':directories'
                __fish_complete_directories "$word"
            case '*'
                echo $line
        end
    end
end
complete --command sinew --no-files --arguments '(__sinew_complete)'
