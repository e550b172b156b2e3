import LosslessJSON

extension Registry {
  /// The accounts that are invited again, with the codes that they had. A code that somebody types
  /// is checked in `Registry+Renew.swift`.
  ///
  /// - Parameter changes: what came back, each account once.
  func codesComingBack(
    with changes: [AccountRecord]
  ) async throws(AccountsError) -> [Notice] {
    var days: [(name: String, day: CalendarDay?, endsLater: Bool)] = []
    for account in changes where account.kind != .removed {
      guard let changes = account.changes, let name = account.newName,
        case .string(let password)? = changes[.password]?.new,
        StoredPassword.lock(of: password).isEmpty
      else { continue }
      if let change = changes[.invitedUntil] {
        if let text = change.newValue?.text {
          days.append((name, CalendarDay(text), change.oldValue != nil))
        }
      } else if account.kind == .changed, days.count < Self.mostCodes {
        // Another code until the same day.
        days.append((name, nil, true))
      }
    }
    let unknown = days.filter { $0.day == nil }.map { AccountName($0.name) }
    var found: [AccountName: CalendarDay] = [:]
    if !unknown.isEmpty {
      for account in try await store.find(.names(unknown)).accounts {
        guard let day = account.values.day(.invitedUntil) else { continue }
        for id in account.values.ids { found[AccountName(id.key)] = day }
      }
    }
    let today = today()
    return days.compactMap { name, day, endsLater in
      guard let day = day ?? found[AccountName(name)], day >= today else { return nil }
      return .codeComesBack(name: name, until: day, endsLater: endsLater)
    }
  }

  /// The most accounts for which it is looked up whether they are invited.
  private static let mostCodes = 1_000

  /// The accounts of a list that was imported over existing ones and that are invited again, with
  /// the codes that the list has. One that came as it was typed is a new one.
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
