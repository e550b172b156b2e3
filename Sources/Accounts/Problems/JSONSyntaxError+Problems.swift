package import LosslessJSON

extension JSONSyntaxError {
  /// The errors of a text that is not JSON: the conflicts that a merge left, or else the syntax
  /// error.
  package func problems(in bytes: [UInt8], of source: String) -> [Problem] {
    let conflicts = MergeConflict.all(in: bytes, wrongAt: place.line)
    guard conflicts.isEmpty else { return conflicts.map { $0.problem(of: source) } }
    return [Problem(.file, .file(.syntax(reason)), at: Place(source, place))]
  }

  package func problem(in bytes: [UInt8], of source: String) -> Problem {
    problems(in: bytes, of: source).first
      ?? Problem(.file, .file(.syntax(reason)), at: Place(source, place))
  }
}

extension MergeConflict {
  package func problem(of source: String) -> Problem {
    Problem(
      .file, .file(.mergeConflict(self)), at: Place(source, JSONPlace(line: line, column: 1)))
  }
}
