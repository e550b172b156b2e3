package import Accounts
import LosslessJSON

extension AccountsDocument.Row {
  /// True if the account was invited, is not any more, and has the code's hash as its password,
  /// behind a lock or not.
  func hasCode(
    of old: AccountsDocument.Row, in base: AccountsDocument, as file: AccountsDocument
  ) -> Bool {
    guard old[.invitedUntil, in: base] != nil, self[.invitedUntil, in: file] == nil,
      let code = old.unlockedPassword(in: base)
    else { return false }
    return sameText(unlockedPassword(in: file), code)
  }

  /// The password without its lock; nil if there is none, or a lock alone.
  func unlockedPassword(in file: AccountsDocument) -> String? {
    self[text: .password, in: file].flatMap(StoredPassword.unlocked)
  }
}

extension AccountsDocument {
  /// The problems of accounts whose invitation an edit of the text took out, and whose code would
  /// be their password now, under any name. An account that had that password beside the invitation
  /// is left alone.
  package func codesAsPasswords(since old: AccountsDocument) -> [LocatedProblem] {
    var codes: Set<String> = []
    for index in old.rows.indices {
      let row = Row(old, index)
      guard row[.invitedUntil, in: old] != nil, let code = row.unlockedPassword(in: old) else {
        continue
      }
      codes.insert(code)
    }
    guard !codes.isEmpty else { return [] }
    let before = Set(old.rows(withPasswordsAmong: codes).flatMap { old.nameKeys(of: $0.value) })
    return rows(withPasswordsAmong: codes).filter { row in
      !nameKeys(of: row.value).contains(where: before.contains)
    }.map { row in
      LocatedProblem(
        .field(.password), .field(.codeOfInvitation), at: row.fields[.password]?.range.lowerBound
      ).named(row.anyName(in: self))
    }
  }

  /// The accounts without an invitation whose passwords are among some.
  private func rows(withPasswordsAmong codes: Set<String>) -> [Row] {
    rows.indices.map { Row(self, $0) }.filter { row in
      row[.invitedUntil, in: self] == nil
        && row.unlockedPassword(in: self).map(codes.contains) ?? false
    }
  }
}
