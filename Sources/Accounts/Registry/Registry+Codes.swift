import LosslessJSON

extension Registry {
  /// The accounts that are invited again, with the codes that they had. A code that somebody types
  /// is checked in `Registry+Renew.swift`.
  ///
  /// - Parameter changes: what came back, each account once.
  func codesComingBack(
    with changes: [AccountRecord]
  ) async throws(AccountsError) -> [Notice] {
    var back: [(account: AccountRecord, day: CalendarDay?, endsLater: Bool)] = []
    for account in changes where account.kind != .removed {
      guard let changes = account.changes, account.newName != nil,
        case .string(let password)? = changes[.password]?.new,
        StoredPassword.lock(of: password).isEmpty
      else { continue }
      if let change = changes[.invitedUntil] {
        if let text = change.newValue?.text {
          back.append((account, CalendarDay(text), change.oldValue != nil))
        }
      } else if account.kind == .changed, back.count < Self.mostCodes {
        // Another code until the same day.
        back.append((account, nil, true))
      }
    }
    let there = back.lazy.filter { $0.account.kind == .changed }.prefix(Self.mostCodes)
      .compactMap { $0.account.newName ?? $0.account.name }.map { AccountName($0) }
    var found: [AccountName: FieldValues] = [:]
    if !there.isEmpty {
      for account in try await store.find(.names(Array(there))).accounts {
        for id in account.values.nameKeys { found[AccountName(id.key)] = account.values }
      }
    }
    let (rulebook, today) = (try await store.rulebook(), today())
    return back.compactMap { account, day, endsLater in
      guard let name = account.newName else { return nil }
      var values = found[AccountName(name)] ?? FieldValues()
      guard let day = day ?? values.day(.invitedUntil), day >= today else { return nil }
      for change in account.changes ?? [] {
        if let field = change.field, field != .password { values[field] = change.newValue }
      }
      // Of who is disabled, or whose days are over, no code is good.
      guard values.obstacleToInvitation(under: rulebook, on: today) == nil else { return nil }
      return .codeComesBack(name: name, until: day, endsLater: endsLater)
    }
  }

  /// The most accounts that are looked up for it.
  private static let mostCodes = 1_000

  /// The accounts of a list that was imported over existing ones and that are invited again, with
  /// the codes that the list has. A code that came as it was typed is a new one.
  ///
  /// - Parameters:
  ///   - plan: the list, before its typed passwords are hashed.
  ///   - there: the accounts for which the list has passwords.
  func codes(in plan: ImportPlan, over there: [StoredAccount]) -> [Notice] {
    guard !there.isEmpty else { return [] }
    let (key, today) = (plan.rulebook.key, today())
    var accounts: [AccountName: StoredAccount] = [:]
    for account in there {
      if let name = account[text: key] { accounts[AccountName(name)] = account }
    }
    let typed = Set(plan.passwords.map(\.index))
    return (0..<plan.count).compactMap { index in
      let values = plan[index].values
      guard !typed.contains(index), let name = values[text: key],
        let password = values.password, let old = accounts[AccountName(name)],
        let day = values.day(.invitedUntil), day >= today,
        values.obstacleToInvitation(under: plan.rulebook, on: today) == nil
      else { return nil }
      let isGood = old.values.day(.invitedUntil).map { $0 >= today } ?? false
      guard !isGood || !sameText(password, old[text: .password]) else { return nil }
      return .codeComesBack(name: name, until: day)
    }
  }
}
