import Accounts
import AccountsDocument

extension PostgresStore {
  /// There are none: no typed password gets here.
  func typedPasswords() -> (allowed: [TypedPassword], refused: [Problem]) {
    ([], [])
  }

  func seal(
    _ hashes: [SealedPassword], under rulebook: Rulebook, by attribution: Attribution
  ) -> Outcome<[SealedPassword]>? { Outcome([]) }

  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport {
    var report = CheckReport(source: address.subject, errors: [])
    do throws(AccountsError) { _ = try await blocklisted([]) } catch {
      guard case .rulebookBroken(let problems) = error else { throw error }
      report.errors = problems
      report.rulebookIsBroken = true
    }
    let place = Place(address.subject)
    var names: [String?] = []
    do throws(AccountsError) {
      try await forEachPart { rows throws(AccountsError) in
        let found = rows.file.findings(hasher, today: rows.today)
        report.warnings += rows.writtenByHand.map {
          Problem(.account, .caution(.writtenByHand), at: place, of: $0)
        }
        report.errors += found.errors
        report.warnings += found.warnings
        report.accounts += found.accounts
        report.hashes.merge(found.hashes, uniquingKeysWith: +)
        names += found.passwords.marks.enumerated().map { index, mark in
          mark == 0 ? nil : found.account(index).name
        }
        report.passwords.add(found.passwords)
      }
    } catch .rulebookBroken(let problems) {
      report.errors += problems.filter { !report.errors.contains($0) }
      report.rulebookIsBroken = true
    }
    report.account = { [names] in (names[$0], nil) }
    return report
  }
}
