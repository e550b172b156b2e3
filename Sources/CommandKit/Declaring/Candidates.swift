/// What may stand at a place of the command line, as far as a shell can offer it.
package enum Candidates: Sendable, Equatable {
  /// Nothing that is known before it is typed.
  case unknown
  case words([String])
  /// The names of the program's commands.
  case commands
  /// The first words of the lines that a command of the program prints, if they contain a text.
  case firstWords(of: String, containing: String)
  case files
  case directories
}

extension Candidates {
  /// What `--color` may be.
  static let colors = ["auto", "always", "never"]
}
