/// An answer chosen by its letter: `[i]nstall`, `[з]аписать`.
package struct Letter: Hashable, Sendable {
  private let letter: Phrase

  package init(_ letter: Words) { self.letter = Phrase(letter) }

  /// Whether an answer matches it; the English letter always does, for users who know it by heart.
  func isNamed(by answer: String, in language: Language) -> Bool {
    let first = answer.lowercased().prefix(1)
    return first == letter[.english] || first == letter[language]
  }
}

extension Invocation {
  /// Asks until the answer is one of the letters; the end of input is an interrupt.
  ///
  /// - Parameter usual: the letter that Enter alone chooses, if any.
  package func choose(
    _ question: Phrase, among letters: [Letter], orWithEnter usual: Letter? = nil
  ) async throws -> Letter {
    while true {
      guard let answer = try await ask(question) else { throw ConsoleError.interrupted }
      if answer.isEmpty, let usual { return usual }
      if let chosen = letters.first(where: { $0.isNamed(by: answer, in: language) }) {
        return chosen
      }
    }
  }
}
