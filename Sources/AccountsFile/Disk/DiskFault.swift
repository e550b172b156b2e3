public import Accounts

/// A failed disk operation.
public struct DiskFault: Error, StoreReason {
  /// What was being done.
  public enum Action: Sendable, Hashable {
    /// A step on the disk.
    case createDirectory, createFile, read, write
    /// The new file is in place, but its directory could not be synced.
    case makeDurable
  }

  /// Why it failed.
  public enum Reason: Sendable, Hashable {
    /// A system call failed with this errno.
    case errno(Int32)
    /// A symbolic link that leads nowhere.
    case danglingLink
    /// Symbolic links that lead in a circle.
    case linkLoop
    /// A symbolic link where none is followed.
    case isLink
    /// A symbolic link that somebody else could have put there.
    case linkOfAnother
    /// The file has other names, which would keep the old text.
    case hardLink
    /// A directory, a pipe or a device.
    case notRegularFile
    /// The file is a mount point: nothing can be renamed over it.
    case isMountPoint
    /// The new file could not be given the owner and group of the old one.
    case ownerCannotBeKept
    /// The file is another user's, and only its owner may use it.
    case belongsToAnother
    /// An output belongs to another user than the one who runs the program.
    case ownedByAnother
    /// Somebody else but root could have written it, or replaced it in this directory on the way.
    case othersMayWrite(String)
    /// What is in an output is not what this program reads.
    case notReadBy(String)
    /// What is in an output is not known to be regapp's.
    case notPublished
    /// The program that an output is for has changed it; these are in it and may not be.
    case changedByReader([String])
    /// Its owner has not shared it with the group that shares the accounts.
    case notShared(owner: String)
    /// What is in the accounts file is none of accounts, and is not opened to a group.
    case notAccounts
    /// Only its owner, or root, can share it.
    case sharedByOwnerOnly
    /// The owner is not in the group, and so could lose access.
    case ownerNotInGroup(String, String)
    /// The directory has something else too, which a group that shares it could replace.
    case holdsMoreThanAccounts(String)
    /// Everybody can write the directory, as /tmp.
    case writableByAll
    /// The directory was replaced by another meanwhile.
    case directoryReplaced
    /// It is the accounts file or one of ours beside it, and what is to be written is something else.
    case isAccountsFile
    /// Another file beside it has accounts too, and nobody can say which counts.
    case twoAccountsFiles(String)
    /// The file does not exist.
    case missing
    /// A path that leads from a directory, where there is none.
    case notAbsolute
    /// A list of digests that is not in their order.
    case notInOrder
    /// A list that holds neither passwords nor their SHA-1.
    case notListOfPasswords
    /// A list without a line.
    case emptyList
    /// A file in the place of the record of logins that is none.
    case notLoginRecord
    /// More bytes than are ever read of such a file.
    case tooLarge(maximum: Int)
  }

  /// What was being done.
  public let action: Action
  /// What it was done to.
  public let path: String
  /// Why it failed.
  public let reason: Reason

  /// Whether something else is in a file's place.
  var isNotRegular: Bool { reason == .isLink || reason == .notRegularFile }
}

extension StoreFault {
  /// What the disk would not let us do, where the store is on one.
  public var onDisk: DiskFault? { reason as? DiskFault }
}

extension AccountsError {
  /// What a disk would not let us do, as a fault of the store on it.
  static func disk(_ fault: DiskFault) -> AccountsError { .store(StoreFault(fault)) }
}

extension StoreFault {
  init(_ fault: DiskFault) {
    let kind: Kind =
      switch (fault.action, fault.reason) {
      case (.read, _): .read
      // It is there, and not used.
      case (.write, _), (_, .linkOfAnother): .write
      case (.createDirectory, _), (.createFile, _): .create
      case (.makeDurable, _): .durability
      }
    self.init(kind, fault.path, fault)
  }
}

/// Steps on the disk; what fails there is a fault of the store.
func onDisk<Result>(
  _ steps: () throws(DiskFault) -> Result
) throws(AccountsError) -> Result {
  do { return try steps() } catch { throw .disk(error) }
}
