import AccountsFile
import CommandKit
import LosslessJSON

extension Report {
  /// Why changes cannot be taken back, a line for each account and field.
  init(_ refused: [Refusal]) {
    let isTaken = refused.contains { if case .taken = $0.reason { true } else { false } }
    let spoilsFile = refused.contains(where: \.spoilsFile)
    let hint =
      spoilsFile
      ? Phrase("nothing was undone, also of what else the change did")
      : isTaken
        ? Phrase("nothing was written; give the other account another one first")
        : Phrase("nothing was written; regapp history shows later changes, but not those by hand")
    self.init(
      isTaken || spoilsFile ? .invalid : .tryAgain, "cannotUndo", [], hint: hint,
      items: refused.flatMap(\.items), listing: .each)
  }
}

extension Refusal {
  fileprivate var items: [Report.Item] {
    switch reason {
    case .taken(let field): return [item(Problem(.field(field), .field(.unique)))]
    case .idWouldCount(let field):
      return [item(field.key, "idWouldCount", FieldWords.idWouldCount(field))]
    case .invalid(let problems) where isAround: return problems.map(spoiling)
    case .closed([]): return [item(nil, "unique", Phrase("several accounts have this name"))]
    case .invalid(let problems), .closed(let problems): return problems.map(item)
    case .changedSince(let keys) where !keys.isEmpty: return keys.map(changedSince)
    case .changedSince:
      return [
        item(nil, "changedSince", Phrase("the account has changed since"))
      ]
    case .conflict(let conflicts): return conflicts.map { changedSince($0.field.key) }
    case .missing:
      return [
        item(nil, "missing", Phrase("the account is gone, or its id does not count any more"))
      ]
    case .unproven(let changes):
      let words = Phrase(
        "nothing tells whose change it was; to set its values: \(commands(settingBack: changes))")
      return [item(nil, "unproven", words)]
    case .repeats:
      return [
        item(nil, "repeats", Phrase("the account changed twice"))
      ]
    }
  }

  /// The commands that set the old values of keys.
  private func commands(settingBack changes: [AccountRecord.Change]) -> String {
    let name = commandWord(account)
    if AccountRecord(name: account, changes).kind == .added { return "regapp remove \(name)" }
    var options: [String] = []
    var others: [String] = []
    for change in changes {
      if let command = change.commandOfState(name) {
        others.append("regapp \(command)")
      } else if let option = change.optionThatSetsBack {
        options.append(option)
      } else if change.field != .invitedUntil || change.old != nil {
        // A password that is set ends an invitation.
        others.append("regapp edit-file")
      }
    }
    let edit =
      options.isEmpty ? [] : ["regapp edit --account \(name) \(options.joined(separator: " "))"]
    return (edit + others.eachOnce).joined(separator: "; ")
  }

  /// Whether it is about the file around the accounts.
  private var isAround: Bool { account.isEmpty }

  /// Whether the file could not be used any more.
  fileprivate var spoilsFile: Bool {
    if case .invalid = reason { isAround } else { false }
  }

  /// Says which key would come back, and what that means.
  private func spoiling(_ problem: Problem) -> Report.Item {
    guard case .key(let key) = problem.subject, case .file(.knownKey) = problem.rule else {
      return item(problem)
    }
    return item(
      key, problem.rule.name,
      Phrase(
        "undo would bring \(keyWord(key)) back at the top of the file, which makes the file "
          + "unusable"))
  }

  private func changedSince(_ key: String) -> Report.Item {
    let name =
      isAround
      ? DocumentRecord.name(of: key) : Field(key)?.name ?? Phrase(same: keyWord(key))
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

extension AccountRecord.Change {
  /// The command that sets whether an account is disabled as before, without `regapp`; nil for any
  /// other key.
  fileprivate func commandOfState(_ name: String) -> String? {
    guard field == .disabled else { return nil }
    return switch old {
    case nil, .bool(false)?: "enable \(name)"
    case .string(let reason)?: "disable \(name) --reason \(shellWord(reason))"
    default: "disable \(name)"
    }
  }

  /// The option of `edit` that sets the old value; nil if there is none.
  fileprivate var optionThatSetsBack: String? {
    if field == .password { return "--password" }
    if field == .mustChange { return old == .bool(true) ? "--must-change" : "--no-must-change" }
    guard let field, Field.typed.contains(field), let option = field.row.option else { return nil }
    return "\(option) \(shellWord(oldValue?.shown ?? ""))"
  }
}
