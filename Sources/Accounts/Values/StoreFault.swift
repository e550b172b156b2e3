/// What a store could not do, because of what is beneath it: a disk, a connection.
public struct StoreFault: Error, Sendable, Hashable {
  /// What was being done.
  public enum Kind: Sendable, Hashable {
    /// Making something new.
    case create
    /// Reading.
    case read
    /// Writing; nothing was written.
    case write
    /// It is written, but may not survive a power cut.
    case durability
    /// Reaching the store at all.
    case connection
  }

  /// What was being done.
  public let kind: Kind
  /// What it was done to, as the store calls it: a file's path, a table's name. It is for people.
  public let subject: String
  /// Why it failed, in the store's own terms.
  public let reason: any StoreReason

  /// A fault of a store.
  public init(_ kind: Kind, _ subject: String, _ reason: some StoreReason) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
  }

  public static func == (left: StoreFault, right: StoreFault) -> Bool {
    left.parts == right.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  private var parts: [AnyHashable] { [kind, subject, AnyHashable(reason)] }
}

/// Why a store failed: a type of the store's own. Messages are made for the reasons that a program
/// knows; for others there is a general one.
public protocol StoreReason: Sendable, Hashable {}

/// The holder of a lock, as far as known.
public struct LockHolder: Sendable, Hashable {
  /// Its process identifier.
  public let process: Int32
  /// The name of its program.
  public let command: String

  /// A process and its program.
  public init(process: Int32, command: String) {
    self.process = process
    self.command = command
  }
}

/// What some stores can do and others cannot.
public enum Ability: Sendable, Hashable, CaseIterable {
  /// Replacing passwords that were typed by hand with hashes.
  case sealing
  /// Reporting everything that is wrong with the accounts.
  case checking
  /// Beginning a store under a rulebook.
  case creating
  /// Looking for passwords in the list that a rulebook names.
  case blocklistFile
  /// Editing the accounts as a text.
  case handEditing
  /// Recording changes, and taking them back.
  case history
  /// Keeping a record of logins.
  case loginRecord
  /// Letting a group of the system's users read and write the accounts.
  case sharing
  /// Comments beside the accounts.
  case comments
}
