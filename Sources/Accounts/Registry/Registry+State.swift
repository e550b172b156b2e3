import LosslessJSON

/// The change of one account's state.
public struct StateChange: Sendable {
  /// The state before.
  public let before: AccountState
  /// The state now.
  public let after: AccountState
  /// The fields that changed; empty if there was nothing to change.
  public let fields: [Field]
  /// The account after the change.
  public let account: StoredAccount
  /// Its name before; empty without one.
  public internal(set) var name = ""
  /// The keys that were taken out of it, with their values as the history has them.
  public internal(set) var dropped: [AccountRecord.Change] = []

  /// The keys that changed, each once; empty if there was nothing to change.
  public var keys: [String] { fields.map(\.key) + dropped.map(\.key).eachOnce }

  /// Whether it was closed, and can be logged in to now.
  package var opens: Bool { before == .closed && after == .open }
}

extension Registry {
  /// Disables an account: for good, with a reason if given, or until a day. A later day that is
  /// already set stays.
  public func disable(
    _ name: String, reason: String? = nil, until day: CalendarDay? = nil
  ) async throws(AccountsError) -> Outcome<StateChange> {
    let done = try await disable([name], reason: reason, until: day)
    return Outcome(done.value[0], notices: done.notices)
  }

  /// Disables accounts, all in one write or none. Accounts that are already disabled this way stay
  /// as they are.
  ///
  /// Of many accounts ``WorkProgress`` is told. Until all are done, a cancelled task writes nothing,
  /// and `cancelled` is thrown.
  public func disable(
    _ names: [String], reason: String? = nil, until day: CalendarDay? = nil
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    try await change(names, .disable) { values, today throws(AccountsError) in
      if let day {
        guard day > today else {
          throw .invalid([Problem(.field(.validFrom), .field(.inFuture))])
        }
        if values.day(.validFrom).map({ $0 < day }) ?? true {
          values[text: .validFrom] = day.description
        }
      } else if let reason {
        values[text: .disabled] = FieldValues.trimmed(reason, for: .disabled) ?? ""
      } else if [nil, .flag(false)].contains(values[.disabled]) {
        values[.disabled] = .flag(true)
      }
      return nil
    }
  }

  /// Enables an account: removes the reason it is disabled, a lock with a hash behind it, and
  /// limits of days that are not met. Forgets its failed logins, so that nobody has to wait.
  public func enable(_ name: String) async throws(AccountsError) -> Outcome<StateChange> {
    let done = try await enable([name])
    return Outcome(done.value[0], notices: done.notices)
  }

  /// Enables accounts, all in one write or none.
  /// Progress and an end before the write are as for ``disable(_:reason:until:)``.
  public func enable(
    _ names: [String]
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    var done = try await change(names, .enable, clearing: .disabled) {
      values, today in
      if values[.disabled] != .flag(false) { values[.disabled] = nil }
      if let text = values.password, case .locked? = try? StoredPassword(text) {
        guard let hash = StoredPassword.hash(behindLockOf: text) else {
          return Problem(.field(.password), .field(.lockedWithoutHash))
        }
        values.password = hash
      }
      if let day = values.day(.validFrom), day > today { values[.validFrom] = nil }
      if let day = values.day(.validUntil), day < today { values[.validUntil] = nil }
      return nil
    }
    let rulebook = try await rulebook()
    let key = rulebook.key
    for change in done.value where change.account.state == .invited {
      let name = rulebook.anyName(of: change.account) ?? ""
      done.notices.append(.staysInvited(name: name))
    }
    let enabled = done.value.compactMap { $0.account.values[text: key] }.map { AccountName($0) }
    done.notices += await forgetFailures(of: enabled, by: key)
    return done
  }

  /// Adds and removes groups of accounts, all in one write or none, starting from the groups at
  /// that time. Accounts without a change stay as they are.
  /// Progress and an end before the write are as for ``disable(_:reason:until:)``.
  public func changeGroups(
    of names: [String], adding added: [String], removing removed: [String]
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    try await change(names, .edit, mayBreakRules: false) { values, _ in
      values.changeGroups(adding: added, removing: removed)
      return nil
    }
  }

  /// Sets or removes the mark that owners have to set new passwords at their next logins, all in
  /// one write or none.
  /// Progress and an end before the write are as for ``disable(_:reason:until:)``.
  public func setMustChange(
    _ mustChange: Bool, of names: [String]
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    try await change(names, .edit) { values, _ in
      if values.mustChangePassword != mustChange { values.mustChangePassword = mustChange }
      return nil
    }
  }

  /// Changes fields of accounts in one write. Problems of other fields may stay, unless
  /// `mayBreakRules` is false. If a field was changed meanwhile, starts again from the present
  /// values.
  ///
  /// - Parameters:
  ///   - keys: keys that no field is, to be taken out, whatever they hold.
  ///   - shown: what may open by that; see ``drop(_:of:isDryRun:opening:)``.
  ///   - body: changes the values; returns a problem that forbids it.
  package func change(
    _ names: [String], _ did: ChangeKind, clearing unreadable: Field? = nil,
    dropping keys: [String] = [], mayBreakRules: Bool = true, isDryRun: Bool = false,
    opening shown: ShownDrop? = nil,
    _ body: (inout FieldValues, _ today: CalendarDay) throws(AccountsError) -> Problem?
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    let today = today()
    let leaving = keys.changesToDrop
    return try await change(names, did, isDryRun: isDryRun, opening: shown) {
      found throws(AccountsError) in
      let (targets, rulebook) = (found.accounts, found.rulebook)
      var (edits, broken) = ([[AccountRecord.Change]](), [Problem]())
      var list: [(account: Int, change: AccountChange)] = []
      for (index, target) in targets.enumerated() {
        if index > 0, index.isMultiple(of: WriteOptions.step) {
          try checkCancellation()
          WorkProgress.tell(index / 2, of: targets.count)
        }
        let present = target.values
        var values = present
        let problem = try body(&values, today)
        let edit = target.edits(from: present, to: values, clearing: unreadable) + leaving
        edits.append(edit)
        let problems =
          problem.map { [$0] }
          ?? (mayBreakRules ? rulebook.problems(with: values, edit, today) : [])
        if !problems.isEmpty {
          broken += problems.of(targets.count > 1 ? found.name(of: target) : nil)
        }
        guard !edit.isEmpty else { continue }
        list.append(
          (
            index,
            .edit(
              try target.foundNameKey(), edit, mayBreakRules: mayBreakRules,
              ifStill: present.identity)
          ))
      }
      guard broken.isEmpty else { throw .invalid(broken) }
      let (asked, edited) = (list.map(\.account), edits)
      return ChangesOfFound(list: list, isHalfDone: true, dropped: keys) { applied in
        var done = targets.map {
          StateChange(
            before: $0.state, after: $0.state, fields: [], account: $0, name: found.name(of: $0))
        }
        guard let applied else { return done }
        var dropped: [AccountName: [AccountRecord.Change]] = [:]
        for record in applied.changes where !keys.isEmpty {
          if let name = record.name { dropped[AccountName(name)] = record.dropped(keys) }
        }
        for (place, index) in asked.enumerated() {
          let account = applied.accounts[place]
          done[index] = StateChange(
            before: targets[index].state, after: account.state,
            fields: applied.effects[place] == .unchanged ? [] : edited[index].compactMap(\.field),
            account: account, name: done[index].name,
            dropped: dropped[AccountName(done[index].name)] ?? [])
        }
        return done
      }
    }
  }
}

extension StoredAccount {
  /// The edits from an account's values to others; a field that cannot be read is cleared.
  fileprivate func edits(
    from present: FieldValues, to values: FieldValues, clearing unreadable: Field?
  ) -> [AccountRecord.Change] {
    return Field.allCases.compactMap { field in
      let (old, new) = (present[field], values[field])
      if old != new { return .init(field, from: old, to: new) }
      let isUnreadable =
        field == unreadable && problems.contains { $0.subject == .field(field) }
      return isUnreadable ? .init(field, from: FieldValue?.none, to: nil) : nil
    }
  }
}

extension Rulebook {
  /// The problems of the fields that were edited; other fields may have problems.
  fileprivate func problems(
    with values: FieldValues, _ edits: [AccountRecord.Change], _ today: CalendarDay
  ) -> [Problem] {
    problems(with: values, today: today).filter { problem in
      edits.contains { $0.field.map(Problem.Subject.field) == problem.subject }
        || problem.rule == .field(.dateOrder) && edits[.validFrom]?.new != nil
    }
  }
}
