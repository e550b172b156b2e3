import LosslessJSON

extension AccountRecord {
  /// The name that applications hear of the account on one side of the change: the user name, else
  /// the email. Nil if there is none, or if no values are kept.
  private func heard(_ side: (Change) -> JSONLiteral?) -> String? {
    guard let changes else { return nil }
    for field in [Field.username, .email] {
      if let change = changes[field] {
        if case .string(let name)? = side(change) { return name }
      } else if let kept = [name, otherName].compactMap(\.self).first(where: {
        Rulebook.field(of: $0) == field
      }) {
        return kept
      }
    }
    return nil
  }

  /// The names that applications heard before the change and hear after it.
  fileprivate var heard: (before: String?, after: String?) {
    kind == .changed && changes?.contains(where: \.isOfName) != true
      ? (nil, nil)
      : (kind == .added ? nil : heard(\.old), kind == .removed ? nil : heard(\.new))
  }
}

extension [AccountRecord] {
  /// The names that applications heard, and that none of these accounts has after the changes, sorted:
  /// a file and a table have no order in common.
  public var freedNames: [String] {
    let heard = map(\.heard)
    let lost = heard.filter { $0.before.map(AccountName.init) != $0.after.map(AccountName.init) }
    guard lost.contains(where: { $0.before != nil }) else { return [] }
    let kept = Set(heard.compactMap { $0.after.map { AccountName($0) } })
    return lost.compactMap(\.before).filter { !kept.contains(AccountName($0)) }.sorted()
  }
}
