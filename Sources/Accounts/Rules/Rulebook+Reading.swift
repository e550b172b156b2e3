package import LosslessJSON

extension Rulebook {
  /// The rulebook that a value names or is, or nil where `problems` says what is wrong with it.
  package static func read(
    _ value: JSONValue, in document: JSONDocument
  ) -> (rulebook: Rulebook?, problems: [LocatedProblem]) {
    RulebookReader.read(value, in: document)
  }
}
