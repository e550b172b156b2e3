package import Accounts
package import AccountsDocument

/// All contents of a store, for copying to another: accounts as the text of a file, history and
/// record of logins in a neutral form. A copy reads this from one store and begins another one with
/// it.
package struct StoreContents: Sendable {
  /// The accounts, the rulebook and the other keys, as plain JSON.
  package let accounts: AccountsDocument
  /// The original text, for the places of problems; the values have the same places in `accounts`.
  package let original: AccountsDocument
  package var history = HistoryLines()
  /// All login attempts, the oldest first.
  package var attempts: [RecordedAttempt] = []
  /// The beginning of the record of logins; nil if there is none.
  package var loginsSince: Int?
  /// The logins of accounts, by their names under the rulebook's key.
  package var lastLogins: [(name: AccountName, login: LastLogin)] = []
  /// The number of comments that cannot be copied.
  package var comments = 0
  /// The number of foreign lines in the history and the record of logins.
  package var unknownLines = 0
  /// The store's mark when it was read; see ``CopyableStore/mark()``.
  package var mark: [String] = []

  package init(_ accounts: AccountsDocument, original: AccountsDocument? = nil) {
    self.accounts = accounts
    self.original = original ?? accounts
  }
}

/// A store that can be copied, and begun with a copy.
package protocol CopyableStore: Sendable {
  /// Reads everything at one moment. Throws ``CopyFault/noAccounts`` if there are no accounts.
  func contents() async throws(AccountsError) -> StoreContents

  /// Differs from an earlier mark if anything was written since.
  func mark() async throws(AccountsError) -> [String]

  /// Begins with accounts, their history, and the record of their logins: all or nothing. Throws
  /// ``CopyFault/notEmpty(_:)`` if there is anything already, and ``CopyFault/unsupported(_:)`` if
  /// the store cannot hold all of it.
  ///
  /// - Parameters:
  ///   - attribution: the author, for the last line of the history.
  ///   - checking: called before the last step that makes the copy count; throws to prevent it.
  func begin(
    with contents: StoreContents, by attribution: Attribution,
    checking: @Sendable () async throws(AccountsError) -> Void
  ) async throws(AccountsError) -> [Notice]
}

/// Why accounts were not copied.
package enum CopyFault: Error, StoreReason {
  /// There are no accounts to copy.
  case noAccounts
  /// The target already has accounts, or this file.
  case notEmpty(String?)
  /// The target cannot hold these values.
  case unsupported([UnsupportedValue])
  /// Accounts or history were written during the copy.
  case changedMeanwhile
  /// The written accounts differ from those that were read.
  case differs
}

/// A value that a store cannot hold.
package struct UnsupportedValue: Sendable, Hashable {
  /// The reason why a store cannot hold the value.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The account is not an object.
    case notAnObject
    /// The account has no value in the key field.
    case noKey
    /// Another account has the same value.
    case shared
    /// The password was typed by hand.
    case typedPassword
    /// The account has two passwords.
    case passwordTwice
    /// The id has not the form of one, or there are several.
    case idForm
    /// The id does not count, and another account has its UUID.
    case sharedID
    /// The text contains the character U+0000.
    case nul
    /// The name is too long for an index.
    case tooLong
    /// The text is not the JSON of one object.
    case notJSON
    /// The text begins with a byte-order mark.
    case byteOrderMark
    /// The text is nested more deeply than a file may be.
    case tooDeep
    /// The row of a database has something else beside the account's text than that says.
    case contradicted
  }

  package let reason: Reason
  /// The account's name; nil without one, and for values outside accounts.
  package let account: String?
  package let field: String?
  package let place: Place?

  package init(
    _ reason: Reason, of account: String?, _ field: String? = nil, at place: Place? = nil
  ) {
    (self.reason, self.account, self.field, self.place) = (reason, account, field, place)
  }
}

extension CopyFault {
  /// The fault as an error of a store.
  package func error(_ subject: String) -> AccountsError {
    .store(StoreFault(.write, subject, self))
  }
}
