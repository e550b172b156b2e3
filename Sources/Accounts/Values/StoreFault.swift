/// A failure of a disk or a connection beneath a store.
public struct StoreFault: Error, Sendable, Hashable {
  /// The failed operation.
  public enum Kind: Sendable, Hashable {
    /// Creating something new.
    case create
    /// Reading.
    case read
    /// Writing; nothing was written.
    case write
    /// Making a write durable; it is written, but may not survive a power cut.
    case durability
    /// Connecting to the store.
    case connection
    /// Keeping all of a record: it was too long, and its older part is gone.
    case cutShort
  }

  /// The failed operation.
  public let kind: Kind
  /// The subject of the operation by the store's name, such as a file's path or a table. For
  /// people.
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

/// The reason of a store's failure, as a type of the store's own. Programs have messages for the
/// reasons that they know, and a general one for others.
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

/// The abilities that a store may lack.
public enum Ability: Sendable, Hashable, CaseIterable {
  /// Replacing passwords typed by hand with hashes.
  case sealing
  /// Reporting all problems of the accounts.
  case checking
  /// Creating a store under a rulebook.
  case creating
  /// Searching the list of passwords that a rulebook names.
  case blocklistFile
  /// Editing the accounts as a text.
  case handEditing
  /// Recording changes, and taking them back.
  case history
  /// Keeping a record of logins.
  case loginRecord
  /// Keeping logins in browsers.
  case sessions
  /// Letting a group of the system's users read and write the accounts.
  case sharing
  /// Comments beside the accounts.
  case comments
}
