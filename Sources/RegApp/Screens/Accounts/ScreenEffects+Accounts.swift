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
    let new = try await registry.checked(
      values, password: PasswordEntry(generated), under: rulebook)
    let name = rulebook.name(of: values)?.text ?? ""
    var done = Done(generated: ShownPassword(name: name, password: generated))
    do throws(AccountsError) {
      done.notices = try await registry.register(new).notices
    } catch {
      // The account is there even so, and its password must be shown.
      guard case .partlyDone = error else { throw error }
      done.told = Report(error).placedLines
    }
    return .changed(done)
  }

  /// Does something to those of some accounts that still are the ones that were shown.
  func run(
    _ operation: Operation, _ typed: String?, on accounts: [SeenAccount],
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(AccountsError) -> ScreenMessage {
    var (left, others) = (accounts, Set<String>())
    while true {
      do throws(AccountsError) {
        let done = try await operation.run(
          registry.meaning(left), left.map(\.name), .init(text: typed, progress: progress))
        return .changed(done, by: operation, besides: others)
      } catch .notMeant(let names) {
        others.formUnion(names)
        let count = left.count
        left.removeAll { others.contains($0.name) }
        if left.isEmpty || left.count == count { throw .notMeant(others.sorted()) }
      }
    }
  }
}
