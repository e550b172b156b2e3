import Accounts
import LosslessJSON

extension MergeWork {
  func settlement(
    of account: MatchedAccounts.Account
  ) -> (Settlement, AccountConflict?) {
    guard
      !accounts.mine.isEqualIgnoringSpacing(account.mine, as: account.theirs, in: accounts.theirs)
    else { return (.mine, nil) }
    if let keys = keys(of: account) {
      let (taken, conflicting, reason) = decide(keys, of: account)
      guard conflicting.isEmpty else {
        return (
          .fields(taken: taken, conflicting: conflicting),
          conflict(over: account, reason, conflicting)
        )
      }
      return (taken.isEmpty ? .mine : .fields(taken: taken, conflicting: []), nil)
    }
    // Else the account, or those that cannot be told apart, are merged as a whole.
    if accounts.base.isEqualIgnoringSpacing(account.base, as: account.mine, in: accounts.mine) {
      let isChanged = !accounts.base.areAll(
        account.base, among: account.theirs, of: accounts.theirs)
      guard rulebookChanger == .mine, isChanged else { return (.theirs, nil) }
      return (.conflict, conflict(over: account, .rulebookChanged))
    }
    if accounts.base.isEqualIgnoringSpacing(account.base, as: account.theirs, in: accounts.theirs) {
      let isChanged = !accounts.base.areAll(account.base, among: account.mine, of: accounts.mine)
      guard rulebookChanger == .theirs, isChanged else { return (.mine, nil) }
      return (.conflict, conflict(over: account, .rulebookChanged))
    }
    let isRemoved = account.mine.isEmpty || account.theirs.isEmpty
    let reason: AccountConflict.Reason =
      account.isSplit ? .unclear : isRemoved ? .removed : .bothChanged
    return (.conflict, conflict(over: account, reason))
  }

  func conflict(
    over account: MatchedAccounts.Account, _ reason: AccountConflict.Reason, _ keys: [String] = []
  ) -> AccountConflict {
    let theirs = accounts.base.changes(
      of: account.name, from: account.base, to: account.theirs, in: accounts.theirs)
    return AccountConflict(
      name: account.name, reason: reason, keys: keys, theirs: theirs.map(\.account))
  }
}

extension MergeWork {
  /// The keys of an account that is on both sides once; nil if they are ambiguous.
  private func keys(of account: MatchedAccounts.Account) -> [MergedKey]? {
    guard account.isOne, account.mine.count == 1, account.theirs.count == 1,
      let mine = accounts.mine.members(at: account.mine[0]),
      let theirs = accounts.theirs.members(at: account.theirs[0])
    else { return nil }
    var old = KeyedMembers()
    if let position = account.base.first {
      guard let members = accounts.base.members(at: position) else { return nil }
      old = members
    }
    return MergedKey.all(old, mine, theirs)
  }

  /// The keys to take from theirs, and the conflicting ones.
  ///
  /// `Field.ofAccess` are settled together: a code without its day is a password.
  private func decide(
    _ keys: [MergedKey], of account: MatchedAccounts.Account
  ) -> (taken: [String], conflicting: [String], AccountConflict.Reason) {
    let different = keys.filter(\.isDifferent)
    guard let base = account.base.first else {
      // A new account is the same on both sides, or it is in conflict if it differs.
      return ([], different.map(\.name), .bothChanged)
    }
    // An account with another name and another password on one side may belong to another person
    // now. Then no change of the other side is taken over, not even one that both sides made.
    let isClear =
      accounts.base.areAll(account.base, among: account.mine, of: accounts.mine)
      || accounts.base.areAll(account.base, among: account.theirs, of: accounts.theirs)
      || !accounts.mine.isReplaced(account.mine[0], since: base, in: accounts.base)
        && !accounts.theirs.isReplaced(account.theirs[0], since: base, in: accounts.base)
    guard isClear else { return ([], different.map(\.name), .unclear) }
    var conflicting = Set(different.filter(\.isConflict).map(\.name))
    var reason = AccountConflict.Reason.bothChanged
    let (changedByMe, changedByThem) = (
      different.filter { $0.old == $0.theirs }.map(\.name),
      different.filter { $0.old == $0.mine }.map(\.name)
    )
    let ofAccess = keys.filter { key in Field.ofAccess.contains { $0.key == key.name } }
    let bothChangeAccess =
      ofAccess.contains { $0.old != $0.mine } && ofAccess.contains { $0.old != $0.theirs }
    let isAccess = Set(ofAccess.map(\.name)).contains
    let old = AccountsDocument.Row(accounts.base.file, base)
    let sides = [(mine, account.mine[0]), (theirs, account.theirs[0])]
    let invitation = Field.invitedUntil.key
    if different.contains(where: { $0.name == invitation }),
      sides.contains(where: { file, place in
        AccountsDocument.Row(file, place).hasCode(of: old, in: accounts.base.file, as: file)
      })
    {
      if conflicting.isEmpty { reason = .codeAsPassword }
      conflicting.insert(invitation)
    }
    func guardAccess(
      _ side: MergeSide, _ file: AccountsDocument, _ place: Int, changed: [String],
      by others: [String]
    ) {
      let lost = AccountsDocument.Row(file, place)
        .accessLost(in: file, since: old, in: accounts.base.file).map(\.key)
      let serious = others.filter { Field($0)?.row.says != .person }
      let isChanger = rulebookChanger == side
      guard !lost.isEmpty || isChanger, !serious.isEmpty else { return }
      if conflicting.isEmpty { reason = lost.isEmpty ? .rulebookChanged : .accessTaken }
      // A change of access by one side alone is taken whole, beside the conflict.
      conflicting.formUnion(
        (serious + changed.filter(lost.contains)).filter { name in
          isChanger || bothChangeAccess || !isAccess(name)
        })
    }
    guardAccess(
      .mine, mine, account.mine[0], changed: changedByMe, by: changedByThem)
    guardAccess(
      .theirs, theirs, account.theirs[0], changed: changedByThem, by: changedByMe)
    // A new name from one side and a new password from the other never come together.
    let names = Set((Field.keys + [mine.rulebook.key, theirs.rulebook.key]).map(\.key))
    for (one, other) in [(changedByMe, changedByThem), (changedByThem, changedByMe)]
    where other.contains(Field.password.key) && !names.isDisjoint(with: one) {
      conflicting.formUnion(names.intersection(one).union([Field.password.key]))
    }
    if bothChangeAccess || conflicting.contains(where: isAccess) {
      conflicting.formUnion(ofAccess.filter(\.isDifferent).map(\.name))
    }
    return (
      changedByThem.filter { !conflicting.contains($0) },
      different.map(\.name).filter(conflicting.contains), reason
    )
  }
}

extension AccountTable {
  /// True if another text still has all of these accounts unchanged, possibly among others.
  fileprivate func areAll(_ here: [Int], among there: [Int], of other: AccountTable) -> Bool {
    var left = Dictionary(grouping: there) { other.comparable(at: $0) }
    return here.allSatisfy { left[comparable(at: $0)]?.popLast() != nil }
  }

  /// The members of an account; nil if a key is repeated, or if anything cannot be decoded.
  fileprivate func members(at position: Int) -> KeyedMembers? {
    let members = KeyedMembers(of: file.rows[position], in: file.document)
    return members.isUnambiguous ? members : nil
  }
}

extension Field {
  /// Fields that say together who may log in, with what and when.
  static let ofAccess: [Field] = [
    .password, .invitedUntil, .mustChange, .disabled, .validFrom, .validUntil,
  ]
}

extension AccountsDocument.Row {
  /// The fields in which an account lost access, wholly or partly, now or on another day.
  fileprivate func accessLost(
    in file: AccountsDocument, since old: AccountsDocument.Row, in base: AccountsDocument
  ) -> [Field] {
    Field.allCases.filter { field in
      let isBroken = { (row: AccountsDocument.Row) in
        row.problems.contains { $0.subject == .field(field) }
      }
      if isBroken(self) != isBroken(old) { return isBroken(self) }
      let (before, now) = (old[field, in: base], self[field, in: file])
      guard before != now else { return false }
      func day(_ value: FieldValue?) -> CalendarDay? { value?.text.flatMap { CalendarDay($0) } }
      if field == .password {
        let isLocked = { (value: FieldValue?) in
          value?.text.map { !StoredPassword.lock(of: $0).isEmpty } ?? false
        }
        return isLocked(now) && !isLocked(before)
      }
      guard field.row.says == .access else { return false }
      let form = field.form
      switch form {
      case .flag, .flagOrText:
        let isSet = { (value: FieldValue?) in value.map { $0 != .flag(false) } ?? false }
        return isSet(now) && !isSet(before)
      case .texts:
        return !Set(old.groups(in: base).map { Array($0.utf8) })
          .isSubset(of: groups(in: file).map { Array($0.utf8) })
      case .text:
        guard let now else { return false }
        guard let new = day(now) else { return true }
        return day(before).map { field == .validFrom ? $0 < new : new < $0 } ?? true
      }
    }
  }
}
