package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The rows that may have a typed password, or a value of another type.
  var rowsWithTyped: [Int] {
    onAllCores { part in
      part.filter { index in
        let row = Row(self, index)
        guard row.fields[.password] != nil else { return false }
        return row.withUTF8(of: .password, in: self, StoredPassword.isKept) != true
      }
    }.flatMap(\.self)
  }

  /// The hand-typed passwords; none if the rulebook names no list.
  package var typedPasswords: [PasswordText] {
    guard rulebook.fields.password.blocklistFile != nil else { return [] }
    return rowsWithTyped.compactMap { Row(self, $0).typedPassword(in: self) }
  }

  /// The problems of rows whose typed passwords are on the rulebook's list, by position.
  package func problems(ofListed listed: Set<PasswordText>) -> [Int: LocatedProblem] {
    rowsWithTyped.reduce(into: [:]) { found, index in
      let row = Row(self, index)
      guard let typed = row.typedPassword(in: self), listed.contains(typed) else { return }
      let place = row.fields[.password]?.range.lowerBound
      found[index] = LocatedProblem(.field(.password), .field(.notOnBlocklist), at: place)
    }
  }
}

extension AccountsDocument.Row {
  func typedPassword(in file: AccountsDocument) -> PasswordText? {
    guard let text = self[text: .password, in: file],
      case .typed(let typed) = try? StoredPassword(text)
    else {
      return nil
    }
    return typed
  }
}
