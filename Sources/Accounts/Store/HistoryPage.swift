/// What an undo was planned over.
public struct UndoBasis: Sendable {
  /// The end of the history; the store throws `historyMovedOn` if that is elsewhere.
  public let position: HistoryPosition
  /// The change around the accounts that is taken back with them; nil if there is none. Only used
  /// with histories that record such changes.
  public let around: DocumentRecord?

  /// The end of the history, and a change around the accounts.
  public init(position: HistoryPosition, around: DocumentRecord? = nil) {
    (self.position, self.around) = (position, around)
  }
}

/// The data that was removed from a history.
public struct ForgetReport: Sendable, Hashable {
  /// The number of changes from which data was removed.
  public let changes: Int
  /// All names of the people who were removed, in lower case.
  public let names: [String]
  /// True if their record of logins was removed too.
  public package(set) var forgotLogins = false
  /// How many of their logins in browsers ended.
  public internal(set) var endedLogins = 0
  /// Why removing their record of logins, or ending their logins in browsers, failed.
  public internal(set) var loginsFault: AccountsError?

  /// Edits by hand that may still contain them.
  public internal(set) var unfinishedEdits: [UnfinishedEdit] = []

  /// A report of removed names.
  public init(changes: Int = 0, names: [String] = []) {
    (self.changes, self.names) = (changes, names)
  }
}

/// A part of a history, and the position of its end.
public struct HistoryPage: Sendable {
  /// The changes, the newest first.
  public let entries: [HistoryEntry]
  /// The end of the history.
  public let position: HistoryPosition
  /// True if each change has the number after that of the change before, so that a missing number
  /// is a lost change.
  package var numbersFollow = false

  /// Changes up to a position.
  public init(_ entries: [HistoryEntry], at position: HistoryPosition) {
    self.entries = entries
    self.position = position
  }
}

/// The end of a history at some moment.
public struct HistoryPosition: Sendable, Hashable {
  /// The number of the last change; 0 if there is none.
  public let number: Int
  /// True if the accounts are as that change left them.
  public let isUpToDate: Bool
  /// Distinguishes histories that end with the same number, such as that of a promoted standby, or
  /// one rewritten by `forget`. Nil if the store has no such cases.
  public let identity: String?

  /// A position in a history.
  public init(number: Int, isUpToDate: Bool, identity: String? = nil) {
    self.number = number
    self.isUpToDate = isUpToDate
    self.identity = identity
  }
}
