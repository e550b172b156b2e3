package import LosslessJSON

/// A problem with the byte at which it is.
package struct LocatedProblem: Sendable {
  package let subject: Problem.Subject
  package let rule: Rule
  package let offset: Int?
  /// The name of the account, if it is to be named.
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
  /// The problems with lines and columns in place of bytes. Lines are counted once for all of them.
  ///
  /// - Parameter source: what the text is called.
  package func placed(_ problems: [LocatedProblem], in source: String) -> [Problem] {
    let positions = problems.isEmpty ? [] : places(at: problems.map { $0.offset ?? 0 })
    return zip(problems, positions).map { problem, position in
      let place = Place(source, problem.offset == nil ? nil : position)
      return Problem(problem.subject, problem.rule, at: place, of: problem.account)
    }
  }
}
