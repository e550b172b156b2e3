import AccountsFile
import CommandKit
import LosslessJSON

extension AccountRecord {
  var shownName: Phrase {
    name.map { Phrase(same: visible($0)) }
      ?? (isNameless ? Phrase("an account without a name") : Phrase("a forgotten account"))
  }

  /// The account as a heading over its lines: its name, and that it comes or goes.
  var title: Phrase {
    switch kind {
    case .added: Phrase("\(shownName): added")
    case .removed: Phrase("\(shownName): removed")
    case .changed: shownName
    }
  }

  /// Lists the changes, a line for each field or key. A password is behind the names that come first,
  /// wherever the account has it, and its value is not shown. Nor is an id, which programs read.
  var lines: [Phrase] {
    let passwords = (changes ?? []).filter { $0.field == .password }
    let others = (changes ?? []).filter { $0.field != .password && $0.field != .id }
    let names = others.prefix(while: \.isOfName)
    let setsID = setsID || kind == .changed && changes?[.id] != nil
    return (names + passwords + others.dropFirst(names.count)).map(line)
      + (setsID ? [Phrase("another id")] : [])
  }

  private func line(_ change: Change) -> Phrase {
    if change.field == .password { return change.passwordLine }
    let name = change.field?.name ?? Phrase(same: keyWord(change.key))
    let (old, new) = (change.shown(change.old), change.shown(change.new))
    return switch kind {
    case .added: Phrase("\(name): \(new)")
    case .removed: Phrase("\(name): \(old)")
    case .changed: Phrase("\(name): \(old) → \(new)")
    }
  }
}

extension AccountRecord.Change {
  /// A value of it, for people.
  fileprivate func shown(_ value: JSONLiteral?) -> Phrase { Self.text(of: value.map(seen)) }

  /// Any value, for people.
  static func text(of value: JSONLiteral?) -> Phrase {
    guard let value, value.fieldValue == nil else {
      return Field.quoted(value?.fieldValue?.shown.shortened)
    }
    return Phrase(same: visible(value.text(style: .oneLine).shortened))
  }

  /// A value as it may be seen: nobody knows what keys of one's own hold.
  func seen(_ value: JSONLiteral) -> JSONLiteral {
    field == nil ? value.masked(under: key) : value
  }

  fileprivate var passwordLine: Phrase {
    func lock(_ value: JSONLiteral?) -> String {
      if case .string(let text)? = value { StoredPassword.lock(of: text) } else { "" }
    }
    return switch (old, new) {
    case (nil, _), (.null, _): Phrase("password set")
    case (_, nil), (_, .null): Phrase("password removed")
    // A typed password is recorded as `*`.
    case _ where lock(old).isEmpty && !lock(new).isEmpty && new != .string("*"):
      Phrase("password changed, and locked")
    default: Phrase("password changed")
    }
  }
}

extension String {
  /// As much of a text as a person may want to see of a value; --json has all of it.
  fileprivate var shortened: String {
    let most = 200
    return utf8.count <= most ? self : String(prefix(most)) + "…"
  }
}
