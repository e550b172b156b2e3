import Accounts
import AccountsDocument

extension PostgresStore {
  /// There are none: no typed password gets here. And a row that somebody else added has an id only
  /// once it is given one by name.
  func typedPasswords() -> (allowed: [TypedPassword], refused: [Problem], lackIDs: Bool) {
    ([], [], false)
  }

  func seal(
    _ hashes: [SealedPassword], giving newID: @escaping @Sendable () -> AccountID,
    under rulebook: Rulebook, by attribution: Attribution
  ) -> Outcome<(sealed: [SealedPassword], identified: Int)>? { Outcome(([], 0)) }

  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport {
    var report = CheckReport(source: address.subject, errors: [])
    do throws(AccountsError) { _ = try await blocklisted([]) } catch {
      switch error {
      case .rulebookBroken(let problems):
        report.errors = problems
        report.rulebookIsBroken = true
      // What is around the accounts is told with them.
      case .fileInvalid: break
      default: throw error
      }
    }
    let place = Place(address.subject)
    var names: [String?] = []
    // Each part of the rows has what is around all of them.
    var around: Set<Problem>?
    do throws(AccountsError) {
      try await forEachPart(isUsable: false) { rows throws(AccountsError) in
        let found = rows.file.findings(hasher, today: rows.today)
        report.warnings += rows.writtenByHand.map {
          Problem(.account, .caution(.writtenByHand), at: place, of: $0)
        }
        report.errors += found.errors.filter { around?.contains($0) != true }
        around = around ?? Set(rows.file.placed(rows.file.faults))
        report.warnings += found.warnings
        report.accounts += found.accounts
        report.hashes.merge(found.hashes, uniquingKeysWith: +)
        names += found.passwords.marks.enumerated().map { index, mark in
          mark == 0 ? nil : found.account(index).name
        }
        report.passwords.add(found.passwords)
        report.ids.add(found.ids)
      }
    } catch .rulebookBroken(let problems) {
      report.errors += problems.filter { !report.errors.contains($0) }
      report.rulebookIsBroken = true
    }
    report.errors = report.errors.eachKeyOnce
    report.account = { [names] in (names[$0], nil) }
    return report
  }
}
