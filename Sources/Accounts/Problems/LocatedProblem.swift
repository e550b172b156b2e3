package import LosslessJSON

/// A problem with its offset in bytes.
package struct LocatedProblem: Sendable {
  package let subject: Problem.Subject
  package let rule: Rule
  package let offset: Int?
  /// The account's name, if it should be reported.
  package var account: String?

  package init(_ subject: Problem.Subject, _ rule: Rule, at offset: Int?) {
    self.subject = subject
    self.rule = rule
    self.offset = offset
  }
}

extension [LocatedProblem] {
  package var inOrder: [LocatedProblem] { sorted { ($0.offset ?? 0) < ($1.offset ?? 0) } }
}

extension JSONDocument {
  /// Converts offsets into lines and columns, counting lines once for all problems.
  ///
  /// - Parameter source: the name of the text.
  package func placed(_ problems: [LocatedProblem], in source: String) -> [Problem] {
    let positions = problems.isEmpty ? [] : places(at: problems.map { $0.offset ?? 0 })
    return zip(problems, positions).map { problem, position in
      let place = Place(source, problem.offset == nil ? nil : position)
      return Problem(problem.subject, problem.rule, at: place, of: problem.account)
    }
  }
}
