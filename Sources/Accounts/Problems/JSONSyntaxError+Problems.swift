package import LosslessJSON

extension JSONSyntaxError {
  /// What is wrong with a text that is not JSON, first things first: the conflicts that a merge left in
  /// it or, if there are none, what cannot be there.
  package func problems(in bytes: [UInt8], of source: String) -> [Problem] {
    let conflicts = MergeConflict.all(in: bytes, wrongAt: place.line)
    guard conflicts.isEmpty else { return conflicts.map { $0.problem(of: source) } }
    return [Problem(.file, .file(.syntax(reason)), at: Place(source, place))]
  }

  /// The first of them.
  package func problem(in bytes: [UInt8], of source: String) -> Problem {
    problems(in: bytes, of: source).first
      ?? Problem(.file, .file(.syntax(reason)), at: Place(source, place))
  }
}

extension MergeConflict {
  /// The problem that it is in a source.
  package func problem(of source: String) -> Problem {
    Problem(
      .file, .file(.mergeConflict(self)), at: Place(source, JSONPlace(line: line, column: 1)))
  }
}
