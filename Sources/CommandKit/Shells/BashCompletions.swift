/// Completions for bash 4.4 and later, without the package bash-completion.
struct BashCompletions: BourneCompletions {
  let program: ProgramSpec
  let places: [CompletionPlace]

  var script: String {
    """
    # Completions of \(program.name) for bash, as '\(program.name) completions bash' prints them.

    \(function)() {
      local word words=() line=${COMP_LINE:0:COMP_POINT}
      local -i index place=0
      # readline splits words at = : and @ too; here they are put together again.
      for ((index = 0; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $index -eq 0 || $line == [[:space:]]* ]]; then
          line=${line#"${line%%[![:space:]]*}"}
          words+=('')
        fi
        if ((index == COMP_CWORD)); then word=$line; fi
        line=${line#"$word"}
        words[${#words[@]} - 1]+=$word
      done

      local command= waiting= ended= typed=${words[${#words[@]} - 1]}
      local passed=() given=() options=() offered=()
      for ((index = 1; index < ${#words[@]} - 1; index++)); do
        word=${words[index]//[\\\\\\"\\']/}
    \(readWord)
      done

      local current=${typed//[\\\\\\"\\']/} option=$waiting
      if [[ -z $option && -z $ended && $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        typed=${typed#*=}
      fi

      COMPREPLY=()
    \(offerNext)
    }

    # Offers the words that begin with what is typed, quoted in the same way.
    \(function)_offer() {
      local breaks=${COMP_WORDBREAKS//[^=:]/} candidate start
      for candidate; do
        [[ ${candidate//[\\\\\\"\\']/} == "$current"* ]] || continue
        case $typed in
          \\'*) [[ $candidate == *\\'* ]] && continue ;;
          \\"*) [[ $candidate == *[\\"\\\\\\`\\$]* ]] && continue ;;
          *)
            printf -v candidate %q "$candidate"
            # What comes before readline's own word is already there.
            if [[ $breaks && $typed == *["$breaks"]* ]]; then
              start=${typed%"${typed##*["$breaks"]}"}
              candidate=${candidate#"$start"}
            fi
            if [[ $COMP_WORDBREAKS == *@* && $typed == *@* ]]; then
              candidate=@${candidate#*@}
            fi
            ;;
        esac
        COMPREPLY+=("$candidate")
      done
    }

    # Offers the first words of what a command of the program prints, if they contain a text; where
    # the command fails, none.
    \(function)_printed() {
      local sign=$1 name names=() program=${words[0]//[\\\\\\"\\']/}
      local options=(--no-input) home=\\~/
      if [[ $program == "$home"* ]]; then program=$HOME/${program:2}; fi
      for name in "${passed[@]}"; do
        if [[ $name == "$home"* ]]; then name=$HOME/${name:2}; fi
        options+=("$name")
      done
      shift
      while read -r name _; do
        if [[ $name == *"$sign"* && $name != "("* && $name != *\\\\* ]]; then names+=("$name"); fi
      done < <("$program" "${options[@]}" "$@" </dev/null 2>/dev/null)
      \(function)_offer "${names[@]}"
    }

    # Offers files, or directories, as readline quotes them.
    \(function)_files() {
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen "$1" -- "$current" 2>/dev/null)
    }

    complete -F \(function) \(program.name)

    """
  }

  func entry(_ option: OptionSpec) -> String { option.name }

  var offerOptions: String { "\(function)_offer \"${offered[@]}\"" }

  func offer(_ candidates: Candidates, _ name: String?) -> String {
    switch candidates {
    case .unknown: ":"
    case .words(let words):
      "\(function)_offer " + words.map(\.quotedForShell).joined(separator: " ")
    case .commands: "\(function)_offer " + program.commands.map(\.name).joined(separator: " ")
    case .firstWords(let command, let text):
      "\(function)_printed \(text.quotedForShell) \(command)"
    case .files: "\(function)_files -f"
    case .directories: "\(function)_files -d"
    }
  }
}
