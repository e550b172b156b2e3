package import LosslessJSON

/// A problem with its offset in bytes.
package struct LocatedProblem: Sendable {
  package let subject: Problem.Subject
  package let rule: Rule
  package let offset: Int?
  /// The account's name, if it should be reported.
  package var account: String?
  /// The number of further accounts with the same problem, where it is told once for all.
  package var more = 0

  package init(_ subject: Problem.Subject, _ rule: Rule, at offset: Int?) {
    self.subject = subject
    self.rule = rule
    self.offset = offset
  }

  /// The problem at a place of a source, or as it is told without one.
  package func placed(at place: Place? = nil) -> Problem {
    var problem = Problem(subject, rule, at: place, of: account)
    problem.more = more
    return problem
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
      problem.placed(at: Place(source, problem.offset == nil ? nil : position))
    }
  }
}
