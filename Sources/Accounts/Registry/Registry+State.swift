/// What disabling or enabling an account came to.
public struct StateChange: Sendable {
  /// The state before.
  public let before: AccountState
  /// The state now.
  public let after: AccountState
  /// Which fields were changed; none if there was nothing to change.
  public let fields: [Field]
  /// The account as it now is.
  public let account: StoredAccount
}

extension Registry {
  /// Keeps an account from being logged in to: for good, with a reason if one is given, or until a
  /// day. A day later than that which is there already stays.
  public func disable(
    _ name: String, reason: String? = nil, until day: CalendarDay? = nil
  ) async throws -> Done<StateChange> {
    try await change(name, .disable) { account throws(AccountsError) in
      var values = account.values
      if let day {
        guard day > today() else { throw .invalid([Problem(.field(.validFrom), .inFuture)]) }
        if values.day(.validFrom).map({ $0 < day }) ?? true {
          values[text: .validFrom] = day.description
        }
      } else if let reason {
        values[text: .disabled] = FieldValues.trimmed(reason, for: .disabled) ?? ""
      } else if [nil, .flag(false)].contains(values[.disabled]) {
        values[.disabled] = .flag(true)
      }
      return values
    }
  }

  /// Lets an account be logged in to: takes away what disables it, a lock that has a hash behind it,
  /// and days that are not met.
  public func enable(_ name: String) async throws -> Done<StateChange> {
    try await change(name, .enable, clearing: .disabled) { account throws(AccountsError) in
      var values = account.values
      if values[.disabled] != .flag(false) { values[.disabled] = nil }
      if case .locked? = account.password, let text = values.password {
        let hash = String(text.dropFirst(StoredPassword.lock(of: text).count))
        guard PasswordHash(hash) != nil else {
          throw .invalid([Problem(.field(.password), .lockedWithoutHash)])
        }
        values.password = hash
      }
      if let day = values.day(.validFrom), day > today() { values[.validFrom] = nil }
      if let day = values.day(.validUntil), day < today() { values[.validUntil] = nil }
      return values
    }
  }

  /// Changes who may log in; what else is wrong with the account may stay so.
  private func change(
    _ name: String, _ did: ChangeKind, clearing unreadable: Field? = nil,
    _ body: (StoredAccount) throws(AccountsError) -> FieldValues
  ) async throws(AccountsError) -> Done<StateChange> {
    while true {
      let target = try await named(name)
      let (account, rulebook) = (target.account, target.rulebook)
      let values = try body(account)
      var edits = FieldEdits()
      for field in Field.allCases where values[field] != account.values[field] {
        edits[field] = FieldEdit(from: account.values[field], to: values[field])
      }
      if let unreadable, edits[unreadable] == nil,
        account.problems.contains(where: { $0.subject == .field(unreadable) })
      {
        edits[unreadable] = FieldEdit(from: FieldValue?.none, to: nil)
      }
      let broken = rulebook.problems(with: values, today: today()).filter { problem in
        edits.fields.contains { problem.subject == .field($0) }
          || problem.rule == .dateOrder && edits[.validFrom]?.new != nil
      }
      guard broken.isEmpty else { throw .invalid(broken) }
      guard !edits.fields.isEmpty else {
        return Done(
          StateChange(before: account.state, after: account.state, fields: [], account: account))
      }
      do throws(AccountsError) {
        let done = try await apply(
          .edit(target.id(), edits, mayBreakRules: true), of: target.name, did)
        return Done(
          StateChange(
            before: account.state, after: done.value.state, fields: edits.fields,
            account: done.value),
          notices: done.notices)
      } catch .conflict {
        continue
      }
    }
  }
}
