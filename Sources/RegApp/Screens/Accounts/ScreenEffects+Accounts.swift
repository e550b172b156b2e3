import AccountsFile
import CommandKit

/// The list of accounts, and what is done to one or several.
extension ScreenEffects {
  func list(
    _ query: AccountsQuery, number: Int, marked: [SeenAccount]
  ) async -> ScreenMessage {
    do throws(AccountsError) {
      let day = today()
      let moment = await registry.moment()
      let logins = await self.logins(query)
      var builder = AccountListingBuilder(
        by: query.order, language, logins: logins.listed, unsaid: logins.unsaid)
      for try await page in registry.pages(query, on: day) { builder.add(page) }
      let taken = try await registry.takenByForm(Array(builder.misshapenNames.keys))
      return .listed(
        number, builder.rows(on: day, at: moment, taken: taken),
        others: try await registry.others(among: marked))
    } catch {
      return .notListed(number, error)
    }
  }

  /// Whom the record of logins leaves out of a list, and what it cannot say. A column of a record that cannot be
  /// read stays empty.
  private func logins(_ query: AccountsQuery) async -> (listed: ListedLogins?, unsaid: [Phrase]) {
    do throws(AccountsError) {
      let logins = try await ListedLogins(query, in: registry, at: now(), localTime)
      let refusal = logins.refusal.map { $0.lines + ($0.hint.map { [$0] } ?? []) }
      return (logins, refusal ?? (query.isOfSeen ? logins.absence.map { [$0] } : nil) ?? [])
    } catch {
      return (nil, query.isOfLogins ? ScreenText.lines(of: error) : [])
    }
  }

  /// The groups that there are, and which of them some accounts are in. If the accounts cannot be read,
  /// there is nothing to offer.
  func groups(of names: [String]) async -> KnownGroups {
    var groups = KnownGroupsBuilder(of: names)
    do throws(AccountsError) {
      for try await page in registry.pages(on: today()) { groups.add(page) }
    } catch {}
    return groups.groups
  }

  /// Makes an account with a generated password.
  func add(_ values: FieldValues) async throws(AccountsError) -> ScreenMessage {
    let rulebook = try await registry.rulebook()
    let generated = try await registry.generatedPassword(for: values, under: rulebook).text
    let new = try await registry.checked(
      values, password: PasswordEntry(generated), under: rulebook)
    let name = rulebook.name(of: values)?.text ?? ""
    var words: [Phrase]
    do throws(AccountsError) {
      words = ScreenText.words(of: try await registry.register(new).notices)
    } catch {
      // The account is there even so, and its password must be shown.
      guard case .partlyDone = error else { throw error }
      words = ScreenText.lines(of: error)
    }
    return .changed(
      words, generated: ShownPassword(name: name, password: generated))
  }

  /// Changes those of some accounts that still are the ones that were shown.
  func make(
    _ change: AccountAction, of accounts: [SeenAccount]
  ) async throws(AccountsError) -> ScreenMessage {
    var (left, others) = (accounts, Set<String>())
    while true {
      do throws(AccountsError) {
        return try await make(change, of: left.map(\.name), in: registry.meaning(left), others)
      } catch .notMeant(let names) {
        others.formUnion(names)
        let count = left.count
        left.removeAll { others.contains($0.name) }
        if left.isEmpty || left.count == count { throw .notMeant(others.sorted()) }
      }
    }
  }

  private func make(
    _ change: AccountAction, of names: [String], in registry: Registry, _ others: Set<String>
  ) async throws(AccountsError) -> ScreenMessage {
    func changed<Value>(_ done: Outcome<Value>, _ words: Phrase) -> ScreenMessage {
      .changed(
        [words] + ScreenText.words(of: done.notices),
        leaving: others.isEmpty ? nil : ScreenText.notMeant(others.sorted()), others: others)
    }
    switch change {
    case .disable(let reason):
      let done = try await registry.disable(names, reason: reason)
      return changed(done, ScreenText.disabled(done.value))
    case .enable:
      let done = try await registry.enable(names)
      return changed(done, ScreenText.enabled(done.value))
    case .groups(let added, let removed):
      let done = try await registry.changeGroups(of: names, adding: added, removing: removed)
      return changed(done, ScreenText.groupsChanged(done.value))
    case .mustChange:
      let done = try await registry.setMustChange(true, of: names)
      return changed(done, ScreenText.passwordsDue(done.value))
    case .remove:
      let done = try await registry.remove(names)
      return changed(done, ScreenText.removed(done.value.map(ScreenText.name(of:))))
    case .password:
      guard let name = names.first else { throw .internalFault }
      var request = EditRequest(account: name)
      let generated = try await registry.generatedPassword(for: request)
      request.password = PasswordEntry(generated.text)
      if generated.mustChange { request.fields[.mustChange] = .set("true") }
      var words = [ScreenText.passwordSet(name)]
      do throws(AccountsError) {
        words += ScreenText.words(of: try await registry.edit(request).notices)
      } catch {
        // The password is set even so, and must be shown.
        guard case .partlyDone = error else { throw error }
        words = ScreenText.lines(of: error)
      }
      return .changed(
        words, generated: ShownPassword(name: name, password: generated.text))
    }
  }
}
