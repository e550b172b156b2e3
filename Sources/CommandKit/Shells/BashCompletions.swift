/// Completions for bash 4.4 and later, without the package bash-completion.
struct BashCompletions {
  let program: ProgramSpec
  let places: [CompletionPlace]

  private var function: String { "_\(program.name)" }

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

      local command= waiting= ended= given=' ' typed=${words[${#words[@]} - 1]}
      local passed=()
      for ((index = 1; index < ${#words[@]} - 1; index++)); do
        word=${words[index]//[\\\\\\"\\']/}
        if [[ $waiting ]]; then
          case $waiting in
            \(program.passedOn(" | "))) passed+=("$waiting" "$word") ;;
          esac
          waiting=
        elif [[ $ended || $word != -?* ]]; then
          if [[ $command ]]; then place+=1; else command=$word; fi
        elif [[ $word == -- ]]; then
          ended=1
        else
          given+="${word%%=*} "
          case $word in
            \(program.passedOn(" | ") { "\($0)=*" })) passed+=("${word%%=*}" "${word#*=}") ;;
            \(places.namesWithValue.joined(separator: " | "))) waiting=$word ;;
          esac
        fi
      done

      local current=${typed//[\\\\\\"\\']/} option=$waiting
      if [[ ! $option && ! $ended && $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        typed=${typed#*=}
      fi

      COMPREPLY=()
      if [[ $option ]]; then
        case "$command $option" in
    \(values)
        esac
      elif [[ ! $ended && $current == -* ]]; then
        local options
        case $command in
    \(options)
          *) options='\(names(program.sharedOptions))' ;;
        esac
        for option in $options; do
          if [[ $given != *" $option "* ]]; then \(function)_offer "$option"; fi
        done
      elif [[ ! $command ]]; then
        \(offer(.commands))
      else
        case "$command $place" in
    \(words)
        esac
      fi
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
        if [[ $name == *"$sign"* && $name != *\\\\* ]]; then names+=("$name"); fi
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

  private var values: String {
    places.flatMap { place in
      place.offeredValues.map { option, candidates in
        "      '\(place.command) \(option.name)') \(offer(candidates)) ;;"
      }
    }.joined(separator: "\n")
  }

  private var options: String {
    places.map { place in
      "      '\(place.command)') options='\(names(place.options))' ;;"
    }.joined(separator: "\n")
  }

  private var words: String {
    places.flatMap { place in
      place.offeredWords.map { index, positional in
        "      '\(place.command) \(index)') \(offer(positional.candidates)) ;;"
      }
    }.joined(separator: "\n")
  }

  private func names(_ options: [OptionSpec]) -> String {
    options.map(\.name).joined(separator: " ")
  }

  private func offer(_ candidates: Candidates) -> String {
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
