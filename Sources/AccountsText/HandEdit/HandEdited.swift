package import Accounts
package import LosslessJSON

/// What is edited by hand as a text: a file, or one made of a table's rows.
package protocol HandEdited: Sendable {
  /// What the text may have.
  var dialect: JSONDialect { get async }

  /// The text as it is now, usable or not.
  func currentText() async throws(AccountsError) -> [UInt8]

  /// What is wrong with a copy that was edited, and whether it can be installed with that.
  func judge(
    _ copy: AccountsDocument, from base: [UInt8], _ hasher: PasswordHasher
  ) async -> (findings: CheckReport, isUsable: Bool)

  /// Puts a hand-edited version of `base` in the place of what is there, merged with concurrent
  /// changes.
  func install(
    _ mine: [UInt8], from base: [UInt8], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<InstallResult>
}

/// A store whose accounts are not in a file, and can be edited as one.
package protocol HandEditableStore: AccountStore {
  /// The accounts of some names, or all, as a text that is edited in a copy.
  func edited(_ names: [String], inCopy path: String, _ hasher: PasswordHasher) -> any HandEdited
}

/// What came of installing a hand edit.
package enum InstallResult: Sendable {
  /// It is there, merged with any concurrent changes.
  case installed(merged: Bool)
  /// Both sides changed the same thing: nothing is written. The merge keeps the hand's version of it.
  case conflict(AccountsMerge, theirs: [UInt8])
  /// The text that the edit began from cannot be used, so nothing can be merged or written.
  case unmergeable(theirs: [UInt8])
}
