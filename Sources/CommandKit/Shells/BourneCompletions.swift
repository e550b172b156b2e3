/// The scripts for bash and zsh: these shells differ in how words are read and candidates offered.
protocol BourneCompletions {
  var program: ProgramSpec { get }
  var places: [CompletionPlace] { get }

  /// An option in the array `options`: its name, and where it is shown a colon and the help.
  func entry(_ option: OptionSpec) -> String
  /// Offers the options in the array `offered`.
  var offerOptions: String { get }
  /// Offers candidates, which the declaration calls by a name.
  func offer(_ candidates: Candidates, _ name: String?) -> String
}

extension BourneCompletions {
  var function: String { "_\(program.name)" }

  /// Reads `$word`, one of the words before the one to complete.
  var readWord: String {
    """
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
    """
  }

  /// Offers the value of `$option` if there is one, else what begins like `$current`.
  var offerNext: String {
    """
      if [[ -n $option ]]; then
        case "$command $option" in
    \(cases { place in place.offeredValues.map { ($0.name, $0.candidates, $0.value) } })
          *) return 1 ;;
        esac
      elif [[ -z $ended && $current == -* ]]; then
        case $command in
    \(options)
        esac
        for option in "${options[@]}"; do
          if [[ " ${given[*]} " != *" ${option%%:*} "* ]]; then offered+=("$option"); fi
        done
        \(offerOptions)
      elif [[ -z $command ]]; then
        \(offer(.commands, nil))
      else
        case "$command $place" in
    \(cases { place in place.offeredWords.map { ("\($0)", $1.candidates, $1.name) } })
          *) return 1 ;;
        esac
      fi
    """
  }

  private func cases(
    _ offered: (CompletionPlace) -> [(key: String, candidates: Candidates, name: String?)]
  ) -> String {
    places.flatMap { place in
      offered(place).map { key, candidates, name in
        "      '\(place.command) \(key)') \(offer(candidates, name)) ;;"
      }
    }.joined(separator: "\n")
  }

  private var options: String {
    let known = places.map { ("'\($0.command)'", $0.options) } + [("*", program.sharedOptions)]
    return known.map { pattern, options in
      let entries = options.map { "        \(entry($0))\n" }.joined()
      return "      \(pattern)) options=(\n\(entries)      ) ;;"
    }.joined(separator: "\n")
  }
}
