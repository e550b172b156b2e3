// What a killed run left beside an output is removed by a run at least a minute later: before
// that, another run may be about to use it.

package import Accounts
import AccountsText
import Glibc

/// The list of files to publish, and those files: what may be read and written on its behalf.
///
/// Whoever can write the list decides which files are overwritten, by whoever runs `publish`. So the list
/// counts only if nobody else could have written it; and a file is overwritten only if it is plainly meant
/// for that.
package actor PublishedFiles {
  private nonisolated let queue: DiskQueue
  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let disk: Disk
  private let accounts: FileStore?
  /// The directory of the list, which has the session too.
  private let directory: String

  /// The file that has the list.
  package nonisolated var list: String { FilePath.join(directory, DocumentsFiles.publishList) }

  /// As much as anybody writes by hand.
  private static let greatestList = 1 << 20

  /// The list beside the accounts, or beside the session of those in a database.
  package init(of registry: Registry) {
    disk = registry.disk
    queue = disk.queue
    accounts = registry.store as? FileStore
    directory = FilePath.directory(of: registry.sessions.places.session.source)
  }

  /// What is in the list; nil if there is none. One that others could have written is refused.
  package func bytesOfList() throws(AccountsError) -> [UInt8]? {
    try onDisk { () throws(DiskFault) in try disk.trusted(list, atMost: Self.greatestList) }
  }

  /// Whether two paths are of one file. A link is none of them.
  package func areOne(_ left: String, _ right: String) -> Bool {
    func stamp(_ path: String) -> FileStamp? {
      guard let directory = try? disk.directory(FilePath.directory(of: path), for: .read) else {
        return nil
      }
      defer { disk.close(directory) }
      return try? disk.stamp(of: directory.file(FilePath.name(of: path)), for: .read)
    }
    guard let left = stamp(left), let right = stamp(right) else { return false }
    return left.isSameFile(as: right)
  }

  /// Puts bytes in the place of a file, whole or not at all; one that has them already is left alone. Mode
  /// and owner stay.
  ///
  /// The file must exist, be regular, have one name and belong to the user who runs the program; it is none
  /// of regapp's own, and what is in it must be of the kind that is to be written.
  ///
  /// - Parameters:
  ///   - reader: what the file is for, for messages.
  ///   - isOfKind: whether a text is one of that kind.
  ///   - isDryRun: do all but write.
  /// - Returns: whether it was written, or would be.
  package func replace(
    _ path: String, with bytes: [UInt8], for reader: String, isDryRun: Bool,
    isOfKind: @Sendable ([UInt8]) -> Bool
  ) throws(AccountsError) -> Outcome<Bool> {
    try replaced(path) { () throws(DiskFault) in
      try replaceOnce(path, with: bytes, for: reader, isDryRun: isDryRun, isOfKind: isOfKind)
    }
  }

  private func replaceOnce(
    _ path: String, with bytes: [UInt8], for reader: String, isDryRun: Bool,
    isOfKind: ([UInt8]) -> Bool
  ) throws(DiskFault) -> ReplaceResult? {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: path, reason: reason)
    }
    guard path.utf8.last != UInt8(ascii: "/") else { throw fault(.notRegularFile) }
    guard let directory = try disk.directory(FilePath.directory(of: path), for: .write, .ofUser)
    else {
      throw fault(.missing)
    }
    defer { disk.close(directory) }
    let file = directory.file(FilePath.name(of: path))
    guard let found = try disk.stamp(of: file, for: .write) else { throw fault(.missing) }
    guard !found.isLink else { throw fault(.isLink) }
    guard found.isRegularFile else { throw fault(.notRegularFile) }
    if try isOwn(file) { throw fault(.isAccountsFile) }
    guard let old = try disk.read(file) else { throw fault(.missing) }
    guard old.stamp.links == 1 else { throw fault(.hardLink) }
    guard old.stamp.owner == disk.calls.user() else { throw fault(.ownedByAnother) }
    guard isOfKind(old.bytes) else { throw fault(.notReadBy(reader)) }
    if !isDryRun { removeLeftovers(of: file) }
    if old.bytes == bytes { return nil }
    guard !isDryRun else {
      let isWritable = disk.calls.access(directory.descriptor, ".", W_OK) == 0
      if !isWritable { throw fault(.errno(errno)) }
      return .durable
    }
    return try disk.replace(
      file, .file(old.stamp, isReadByOthers: true), with: [.bytes(bytes[...])])
  }

  /// Removes what killed runs left beside a file: it may have the hash of somebody who is gone by now. What
  /// is younger than a minute may be of a run that goes on.
  private func removeLeftovers(of file: DirectoryFile) {
    let now = disk.calls.now().seconds
    for name in disk.temporaryFiles(of: [file]) {
      let found = try? disk.stamp(of: file.directory.file(name), for: .write)
      guard let found, found.isRegularFile, found.owner == disk.calls.user(),
        found.modified.seconds + 60 < now
      else { continue }
      _ = disk.retrying { disk.calls.unlink(file.directory.descriptor, name) }
    }
  }

  /// Whether a file is one of regapp's own.
  private func isOwn(_ file: DirectoryFile) throws(DiskFault) -> Bool {
    if let accounts, try accounts.owns(file) { return true }
    guard file.name == DocumentsFiles.publishList || DocumentsFiles.contains(file.name) else {
      return false
    }
    guard let own = try disk.directory(directory, for: .read) else { return false }
    defer { disk.close(own) }
    return disk.isSame(file, own.file(file.name))
  }
}
