import AccountsFile
import CommandKit

/// The list of accounts, and what is done to one or several.
extension ScreenEffects {
  func list(
    _ query: AccountsQuery, number: Int, seen: [SeenAccount], drawn: AccountListing?
  ) async throws(AccountsError) -> ScreenMessage {
    let day = today()
    let moment = await registry.moment()
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
    let rows = builder.rows(on: day, at: moment, stamp: stamp, taken: taken)
    let (others, renamed) = try await changed(among: seen)
    var expected: AccountListing?
    if let drawn, await registry.status()?.stamp != drawn.stamp || drawn.stamp == nil {
      expected = drawn.narrowed(by: query, language)
    }
    return .listed(number, rows, others: others, renamed: renamed, expected: expected)
  }

  /// The names that are others' now, and what became of accounts that have other names, or another
  /// password or values that nothing tells of: the screen shows these as they are now.
  private func changed(
    among seen: [SeenAccount]
  ) async throws(AccountsError) -> (others: Set<String>, renamed: [String: SeenAccount]) {
    let others = try await registry.others(among: seen)
    if others.isEmpty { return ([], [:]) }
    let names = Set(others.map(\.name))
    let alike = try await registry.lookedAtAgain(seen, besides: others)
    let renamed = await registry.renamed(among: seen.filter { names.contains($0.name) })
      .merging(alike) { first, _ in first }
    return (names.subtracting(renamed.keys), renamed)
  }

  /// Whether a name may be that of another account.
  func isOthers(_ name: String, than account: SeenAccount) async -> Bool {
    do throws(AccountsError) {
      return try await registry.seen(name).named(account.name) != account
    } catch {
      if case .noSuchAccount = error { return false }
      return true
    }
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

  /// Does something to those of some accounts that still are the ones that were shown, and that
  /// nothing keeps from it.
  func run(
    _ operation: Operation, _ typed: String?, on accounts: [SeenAccount],
    leavingOut leftOut: [Phrase], _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(AccountsError) -> ScreenMessage {
    var (left, others, leftOut) = (accounts, [NotMeant](), leftOut)
    while true {
      do throws(AccountsError) {
        var done = try await operation.run(
          registry.expecting(left), left.map(\.name),
          .init(text: typed, address: address, progress: progress))
        if let invitations = done.invitations { done.screenLines = await keep(invitations) }
        return .changed(
          done, by: operation, of: left.map(\.name), besides: Set(others.map(\.name)),
          leavingOut: leftOut)
      } catch .notMeant(let found) {
        others += found
        let (count, names) = (left.count, Set(others.map(\.name)))
        left.removeAll { names.contains($0.name) }
        if left.isEmpty || left.count == count {
          // The typed line is meant for a person: without a name, nothing tells that it is the same.
          let alike = try await registry.lookedAtAgain(accounts, besides: others)
            .filter { $0.value.isNamed }
          let renamed = await registry.renamed(among: accounts.filter { names.contains($0.name) })
          return .notShown(
            others.sorted { $0.name < $1.name }, now: renamed.merging(alike) { first, _ in first })
        }
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
}
