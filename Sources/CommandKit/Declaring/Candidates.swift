/// The values that a shell can offer at a place of the command line.
package enum Candidates: Sendable, Equatable {
  /// Nothing can be offered.
  case unknown
  case words([String])
  case commands
  /// The first words of the lines that a command of the program prints, if they contain a text.
  case firstWords(of: String, containing: String)
  case files
  case directories
}

extension Candidates {
  static let colors = ["auto", "always", "never"]
}
