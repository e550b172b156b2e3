import TextTools

extension Report {
  /// The command line is wrong, or a needed value is missing.
  package static func usage(_ words: Words, hint: Phrase) -> Report {
    Report(.usage, "usage", words, hint: hint)
  }

  package static func usage(_ words: Words, hint: Words) -> Report {
    Report(.usage, "usage", words, hint: hint)
  }

  static func unknownOption(
    _ name: String, known: [String], of command: String? = nil, _ help: Phrase
  ) -> Report {
    let suggestion = nearest(to: name, in: known)
    // A single hyphen may be followed by a password, as in the -ppassword of other programs.
    let shown = name.hasPrefix("--") ? visible(name) : visible(String(name.prefix(2)))
    let hint = suggestion.map { .didYouMean($0) } ?? help
    guard let command else {
      return .usage("unknown option \(shown)", hint: hint)
    }
    return .usage("unknown option \(shown) for \(command)", hint: hint)
  }

  /// A value that is not one of the words that an option or an argument takes.
  package static func unknownWord(
    _ word: String, for name: String, known: [String], _ help: Phrase
  ) -> Report {
    let (others, last) = (known.dropLast().joined(separator: ", "), known.last ?? "")
    return .usage(
      "\(name) must be \(others) or \(last), not '\(visible(word))'",
      hint: nearest(to: word, in: known).map { .didYouMean($0) } ?? help)
  }

  /// Two options or arguments of which one leaves no room for the other.
  package static func exclusive(_ one: String, _ other: String) -> Report {
    .usage("\(one) and \(other) cannot be used together", hint: "use only one of them")
  }
}

/// Ends the program with an exit code, without a message.
package struct ProgramEnd: Error {
  let code: Int32
  package init(code: ExitCode) { self.code = code.rawValue }
  /// With the exit code of a program that did the work.
  package init(program code: Int32) { self.code = code }
  /// With the exit code that a shell reports for a program ended by a signal.
  package init(signal: Int32) { code = 128 + signal }
}

extension Phrase {
  package static func didYouMean(_ name: String) -> Phrase {
    Phrase("did you mean \(name)?")
  }

  /// A hint for an unknown name: the known name that is most like it, else all known names.
  package static func instead(of name: String, among known: [String]) -> Phrase {
    if let near = nearest(to: name, in: known) { return .didYouMean(near) }
    let list = known.joined(separator: ", ")
    return Phrase("use one of \(list)")
  }
}
