#if Postgres
  import Accounts
  import AccountsText
  import LosslessJSON

  extension PostgresStore {
    /// Puts a rulebook in force while there are no accounts, and adds the first ones.
    func create(
      _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
    ) async throws(AccountsError) -> Outcome<Void> {
      let changes = accounts.map { AccountChange.add(NewAccount($0)) }
      let ids = changes.flatMap(\.ids)
      let options = WriteOptions(rulebook: rulebook, by: attribution)
      return try await writing(options) { () async throws(AccountsError) in
        let before = try await self.table(of: ids)
        guard before.isEmpty else { throw .alreadyInitialised(subject: self.address.subject) }
        let table = try before.under(
          rulebook.tableText, self.address.subject, today: self.today())
        let plan = try table.accounts.plan(changes, options)
        return (table, plan, Outcome(()), rulebook.tableText)
      }
    }
  }

  extension PostgresStore {
    /// There are none: no typed password gets here.
    func typedPasswords() -> (allowed: [TypedPassword], refused: [Problem]) {
      ([], [])
    }

    func seal(_ hashes: [SealedPassword], by attribution: Attribution) -> Outcome<[SealedPassword]>
    {
      Outcome([])
    }
  }

  extension PostgresStore {
    func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport {
      var report = CheckReport(source: address.subject, errors: [])
      do throws(AccountsError) { _ = try await listed([]) } catch {
        guard case .rulebookBroken(let problems) = error else { throw error }
        report.errors = problems
        report.rulebookIsBroken = true
      }
      do throws(AccountsError) {
        try await forEachPart { rows throws(AccountsError) in
          let found = rows.findings(hasher)
          report.errors += found.errors
          report.warnings += found.warnings
          report.accounts += found.accounts
          report.hashes.merge(found.hashes, uniquingKeysWith: +)
        }
      } catch .rulebookBroken(let problems) {
        report.errors += problems.filter { !report.errors.contains($0) }
        report.rulebookIsBroken = true
      }
      return report
    }
  }
#endif
