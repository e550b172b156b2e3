/// What the disk, or what stands on it, would not let us do.
public struct DiskFault: Error, Sendable, Hashable {
  /// What was being done.
  public enum Action: Sendable, Hashable {
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
    case linkLoop
    /// A symbolic link where none is followed.
    case isLink
    /// The file has other names, which would keep the old text.
    case hardLink
    case notRegularFile
    case isMountPoint
    case ownerCannotBeKept
    case missing
    case tooLarge(maximum: Int)
  }

  public let action: Action
  public let path: String
  public let reason: Reason
}

/// Who holds a lock, as far as the kernel tells.
public struct LockHolder: Sendable, Hashable {
  public let process: Int32
  /// The name of its program.
  public let command: String
}
