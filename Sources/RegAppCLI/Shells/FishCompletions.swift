/// Completions for fish 3 and later.
struct FishCompletions {
  let program: Program
  let places: [CompletionPlace]
  let language: Language

  private var function: String { "__\(program.name)" }

  var script: String {
    """
    # Completions of \(program.name) for fish, as '\(program.name) completions fish' prints them.

    # Prints the program, the documents directory if it is given, the command, and the words after
    # it, one per line.
    function \(function)_line
        set -l words (commandline -opc)
        set -l program $words[1]
        set -l documents ''
        set -l command ''
        set -l rest
        set -l waiting ''
        set -l ended ''
        for word in $words[2..-1]
            if test -n "$waiting"
                test "$waiting" = --documents; and set documents $word
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
                    case '--documents=*'
                        set documents (string replace -- --documents= '' $word)
                    case \(places.namesWithValue.joined(separator: " "))
                        set waiting $word
                end
            end
        end
        printf '%s\\n' $program "$documents" "$command" $rest
    end

    # Whether the command is this one and, if a number is given, is followed by that many words.
    function \(function)_is
        set -l line (\(function)_line)
        test "$line[3]" = "$argv[1]"; or return
        test (count $argv) -eq 1; or test (count $line[4..-1]) -eq "$argv[2]"
    end

    # Prints the emails of the accounts, each with its name; nothing if they cannot be read.
    function \(function)_emails
        set -l line (\(function)_line)
        set -l options --no-input
        test -n "$line[2]"; and set -a options --documents (string replace -r '^~/' "$HOME/" -- $line[2])
        set -l program (string replace -r '^~/' "$HOME/" -- $line[1])
        command $program $options list </dev/null 2>/dev/null | string match -r '^[^ \\\\\\\\]+@.*' \\
            | string replace -r '^([^ ]+) *' '$1\\t'
    end

    complete -c \(program.name) -f
    \(options)
    \(commands)
    \(words)

    """
  }

  private var options: String {
    var lines = CommandSpec.globalOptions.map { line($0) }
    for place in places {
      let own = place.options.filter { option in
        !CommandSpec.globalOptions.contains { $0.name == option.name }
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
    case .emails: "-a '(\(function)_emails)'"
    case .files: "-F"
    case .directories: "-a '(__fish_complete_directories (commandline -ct))'"
    }
  }
}
