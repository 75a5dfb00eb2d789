# bash completion for sinew

# Splits the line up to the cursor into `words`, without quotes. Bash's own COMP_WORDS keep quotes and split at colons.
# `cut`: how much of the last word readline keeps, because it completes only what follows a character of COMP_WORDBREAKS or an open quote.
_sinew_split() {
  local line=${COMP_LINE:0:COMP_POINT} char word='' begun='' home='' i
  words=() cut=0 quote=''
  for ((i = 0; i < ${#line}; ++i)); do
    char=${line:i:1}
    if [ "$char" = "$quote" ]; then
      quote=''
    elif [ -n "$quote" ] && ! { [ "$quote$char" = '"\' ] && [[ ${line:i+1:1} == [\"\\\$\`] ]]; }; then
      word+=$char
    elif [ "$char" = \\ ]; then
      word+=${line:i+1:1} begun=1
      ((++i))
    elif [[ $char == [\'\"] ]]; then
      quote=$char begun=1 cut=${#word}
    elif [[ $char == [[:space:]] ]]; then
      [ -z "$home" ] || word=$home${word:1}
      [ -z "$begun" ] || words+=("$word")
      word='' begun='' home='' cut=0
    else
      # The last word goes to compgen, which knows ~.
      [ -n "$begun" ] || [ "${line:i:2}" != '~/' ] || home=$HOME
      word+=$char begun=1
      [[ $COMP_WORDBREAKS != *"$char"* ]] || cut=${#word}
    fi
  done
  words+=("$word")
}

_sinew() {
  local -a words
  local line word value quote cut before='' isFile='' i
  _sinew_split
  word=${words[${#words[@]} - 1]}
  value=$word
  [[ $word != --*=* ]] || before=${word%%=*}= value=${word#*=}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) isFile=1; compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$value") ;;
      :directories) isFile=1; compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$value") ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
  [ -n "$isFile" ] || before=''
  for i in "${!COMPREPLY[@]}"; do
    word=$before${COMPREPLY[i]}
    COMPREPLY[i]=${word:cut}
    [ -n "$quote$isFile" ] || printf -v "COMPREPLY[i]" %q "${COMPREPLY[i]}"
  done
}
complete -F _sinew sinew
