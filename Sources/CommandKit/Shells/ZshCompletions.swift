/// Completions for zsh 5: a file for `fpath`, which may also be sourced.
struct ZshCompletions: BourneCompletions {
  let program: ProgramSpec
  let places: [CompletionPlace]
  let language: Language

  var script: String {
    """
    #compdef \(program.name)
    # Completions of \(program.name) for zsh, as '\(program.name) completions zsh' prints them.

    \(function)() {
      local word command= waiting= ended= option= current=$PREFIX
      local -i index place=0
      local -a given options offered expl passed
      for ((index = 2; index < CURRENT; index++)); do
        word=${(Q)words[index]}
    \(readWord)
      done

      option=$waiting
      if [[ -z $option && -z $ended && $current == --*=* ]]; then
        option=${current%%=*}
        compset -P 1 '*='
      fi

    \(offerNext)
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
      names=(${${${(M)names:#*$sign*}:#*\\\\*}:#[(]*})
      _wanted names expl $name compadd -a names
    }

    if [[ ${funcstack[1]-} == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(program.name)
    fi

    """
  }

  func entry(_ option: OptionSpec) -> String { entry(option.name, option.help[language]) }

  var offerOptions: String { "_describe -o option offered" }

  /// An entry for `_describe`: a name, a colon, and a description.
  private func entry(_ name: String, _ help: String) -> String { "\(name):\(help)".quotedForShell }

  func offer(_ candidates: Candidates, _ name: String?) -> String {
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
