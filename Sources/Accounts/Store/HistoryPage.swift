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
  /// Why the record of logins still has them, though the history has forgotten them.
  public internal(set) var loginsFault: AccountsError?

  /// Edits by hand that may still have them.
  public internal(set) var unfinishedEdits: [UnfinishedEdit] = []

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
