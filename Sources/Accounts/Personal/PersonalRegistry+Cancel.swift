extension PersonalRegistry {
  /// Takes back the session user's last change, if it is an edit.
  func reverseOwnEdits() async throws(AccountsError) -> Outcome<Cancelled> {
    let me = await registry.attribution(.cancel)
    do throws(AccountsError) {
      let (plan, done) = try await registry.reverse(.cancel) { () throws(AccountsError) in
        try await ownLastEdit(of: me)
      }
      guard let account = plan.accounts.first else { throw .internalFault }
      let edited = EditReport(edit: EditDraft(account), account: done.accounts.first?.account)
      return Outcome(.takenBack(edited, passedOver: plan.passedOver), notices: done.notices)
    } catch .cannotUndo(let refused) {
      for case .taken(let field) in refused.map(\.reason) { throw .taken(field) }
      let fields = refused.flatMap { $0.changedFields ?? [] }
      guard refused.allSatisfy({ $0.changedFields != nil }) else { throw .cannotUndo(refused) }
      throw .cannotTakeBack(fields)
    }
  }

  private func ownLastEdit(
    of me: Attribution
  ) async throws(AccountsError) -> (plan: UndoPlan, position: HistoryPosition) {
    var plan = UndoPlan()
    let position = try await registry.readHistory(isGapless: true) { entry throws(AccountsError) in
      try entry.checkKnown()
      if entry.did.keepsValues, entry.count > 0 || entry.document != nil, entry.user == me.user,
        entry.via == me.via, entry.isMade(inSessionOf: me)
      {
        // A change of several accounts is not the user's own edit.
        if entry.did == .edit, entry.count == 1, entry.document == nil, entry.isUndone,
          entry.keepsValues
        {
          plan.add(entry)
        }
        return false
      }
      plan.pass(entry)
      return true
    }
    guard !plan.entries.isEmpty else { throw .nothingToCancel }
    return (plan, position)
  }
}

extension HistoryEntry {
  /// Whether it was made in the session of the same account, or both without one. A change that gave
  /// the account its id tells only the name of the author.
  fileprivate func isMade(inSessionOf me: Attribution) -> Bool {
    guard let by = by.map({ AccountName($0) }), let name = me.by.map({ AccountName($0) }) else {
      return self.by == nil && me.by == nil
    }
    if let byID { return byID == me.byID }
    return by == name && (me.byID == nil || accounts.contains { $0.id == me.byID })
  }
}

extension Refusal {
  /// The fields that have changed since; nil if it is another reason.
  fileprivate var changedFields: [Field]? {
    guard case .changedSince(let keys) = reason else { return nil }
    return keys.compactMap(Field.init(_:))
  }
}

extension EditDraft {
  /// The saved edit that the history recorded.
  fileprivate init(_ account: AccountRecord) {
    let (name, changes) = (account.name ?? "", account.changes ?? [])
    let key = Field.keys.first { changes[$0]?.oldValue?.text == name } ?? Rulebook.field(of: name)
    self.init(key: key, name: name, changes: changes)
  }
}
