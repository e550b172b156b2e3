import Accounts
import CommandKit
import LosslessJSON

extension Problem {
  var item: Report.Item {
    Report.Item(field: field, rule: rule.name, message: message, more: rule.linesOfConflict)
      .at(self)
  }
}

extension [Problem] {
  /// The items of many problems: what several have in common is put into words once.
  var items: [Report.Item] {
    var known: [Problem.Kind: Report.Item] = [:]
    return map { problem in
      if let item = known[problem.kind] { return item.at(problem) }
      let item = problem.item
      known[problem.kind] = item
      return item
    }
  }
}

extension Problem {
  /// What a problem says, wherever it is.
  struct Kind: Hashable {
    let subject: Subject
    let rule: Rule
  }

  var kind: Kind { Kind(subject: subject, rule: rule) }
}

extension Report.Item {
  /// The same, at the place of a problem and of its account.
  fileprivate func at(_ problem: Problem) -> Report.Item {
    var item = self
    item.place = problem.place?.position.map { ($0.line, $0.column) }
    item.subject = problem.account.map { ("account", $0) }
    return item
  }
}
