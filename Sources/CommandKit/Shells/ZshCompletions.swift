/// Completions for zsh 5: a file for `fpath`, which may also be sourced.
struct ZshCompletions {
  let program: ProgramSpec
  let places: [CompletionPlace]
  let language: Language

  private var function: String { "_\(program.name)" }

  var script: String {
    """
    #compdef \(program.name)
    # Completions of \(program.name) for zsh, as '\(program.name) completions zsh' prints them.

    \(function)() {
      local word command= waiting= ended= option=
      local -i index place=0
      local -a given offered expl passed
      for ((index = 2; index < CURRENT; index++)); do
        word=${(Q)words[index]}
        if [[ -n $waiting ]]; then
          case $waiting in
            \(program.passedOn(" | "))) passed+=("$waiting" "$word") ;;
          esac
          waiting=
        elif [[ -n $ended || $word != -?* ]]; then
          if [[ -n $command ]]; then place+=1; else command=$word; fi
        elif [[ $word == -- ]]; then
          ended=1
        else
          given+=("${word%%=*}")
          case $word in
            \(program.passedOn(" | ") { "\($0)=*" })) passed+=("${word%%=*}" "${word#*=}") ;;
            \(places.namesWithValue.joined(separator: " | "))) waiting=$word ;;
          esac
        fi
      done

      option=$waiting
      if [[ -z $option && -z $ended && $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P 1 '*='
      fi

      if [[ -n $option ]]; then
        case "$command $option" in
    \(values)
          *) return 1 ;;
        esac
      elif [[ -z $ended && $PREFIX == -* ]]; then
        local -a options
        case $command in
    \(options)
        esac
        for option in $options; do
          if (( ! ${given[(Ie)${option%%:*}]} )); then offered+=("$option"); fi
        done
        _describe -o option offered
      elif [[ -z $command ]]; then
        \(offer(.commands))
      else
        case "$command $place" in
    \(words)
          *) return 1 ;;
        esac
      fi
    }

    # Offers the first words of what a command of the program prints, if they contain a text; where
    # the command fails, none.
    \(function)_printed() {
      local name=$1 sign=$2 word program=${(Q)words[1]}
      local -a options=(--no-input) names expl
      shift 2
      if [[ $program == '~'/* ]]; then program=$HOME/${program#*/}; fi
      for word in "${passed[@]}"; do
        if [[ $word == '~'/* ]]; then word=$HOME/${word#*/}; fi
        options+=("$word")
      done
      names=(${${(f)"$("$program" $options "$@" </dev/null 2>/dev/null)"}%% *})
      names=(${${(M)names:#*$sign*}:#*\\\\*})
      _wanted names expl $name compadd -a names
    }

    if [[ ${funcstack[1]-} == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(program.name)
    fi

    """
  }

  private var values: String {
    places.flatMap { place in
      place.offeredValues.map { option, candidates in
        "      '\(place.command) \(option.name)') \(offer(candidates, option.value)) ;;"
      }
    }.joined(separator: "\n")
  }

  private var options: String {
    let known = places.map { ("'\($0.command)'", $0.options) }
    return (known + [("*", program.sharedOptions)]).map { pattern, options in
      let entries = options.map { entry($0.name, $0.help[language]) }.map { "        \($0)\n" }
        .joined()
      return "      \(pattern)) options=(\n\(entries)      ) ;;"
    }.joined(separator: "\n")
  }

  private var words: String {
    places.flatMap { place in
      place.offeredWords.map { index, word in
        "      '\(place.command) \(index)') \(offer(word.candidates, word.name)) ;;"
      }
    }.joined(separator: "\n")
  }

  /// An entry for `_describe`: a name, a colon, and a description.
  private func entry(_ name: String, _ help: String) -> String {
    "\(name):\(help)".quotedForShell
  }

  private func offer(_ candidates: Candidates, _ name: String? = nil) -> String {
    switch candidates {
    case .unknown: return "return 1"
    case .words(let words):
      let list = words.map(\.quotedForShell).joined(separator: " ")
      return "offered=(\(list)); _describe '\((name ?? "value").lowercased())' offered"
    case .commands:
      let entries = program.commands.map { entry($0.name, $0.summary[language]) }
      return
        "offered=(\(entries.joined(separator: " "))); _describe \(Self.command[language]) offered"
    case .firstWords(let command, let text):
      let name = (name ?? "value").lowercased().quotedForShell
      return "\(function)_printed \(name) \(text.quotedForShell) \(command)"
    case .files: return "_files"
    case .directories: return "_wanted directories expl \(Self.directory[language]) _path_files -/"
    }
  }
}

extension ZshCompletions {
  // Labels, one word each, as they are unquoted in the script.
  private static let command = Phrase("command", ru: "команда")
  private static let directory = Phrase("directory", ru: "каталог")
}
