import AccountsFile
import CommandKit

/// The list of accounts, and what is done to one or several.
extension ScreenEffects {
  func list(
    _ query: AccountsQuery, number: Int, seen: [AccountRef], drawn: AccountListing?
  ) async throws(AccountsError) -> ScreenMessage {
    let day = today()
    let stamp = await registry.status()?.stamp
    let pages = registry.pages(query, on: day).makeAsyncIterator()
    var next = try await pages.next(isolation: nil)
    // Once the accounts are read, their rulebook is known without a reading of its own.
    let logins = await self.logins(query)
    var builder = AccountListingBuilder(
      query, language, logins: logins.listed, unlistedReasons: logins.unlistedReasons)
    while let page = next {
      builder.add(page)
      next = try await pages.next(isolation: nil)
    }
    let taken = try await registry.takenByForm(builder.misshapenNames)
    let rows = builder.rows(on: day, stamp: stamp, taken: taken)
    let (others, renamed) = try await changed(among: seen)
    var expected: AccountListing?
    if let drawn, await registry.status()?.stamp != drawn.stamp || drawn.stamp == nil {
      expected = drawn.narrowed(by: query, language)
    }
    return .listed(number, rows, others: others, renamed: renamed, expected: expected)
  }

  /// The names of those that are nobody now, and those that have got other names.
  private func changed(
    among seen: [AccountRef]
  ) async throws(AccountsError) -> (others: Set<String>, renamed: [String: AccountRef]) {
    guard !seen.isEmpty else { return ([], [:]) }
    let rulebook = try await registry.rulebook()
    var (others, renamed) = (Set<String>(), [String: AccountRef]())
    for (ref, now) in zip(seen, try await registry.who(seen)) {
      guard let now else {
        others.insert(ref.name)
        continue
      }
      let name = now.name(under: rulebook)
      if !sameText(name, ref.name) { renamed[ref.name] = AccountRef(now, named: name) }
    }
    return (others, renamed)
  }

  /// The last logins for a list, and why some accounts are left out of it. If the record cannot be
  /// read, its column stays empty.
  private func logins(_ query: AccountsQuery) async -> (
    listed: ListedLogins?, unlistedReasons: [Phrase]
  ) {
    do throws(AccountsError) {
      let logins = try await ListedLogins(query, in: registry, at: now(), localTime)
      let refusal = logins.refusal.map { $0.lines + ($0.hint.map { [$0] } ?? []) }
      return (logins, refusal ?? (query.isOfSeen ? logins.absence.map { [$0] } : nil) ?? [])
    } catch {
      return (nil, query.isOfLogins ? error.screenLines : [])
    }
  }

  /// All groups, and which of them some accounts are in. If the accounts cannot be read, no group
  /// is offered.
  func groups(of names: [String]) async -> KnownGroups {
    var groups = KnownGroups(of: names)
    do throws(AccountsError) {
      for try await page in registry.pages(on: today()) { groups.add(page) }
    } catch {}
    return groups
  }

  /// Makes an account with a generated password.
  func add(_ values: FieldValues) async throws(AccountsError) -> ScreenMessage {
    let rulebook = try await registry.rulebook()
    let generated = try await registry.generatedPassword(for: values, under: rulebook).text
    let name = rulebook.name(of: values)?.text ?? ""
    return .changed(
      try await Done(ShownPassword(name: name, password: generated)) { () throws(AccountsError) in
        try await registry.register(values, password: PasswordEntry(generated)).notices
      })
  }

  /// Writes invitations into a new file for this user alone; says where they are.
  private func keep(_ invitations: InvitationText) async -> [Phrase] {
    let directory = home ?? "."
    for number in 1...99 {
      let suffix = number == 1 ? "" : "-\(number)"
      let path = "\(directory)/regapp-invitations-\(today())\(suffix).txt"
      do throws(AccountsError) {
        guard
          try await WholeFile(path, sparing: registry).create(
            Array(invitations.lines(isAlone: false).utf8))
        else { continue }
        // The path comes first: a small window has few rows, and nothing else leads to the links.
        return [Phrase("The links are in \(visible(path))."), invitations.done.sentence]
      } catch {
        return [
          invitations.done.sentence,
          Phrase("The links could not be kept: \(Report(error).reason). Invite again, or undo."),
        ]
      }
    }
    return [invitations.done.sentence]
  }

  /// Does something to those of some accounts that are somebody still, and that nothing keeps from
  /// it.
  func run(
    _ operation: Operation, _ typed: String?, on accounts: [AccountRef],
    leavingOut leftOut: [Phrase]
  ) async throws(AccountsError) -> ScreenMessage {
    var (left, others, leftOut) = (accounts, Set<String>(), leftOut)
    while true {
      do throws(AccountsError) {
        var done = try await operation.run(
          registry.expecting(left), left.map(\.name),
          .init(text: typed, address: address))
        if let invitations = done.invitations { done.screenLines = await keep(invitations) }
        return .changed(
          done, by: operation, of: left, now: await now(left), besides: others,
          leavingOut: leftOut)
      } catch .notMeant(let found) {
        let (count, names) = (left.count, Set(found.map { AccountName($0) }))
        others.formUnion(left.map(\.name).filter { names.contains(AccountName($0)) })
        left.removeAll { others.contains($0.name) }
        if left.isEmpty || left.count == count { return .notShown(others.sorted()) }
      } catch {
        let refusals = error.refusals
        let names = Set(refusals.map { AccountName($0.name) })
        let rest = left.filter { !names.contains(AccountName($0.name)) }
        guard !rest.isEmpty, rest.count < left.count else { throw error }
        leftOut += refusals.map(\.words)
        left = rest
      }
    }
  }

  /// What the only account is that was just changed here: one without an id is another by now. Nil
  /// if there are several, or the same reference still means it.
  private func now(_ changed: [AccountRef]) async -> AccountRef? {
    guard changed.count == 1, let one = changed.first, one.id == nil else { return nil }
    return try? await registry.ref(one.name)
  }
}
