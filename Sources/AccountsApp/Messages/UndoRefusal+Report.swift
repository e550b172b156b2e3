import AccountsFile
import CommandKit
import LosslessJSON

extension Report {
  /// Why changes cannot be taken back, a line for each account and field.
  init(_ refused: [Refusal]) {
    let isTaken = refused.contains { if case .taken = $0.reason { true } else { false } }
    self.init(
      isTaken ? .invalid : .tryAgain, "cannotUndo", [],
      hint: isTaken
        ? Phrase("nothing was written; give the other account another one first")
        : Phrase("nothing was written; regapp history shows later changes, but not those by hand"),
      items: refused.flatMap(\.items), listing: .each)
  }
}

extension Refusal {
  fileprivate var items: [Report.Item] {
    switch reason {
    case .taken(let field): return [item(Problem(.field(field), .field(.unique)))]
    case .invalid(let problems), .closed(let problems): return problems.map(item)
    case .changedSince(let keys) where !keys.isEmpty: return keys.map(changedSince)
    case .changedSince:
      return [
        item(nil, "changedSince", Phrase("the account has changed since"))
      ]
    case .conflict(let conflicts): return conflicts.map { changedSince($0.field.key) }
    case .missing: return [item(nil, "missing", Phrase("the account is gone"))]
    case .repeats:
      return [
        item(nil, "repeats", Phrase("the account changed twice"))
      ]
    }
  }

  /// Whether it is about the file around the accounts.
  private var isAround: Bool { account.isEmpty }

  private func changedSince(_ key: String) -> Report.Item {
    let name =
      isAround
      ? DocumentRecord.name(of: key) : Field(key)?.name ?? Phrase(same: visible(key))
    guard let change = laterChanges[key] else {
      return item(key, "changedSince", Phrase("\(name) has changed since"))
    }
    return item(
      key, "changedSince", Phrase("\(name) has changed since, by change #\(change)"),
      [.init("change", .integer(change))])
  }

  private func item(_ problem: Problem) -> Report.Item {
    item(problem.field, problem.rule.name, problem.message)
  }

  private func item(
    _ field: String?, _ rule: String, _ message: Phrase, _ more: [JSONLiteral.Member] = []
  ) -> Report.Item {
    Report.Item(
      field: field, rule: rule, message: message,
      more: [.init("account", isAround ? .null : .string(account))] + more,
      sentence: isAround ? message : Phrase(same: "\(visible(account)): ") + message)
  }
}
