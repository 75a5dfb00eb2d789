# bash completion for sinew

_sinew() {
  local line word=${COMP_WORDS[COMP_CWORD]}
  [ "$word" != = ] || word=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
      :directories) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
      *) COMPREPLY+=("$(printf %q "${line%%$'\t'*}")") ;;
    esac
  done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _sinew sinew
