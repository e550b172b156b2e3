import Glibc

/// A group of the system's users.
public struct UserGroup: Sendable, Hashable {
  let id: gid_t
  /// The name; the number if it has none.
  public let name: String

  /// The group with a name or a number; nil if there is none.
  public init?(_ text: String) {
    if let entry = SystemEntry.group(named: text) {
      (id, name) = (entry.id, text)
    } else if let entry = gid_t(text).flatMap({ SystemEntry.group($0) }) {
      (id, name) = (entry.id, entry.name)
    } else {
      return nil
    }
  }
}

/// The users who share the accounts with their owner.
public enum Sharing: Sendable, Hashable {
  /// The group's members read and write them.
  case writing(UserGroup)
  /// The group's members read them.
  case reading(UserGroup)
  /// Nobody.
  case none

  /// The group; nil for none.
  public var group: UserGroup? {
    switch self {
    case .writing(let group), .reading(let group): group
    case .none: nil
    }
  }

  var directoryMode: mode_t {
    switch self {
    case .writing: 0o2770
    case .reading: 0o2750
    case .none: 0o700
    }
  }

  func mode(for users: SideFile.Users) -> mode_t {
    switch self {
    case .writing: 0o660
    case .reading: users == .readers ? 0o640 : 0o600
    case .none: 0o600
    }
  }
}

/// The changes to share accounts with a group, or to end sharing.
public struct SharingReport: Sendable {
  /// A changed owner, group or mode of a file or directory.
  public struct Change: Sendable, Hashable {
    /// The path.
    public let path: String
    /// The access before.
    public let old: Access
    /// The access now.
    public let new: Access
    /// True if its access control list goes, or that of a directory for new files.
    public let losesList: Bool
    let stamp: FileStamp
  }

  /// Owner, group and mode.
  public struct Access: Sendable, Hashable {
    /// The names of owner and group; numbers if they have none.
    public let owner, group: String
    /// The permissions, such as 0o660.
    public let mode: UInt32
  }

  /// The changes, in order; empty if there was nothing to change.
  public var changes: [Change] = []
  /// A user or a group with fewer rights on the accounts, and on what readers may read beside them.
  public enum Loss: Sendable, Hashable {
    /// The former owner of a file.
    case user(String)
    /// The members of a group, who may still read or not.
    case group(String, mayRead: Bool)
    /// All other users of the machine.
    case others
    /// The users and groups of access control lists.
    case listed
  }

  /// A running program of regapp that began before its user was in the group, and so lacks its
  /// rights.
  public struct RunningProgram: Sendable, Hashable {
    /// The name of the program.
    public let name: String
    /// The number of its process.
    public let process: Int32
    /// The user whose it is.
    public let user: String
  }

  /// The users and groups that lose rights.
  public var losing: [Loss] = []
  /// The programs to be started anew.
  public var toRestart: [RunningProgram] = []
  /// A directory above the accounts that does not let the group through; nil if there is none.
  public var barrier: String?
}
