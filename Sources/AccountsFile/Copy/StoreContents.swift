package import Accounts
package import AccountsText

/// All that a store holds, on its way into another: accounts as the text of a file, and the history and
/// the record of logins in a form that is neither a file's nor a database's. Copying is reading this from
/// one store and beginning another one with it, whichever they are.
package struct StoreContents: Sendable {
  /// The accounts, the rulebook and what else is around them, as plain JSON.
  package let accounts: AccountsDocument
  /// The text that people see, with which problems are placed; its values are where they are in
  /// `accounts`.
  package let original: AccountsDocument
  package var history = HistoryLines()
  /// Each attempt to log in, the first one first.
  package var attempts: [RecordedAttempt] = []
  /// When the record of logins begins; nil if there is none.
  package var loginsSince: Int?
  /// What is known of the logins of accounts, by their names under the rulebook's key.
  package var lastLogins: [(name: AccountName, login: LastLogin)] = []
  /// How many comments do not go along.
  package var comments = 0
  /// How many lines of the history or the record of logins are no lines of regapp's.
  package var unknownLines = 0
  /// What the store looked like when it was read; see ``CopyableStore/mark()``.
  package var mark: [String] = []

  package init(_ accounts: AccountsDocument, original: AccountsDocument? = nil) {
    self.accounts = accounts
    self.original = original ?? accounts
  }
}

/// A store from which everything can be read, and which can begin with that.
package protocol CopyableStore: Sendable {
  /// Everything, as it is at one moment. Throws ``CopyFault/noAccounts`` if there are none.
  func contents() async throws(AccountsError) -> StoreContents

  /// What shows whether anything was written since it was read.
  func mark() async throws(AccountsError) -> [String]

  /// Begins with accounts, their history, and the record of their logins: all of it or nothing. Throws
  /// ``CopyFault/notEmpty(_:)`` if there is anything already, and ``CopyFault/unheld(_:)`` if it
  /// cannot hold all of it.
  ///
  /// - Parameters:
  ///   - attribution: what the history's last line says.
  ///   - checking: called when all that remains is to let it count; throws if that must not be.
  func begin(
    with contents: StoreContents, by attribution: Attribution,
    checking: @Sendable () async throws(AccountsError) -> Void
  ) async throws(AccountsError) -> [Notice]
}

/// Why accounts were not copied.
package enum CopyFault: Error, StoreReason {
  /// There is nothing to copy.
  case noAccounts
  /// The new place has accounts already, or this file.
  case notEmpty(String?)
  /// The new place cannot hold these.
  case unheld([Unheld])
  /// Somebody wrote accounts or the history while they were copied.
  case changedMeanwhile
  /// What was written is not what was read.
  case differs
}

/// What a store cannot hold.
package struct Unheld: Sendable, Hashable {
  /// Why not.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// It is no account at all.
    case notAnObject
    /// It has no value in the field that names accounts.
    case noKey
    /// Another account has the same value.
    case shared
    /// A password that was typed by hand.
    case typedPassword
    /// The account has two of them.
    case passwordTwice
    /// A text with the character U+0000.
    case nul
    /// A name that is too long for an index.
    case tooLong
    /// The text is not the JSON of one object.
    case notJSON
    /// The text begins with a byte-order mark.
    case byteOrderMark
    /// The text is nested more deeply than a file may be.
    case tooDeep
  }

  package let reason: Reason
  /// The account; nil if it is something else, or has no name.
  package let account: String?
  /// The field or the key.
  package let field: String?
  /// Where it is in a file.
  package let place: Place?

  package init(
    _ reason: Reason, of account: String?, _ field: String? = nil, at place: Place? = nil
  ) {
    (self.reason, self.account, self.field, self.place) = (reason, account, field, place)
  }
}

extension CopyFault {
  /// This, as an error of a store.
  package func error(_ subject: String) -> AccountsError {
    .store(StoreFault(.write, subject, self))
  }
}
