public import Accounts
import Glibc

/// The key for digests of passwords in views of a git repository: 32 random bytes in the file
/// `regapp-key` of its git directory, which all working trees share.
public actor RepositoryKey {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk

  /// - Parameter registry: the accounts, on whose queue files are read.
  public init(_ registry: Registry) {
    disk = registry.disk
  }

  /// The name in the git directory.
  public static let name = "regapp-key"
  /// The number of bytes.
  public static let size = 32

  /// The key of the current directory's repository, found without git; nil if there is none. A key
  /// that others may read, or that another user wrote outside a shared directory, is ignored.
  ///
  /// - Parameters:
  ///   - gitDirectory: the value of `$GIT_DIR`, if set.
  ///   - commonDirectory: the value of `$GIT_COMMON_DIR`, if set.
  public func bytes(gitDirectory: String?, commonDirectory: String?) -> [UInt8]? {
    guard let directory = commonDirectory ?? (gitDirectory ?? findDirectory()).map(common) else {
      return nil
    }
    let key = try? disk.located(FilePath.join(directory, Self.name)) {
      file throws(DiskFault) -> [UInt8]? in
      guard let text = try disk.read(file, atMost: Self.size) else { return nil }
      let isShared = disk.sharingGroup(of: file.directory, text.stamp) != nil
      let isOwn = [text.stamp.owner, 0].contains(disk.calls.user())
      let others: mode_t = isShared ? 0o007 : 0o077
      return text.stamp.permissions & others == 0 && (isShared || isOwn) ? text.bytes : nil
    }
    return key?.count == Self.size ? key : nil
  }

  /// The directory `.git` of the current directory or of one above it, or the target of a file with
  /// that name.
  private func findDirectory() -> String? {
    guard let here = getcwd(nil, 0) else { return nil }
    defer { free(here) }
    var directory = String(cString: here)
    while true {
      let path = FilePath.join(directory, ".git")
      if let target = line(of: path), target.hasPrefix("gitdir: ") {
        return FilePath.join(directory, String(target.dropFirst("gitdir: ".count)))
      }
      if let found = try? disk.directory(path, for: .read) {
        disk.close(found)
        return path
      }
      let above = FilePath.directory(of: directory)
      guard above != directory else { return nil }
      directory = above
    }
  }

  /// The git directory that a working tree's own one shares with others.
  private func common(_ directory: String) -> String {
    line(of: FilePath.join(directory, "commondir")).map { FilePath.join(directory, $0) }
      ?? directory
  }

  /// The first line of a small file.
  private func line(of path: String) -> String? {
    let text = try? disk.located(path) { file throws(DiskFault) in
      try disk.read(file, atMost: 1 << 13)
    }
    guard let bytes = text?.bytes else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }
}
