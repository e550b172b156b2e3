import AccountsDocument
import Glibc

/// The places of names in a file that was just written.
struct KnownEntries: Sendable {
  /// The stamp of the file before it was renamed, at a time when any later change would change its
  /// time of modification.
  let written: FileStamp
  let places: @Sendable () -> (FileOutline, [IndexEntry])?
}

extension Disk {
  /// Writes the index of a long file, if readers would accept it. Failures are ignored: the file
  /// can be read without it.
  ///
  /// - Parameter places: finds the places of names, in order.
  func writeIndex(
    of file: DirectoryFile, _ places: (AccountsScan, FileStamp) -> (FileOutline, [IndexEntry])?
  ) {
    guard let descriptor = (try? open(file)) ?? nil else { return }
    defer { close(descriptor) }
    func stamp() -> FileStamp? { try? self.stamp(of: descriptor, path: file.path, for: .read) }
    guard let before = stamp(), before.isRegularFile, before.size >= long.size,
      before.size <= FileText.greatestSize, [before.owner, 0].contains(calls.user()),
      Self.precise.contains(calls.fileSystem(descriptor))
    else { return }
    guard !hasIndex(of: file, before) else { return }
    // Before that, what is read may change and have the same stamp still.
    guard let clock = waitUntil(before.isOver) else { return }
    let scan = AccountsScan(disk: self, descriptor: descriptor, size: before.size)
    guard let (outline, places) = places(scan, before),
      // After a power cut, a text that was never forced to the disk could be an older one, of this
      // stamp.
      retrying({ calls.fsync(descriptor) }) == 0, stamp() == before
    else { return }
    let text = AccountsIndex.bytes(of: places, outline, before, clock)
    let model = SideFile.model(like: before, open: descriptor, in: file.directory, self)
    _ = try? replace(AccountsIndex.file(of: file), .scratch(sharedLike: model), with: text)
  }

  /// True if a file has a whole and valid index.
  private func hasIndex(of file: DirectoryFile, _ stamp: FileStamp) -> Bool {
    guard let index = AccountsIndex(of: file, stamp: stamp, self) else { return false }
    defer { index.close() }
    return index.places() != nil
  }

  /// Waits for some ticks at most, until a condition is true for the clock of stamps.
  ///
  /// - Returns: the clock then; nil if the condition is not met.
  @discardableResult
  func waitUntil(_ isOver: (FileStamp.Moment) -> Bool) -> FileStamp.Moment? {
    for _ in 0..<50 {
      let clock = calls.now()
      if isOver(clock) { return clock }
      calls.pause()
    }
    return nil
  }

  /// Local file systems with clocks finer than 10 ms, as `statfs` numbers them: ext2 to ext4, XFS,
  /// Btrfs, F2FS, tmpfs, ZFS and overlayfs.
  private static let precise: Set<Int> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x2FC1_2FC1, 0x794C_7630,
  ]
}
