/// Completions for fish 3 and later.
struct FishCompletions {
  let program: ProgramSpec
  let places: [CompletionPlace]
  let language: Language

  private var function: String { "__\(program.name)" }

  var script: String {
    """
    # Completions of \(program.name) for fish, as '\(program.name) completions fish' prints them.

    # Prints the command and the words behind it, a line each; with an argument, the program and the
    # options that it is to be run with.
    function \(function)_line
        set -l words (commandline -opc)
        set -l passed $words[1] --no-input
        set -l command ''
        set -l rest
        set -l waiting ''
        set -l ended ''
        for word in $words[2..-1]
            if test -n "$waiting"
                switch $waiting
                    case \(program.passedOn(" "))
                        set -a passed $waiting $word
                end
                set waiting ''
            else if test -n "$ended"; or not string match -q -- '-?*' $word
                if test -n "$command"
                    set -a rest $word
                else
                    set command $word
                end
            else if test "$word" = --
                set ended 1
            else
                switch $word
                    case \(program.passedOn(" ") { "'\($0)=*'" })
                        set -a passed (string split -m 1 -- = $word)
                    case \(places.namesWithValue.joined(separator: " "))
                        set waiting $word
                end
            end
        end
        if test (count $argv) -eq 1
            printf '%s\\n' $passed
        else
            printf '%s\\n' "$command" $rest
        end
    end

    # Whether the command is this one and, if a number is given, is followed by that many words.
    function \(function)_is
        set -l line (\(function)_line)
        test "$line[1]" = "$argv[1]"; or return
        test (count $argv) -eq 1; or test (count $line[2..-1]) -eq "$argv[2]"
    end

    # Prints the first words of what a command of the program prints, if they contain a text, each
    # with what follows it; where the command fails, nothing.
    function \(function)_printed
        set -l line (\(function)_line passed | string replace -r '^~/' "$HOME/")
        command $line $argv[2..-1] </dev/null 2>/dev/null | string match -r "^(?![(])[^ \\\\\\\\]*$argv[1].*" \\
            | string replace -r '^([^ ]+) *' '$1\\t'
    end

    complete -c \(program.name) -f
    \(options)
    \(commands)
    \(words)

    """
  }

  private var options: String {
    var lines = program.sharedOptions.map { line($0) }
    for place in places {
      let own = place.options.filter { option in
        !program.sharedOptions.contains { $0.name == option.name }
      }
      lines += own.map { line($0, "-n '\(function)_is \(named(place.command))' ") }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ option: OptionSpec, _ condition: String = "") -> String {
    let name = String(option.name.dropFirst(2))
    // With -x a value is required and files are not offered for it.
    let needs = option.candidates == .files ? " -r" : " -x"
    let value = option.value == nil ? "" : needs + (offer(option.candidates).map { " \($0)" } ?? "")
    return
      "complete -c \(program.name) \(condition)-l \(name)\(value) -d \(quoted(option.help[language]))"
  }

  private var commands: String {
    program.commands.map { command in
      "complete -c \(program.name) -n '\(function)_is \"\"' -a \(command.name) "
        + "-d \(quoted(command.summary[language]))"
    }.joined(separator: "\n")
  }

  private var words: String {
    places.flatMap { place in
      place.offeredWords.compactMap { index, positional in
        offer(positional.candidates).map { offer in
          "complete -c \(program.name) -n '\(function)_is \(place.command) \(index)' \(offer)"
        }
      }
    }.joined(separator: "\n")
  }

  private func named(_ command: String) -> String { command.isEmpty ? "\"\"" : command }

  /// In single quotes, for fish.
  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  private func offer(_ candidates: Candidates) -> String? {
    switch candidates {
    case .unknown: nil
    case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
    case .commands: "-a \(quoted(program.commands.map(\.name).joined(separator: " ")))"
    case .firstWords(let command, let text): "-a '(\(function)_printed \"\(text)\" \(command))'"
    case .files: "-F"
    case .directories: "-a '(__fish_complete_directories (commandline -ct))'"
    }
  }
}
