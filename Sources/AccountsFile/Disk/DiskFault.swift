public import Accounts

/// A failed disk operation.
public struct DiskFault: Error, StoreReason {
  /// The failed operation.
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
    /// The symbolic link leads nowhere.
    case danglingLink
    /// The symbolic links lead in a circle.
    case linkLoop
    /// No symbolic link is followed here.
    case isLink
    /// Somebody else could have created the symbolic link.
    case linkOfAnother
    /// The file has other names, which would keep the old text.
    case hardLink
    /// The file is a directory, a pipe or a device.
    case notRegularFile
    /// The file is a mount point: nothing can be renamed over it.
    case isMountPoint
    /// The new file could not be given the owner and group of the old one.
    case ownerCannotBeKept
    /// The session or draft is another user's, and only its owner may use it.
    case sessionOfAnother
    /// The file or directory belongs to another user than the one who runs the program.
    case notOfThisUser
    /// The accounts have another owner than those that this program read before.
    case exchanged
    /// More users can use the file than the accounts, and nothing is to be written into it.
    case readableByOthers(mode: UInt32)
    /// The file under the name of one of regapp's own has another text, so it is not given to
    /// others.
    case notWrittenByRegapp
    /// The accounts file is a link that a repository of git brings, into a directory of this
    /// user's.
    case leadsToAnother(owner: String)
    /// Not everybody who may write the accounts, and so can name it, can read the list.
    case notReadableByUsers
    /// Somebody other than root could have written the file, or replaced it in this directory on
    /// the way.
    case othersMayWrite(String)
    /// The output's present text is not of a kind that this program reads.
    case notReadBy(String, line: Int)
    /// The output's present text is not known to be regapp's.
    case notPublished
    /// The program that reads the output has changed it; these entries are in it and must not be.
    case changedByReader([String])
    /// The owner has not shared the file with the group that shares the accounts.
    case notShared(owner: String)
    /// The group may use the file, and the process is not in it: it began before its user was.
    case notInGroup(String)
    /// The file holds no accounts, so it is not opened to a group.
    case notAccounts
    /// Only its owner, or root, can share it.
    case sharedByOwnerOnly
    /// The owner is not in the group, and so could lose access.
    case ownerNotInGroup(String, String)
    /// The directory has other contents, which a group that shares it could replace.
    case holdsMoreThanAccounts(String)
    /// The directory is its owner's home, and more than the accounts is in it.
    case isHome(of: String, holding: String)
    /// Everybody can write the directory, such as /tmp.
    case writableByAll
    /// The directory was replaced meanwhile.
    case directoryReplaced
    /// The path is that of the accounts file, or of one of ours beside it.
    case isAccountsFile
    /// Another file beside it has accounts too, so that it is unclear which counts.
    case twoAccountsFiles(String)
    /// The file does not exist.
    case missing
    /// The path is relative, and there is no directory to start from.
    case notAbsolute
    /// The digests of the list are not sorted.
    case notInOrder
    /// The list holds neither passwords nor their SHA-1.
    case notListOfPasswords
    /// The list has no lines.
    case emptyList
    /// The file in the place of the record of logins is not one.
    case notLoginRecord
    /// The file is larger than any of its kind may be.
    case tooLarge(maximum: Int)
    /// The file was so; only its end is read and kept.
    case cutShort(kept: Int)
  }

  /// The failed operation.
  public let action: Action
  /// The file or directory.
  public let path: String
  /// Why it failed.
  public let reason: Reason
}

extension StoreFault {
  /// The disk's fault; nil for stores that are not on a disk.
  public var onDisk: DiskFault? { reason as? DiskFault }
}

extension AccountsError {
  static func disk(_ fault: DiskFault) -> AccountsError { .store(StoreFault(fault)) }
}

extension StoreFault {
  init(_ fault: DiskFault) {
    let kind: Kind =
      switch (fault.action, fault.reason) {
      case (_, .cutShort): .cutShort
      case (.read, _): .read
      // It is there, and not used.
      case (.write, _), (_, .linkOfAnother): .write
      case (.createDirectory, _), (.createFile, _): .create
      case (.makeDurable, _): .durability
      }
    self.init(kind, fault.path, fault)
  }
}

/// Runs steps on the disk, turning failures into faults of the store.
func onDisk<Result>(
  _ steps: () throws(DiskFault) -> Result
) throws(AccountsError) -> Result {
  do { return try steps() } catch { throw .disk(error) }
}
