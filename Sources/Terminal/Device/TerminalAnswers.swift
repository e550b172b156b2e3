/// Holds the terminal's answers to the questions at the start.
package struct TerminalAnswers: Equatable, Sendable {
  /// The colour of its background; nil if it did not say so in time.
  package var background: RGB?
  /// Whether it can show a frame as a whole, once the last of its bytes has arrived.
  package var hasSynchronizedOutput = false

  mutating func note(_ reply: TerminalReply) {
    switch reply {
    case .background(let color): background = color
    case .synchronizedOutput(let isKnown): hasSynchronizedOutput = isKnown
    case .attributes, .cursor: break
    }
  }
}

/// Holds the questions for the terminal at the start. Each is sent only to terminals that
/// understand it or drop it without a trace.
package struct TerminalQuestions: Equatable, Sendable {
  package var background = false
  package var synchronizedOutput = false
  /// How many milliseconds to wait for the answers.
  package var patience = 200

  package static let none = TerminalQuestions()

  /// One text for all questions, so that one pause is enough for their answers; empty if there is
  /// none. The last question is one that every terminal answers.
  var text: String {
    let questions =
      (background ? "\u{1B}]11;?\u{1B}\\" : "") + (synchronizedOutput ? "\u{1B}[?2026$p" : "")
    return questions.isEmpty ? "" : questions + "\u{1B}[c"
  }
}

extension TerminalQuestions {
  /// Linux's console and the oldest terminals answer nothing of interest, and may print questions
  /// that they do not understand. Apple's prints the end of the question about frames.
  static func decide(
    _ environment: (String) -> String?, colors: ColorDepth, isRemote: Bool
  ) -> TerminalQuestions {
    let term = environment("TERM") ?? ""
    let isMute =
      ["", "dumb", "linux", "cygwin"].contains(term) || term.hasPrefix("vt")
      || term.hasPrefix("eterm")
    return TerminalQuestions(
      background: !isMute && colors > .sixteen,
      synchronizedOutput: !isMute && environment("TERM_PROGRAM") != "Apple_Terminal",
      patience: isRemote ? 1000 : 200)
  }
}
