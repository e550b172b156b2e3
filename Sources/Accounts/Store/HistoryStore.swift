/// A store that records its changes, each together with the change itself, and can take them back.
///
/// A call of `apply`, `undo`, `seal` or `create` that writes is one change, numbered from 1 on, with
/// its ``Attribution`` and the values of the accounts that it concerns. What concerns no account, is
/// refused or is a dry run is not recorded.
public protocol HistoryStore: AccountStore {
  /// Changes, the newest first: those numbered below a number, or all; at most as many as `limit`.
  /// Where the accounts are not as the last change left them, that comes first, without a number.
  func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage

  /// The same for who does not need all accounts of a change: of one that concerns more than `most`, the
  /// first ones are enough. By default, all are given.
  func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage

  /// The changes, the oldest first, that tell what became of whoever has or had one of some names, under
  /// all names that they had. Other changes may be missing, and other accounts of these. By default, all
  /// changes are given.
  func history(concerning names: [AccountName]) async throws(AccountsError) -> [HistoryEntry]

  /// Takes accounts back to what they were: the steps one after another, each on what the ones before
  /// it left, all in one write or not at all; that is recorded as one change. Throws `historyMovedOn`
  /// if the history is no longer at `position`.
  ///
  /// A step is refused, as a change of `apply` is, where a key that the recorded change left holds
  /// something else by now (`changedSince` names the keys), or where another account has the name that
  /// comes back (`taken`). A password that was only hashed since is as it was, if the step says so.
  /// What comes back may break the rules.
  func undo(
    _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<UndoResult>

  /// Removes what the history keeps of whoever has or had one of some names, under all their names.
  func forget(_ names: [AccountName]) async throws(AccountsError) -> ForgetReport
}

extension HistoryStore {
  public func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage {
    try await history(below: number, limit: limit)
  }

  public func history(
    concerning names: [AccountName]
  ) async throws(AccountsError) -> [HistoryEntry] {
    try await history(below: nil, limit: .max).entries.reversed()
  }
}

/// One step of taking changes back.
public enum UndoStep: Sendable {
  /// Changes of accounts, no two of the same one.
  case accounts([AccountChange])
  /// Puts everything around the accounts back to what it was before a recorded change, unless
  /// something that the change left is different by now. Only a history that records such changes
  /// is asked for it.
  case document(DocumentRecord)

  /// The changes of accounts.
  package var changes: [AccountChange] {
    if case .accounts(let changes) = self { changes } else { [] }
  }
}

/// What a history has forgotten.
public struct ForgetReport: Sendable, Hashable {
  /// How many changes lost something.
  public let changes: Int
  /// All the names of those who were forgotten, in lower case.
  public let names: [String]
  /// Whether the record of logins had something of them, which is gone too.
  public internal(set) var forgotLogins = false

  /// How many changes lost what they said of some names.
  public init(changes: Int = 0, names: [String] = []) {
    (self.changes, self.names) = (changes, names)
  }
}

/// Some changes, and how far the history had come.
public struct HistoryPage: Sendable {
  /// The changes, the newest first.
  public let entries: [HistoryEntry]
  /// How far the history has come.
  public let position: HistoryPosition

  /// Changes up to a position.
  public init(_ entries: [HistoryEntry], at position: HistoryPosition) {
    self.entries = entries
    self.position = position
  }
}

/// How far a history has come.
public struct HistoryPosition: Sendable, Hashable {
  /// The number of its last change; 0 if there is none.
  public let number: Int
  /// Whether the accounts are as that left them.
  public let isUpToDate: Bool
  /// Distinguishes histories that end with the same number, such as that of a promoted standby, or one
  /// rewritten by `forget`. Nil if the store has no such cases.
  public let identity: String?

  /// A position in a history.
  public init(number: Int, isUpToDate: Bool, identity: String? = nil) {
    self.number = number
    self.isUpToDate = isUpToDate
    self.identity = identity
  }
}

/// What taking changes back came to, or would.
public struct UndoResult: Sendable {
  /// What became of each account, in order.
  public let accounts: [AccountRecord]
  /// What became of the file around the accounts; nil if that stays.
  public let document: DocumentRecord?
  /// The accounts as they are now, those that there are; empty if there are refusals.
  public let now: [StoredAccount]
  /// How many accounts break the rules by it, and are closed.
  public let closed: Int
  /// Why changes cannot be taken back, by their places in the steps taken together, in which what is
  /// around the accounts has one place. If there are any, nothing was written.
  public let refusals: [RefusedChange]

  /// What taking changes back came to.
  public init(
    accounts: [AccountRecord], document: DocumentRecord? = nil, now: [StoredAccount],
    closed: Int = 0, refusals: [RefusedChange]
  ) {
    self.accounts = accounts
    self.document = document
    self.now = now
    self.closed = closed
    self.refusals = refusals
  }
}
