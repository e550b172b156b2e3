/// What the disk, or what stands on it, would not let us do.
public struct DiskFault: Error, Sendable, Hashable {
  /// What was being done.
  public enum Action: Sendable, Hashable {
    /// A step on the disk.
    case createDirectory, createFile, read, write
    /// The new file stands, but its directory could not be forced to the disk.
    case makeDurable
  }

  /// What stood in the way.
  public enum Reason: Sendable, Hashable {
    /// A system call failed with this errno.
    case errno(Int32)
    /// A symbolic link that leads nowhere.
    case danglingLink
    /// Symbolic links that lead in a circle.
    case linkLoop
    /// A symbolic link where none is followed.
    case isLink
    /// The file has other names, which would keep the old text.
    case hardLink
    /// A directory, a pipe or a device stands there.
    case notRegularFile
    /// The file is a mount point: nothing can be renamed over it.
    case isMountPoint
    /// The new file could not be given the owner and group of the old one.
    case ownerCannotBeKept
    /// Nothing stands there.
    case missing
    /// More bytes than are ever read of such a file.
    case tooLarge(maximum: Int)
  }

  /// What was being done.
  public let action: Action
  /// What it was done to.
  public let path: String
  /// What stood in the way.
  public let reason: Reason
}

/// Who holds a lock, as far as the kernel tells.
public struct LockHolder: Sendable, Hashable {
  /// Its process identifier.
  public let process: Int32
  /// The name of its program.
  public let command: String
}
