import Accounts
import CommandKit
import LosslessJSON

extension Problem {
  var item: Report.Item {
    let message = message
    let members = more > 0 ? [JSONLiteral.Member("more", .integer(more))] : []
    var item = Report.Item(
      field: field, rule: rule.name, message: message, more: rule.linesOfConflict + members,
      sentence: more > 0 ? ofSeveral(message) : nil)
    item.move(to: self)
    return item
  }
}

extension Problem {
  /// The sentence of a problem that further accounts have, too.
  private func ofSeveral(_ message: Phrase) -> Phrase {
    let name = account.map { Phrase(same: visible($0)) } ?? Phrase("an account")
    return Phrase("\(name) (and \(more) more): \(message)")
  }
}

extension [Problem] {
  var items: [Report.Item] {
    var items: [Report.Item] = []
    items.reserveCapacity(count)
    forEachItem { items.append($0) }
    return items
  }

  /// Calls `body` with the item of each problem: what several have in common is put into words
  /// once.
  func forEachItem(_ body: (Report.Item) throws -> Void) rethrows {
    var known: [Problem.Kind: Report.Item] = [:]
    guard var kind = first?.kind, var item = first?.item else { return }
    for problem in self {
      // Most are of the kind of the one before.
      if problem.kind != kind {
        known[kind] = item
        kind = problem.kind
        item = known[kind] ?? problem.item
      }
      item.move(to: problem)
      try body(item)
    }
  }
}

extension Problem {
  /// Identifies a problem without its place.
  struct Kind: Hashable {
    let subject: Subject
    let rule: Rule
    /// Said once for so many further accounts.
    let more: Int
  }

  var kind: Kind { Kind(subject: subject, rule: rule, more: more) }
}

extension Report.Item {
  /// Puts it at the place of a problem and of its account.
  fileprivate mutating func move(to problem: Problem) {
    place = problem.place?.position.map { ($0.line, $0.column) }
    subject = problem.account.flatMap { $0.isEmpty ? nil : ("account", $0) }
  }
}
