// Temporary files of a killed run are removed by a run at least a minute later: before
// that, another run may be about to use it.

package import Accounts
import AccountsDocument
import Glibc

/// The list of files to publish, and those files, guarded against misuse.
///
/// A user who can write the list decides which files `publish` overwrites. So the list must be
/// writable by its user alone; and a file is overwritten only if it is plainly meant for that.
package actor PublishedFiles {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private let accounts: FileStore?
  private let record: PublishRecord
  /// The directory of the session.
  private let directory: String

  /// The path of the list.
  package nonisolated let list: String
  private let isGiven: Bool

  private static let greatestList = 1 << 20

  /// - Parameters:
  ///   - directory: where the list is; nil for beside the session.
  ///   - list: the path of the list; nil for the usual one: beside the accounts or, for a database,
  ///     in its state directory.
  ///   - record: a directory of the user's own, for the record that tells regapp's outputs from
  ///     other files; empty if none is written.
  package init(
    of registry: Registry, in directory: String? = nil, listedIn list: String? = nil,
    record: String = ""
  ) {
    disk = registry.disk
    accounts = registry.store as? FileStore
    let directory =
      directory ?? FilePath.directory(of: registry.sessions.places.session.source)
    self.directory = directory
    isGiven = list != nil
    self.list = list ?? FilePath.join(directory, DocumentsFiles.publishList)
    self.record = PublishRecord(directory: record)
  }

  /// Reads the list; nil if there is none in the usual place.
  ///
  /// - Parameter writes: whether files are written by it: then a list that others could have written
  ///   is refused.
  package func bytesOfList(writes: Bool = true) throws(AccountsError) -> [UInt8]? {
    try onDisk { () throws(DiskFault) in
      let bytes =
        writes
        ? try disk.trusted(list, atMost: Self.greatestList)
        : try disk.located(list) { file throws(DiskFault) in
          try disk.read(file, atMost: Self.greatestList)?.bytes
        }
      guard bytes != nil || !isGiven else {
        throw DiskFault(action: .read, path: list, reason: .missing)
      }
      return bytes
    }
  }

  /// Makes the directory of the record: without it, nothing is published.
  package func prepare() throws(AccountsError) {
    try onDisk { () throws(DiskFault) in disk.close(try record.open(disk)) }
  }

  /// True if this user has published these accounts before, by any list.
  package func werePublished() -> Bool {
    (try? record.digests(of: PublishRecord.documents(directory), disk)) != nil
  }

  /// Remembers that this user publishes these accounts. If that cannot be written, a list that is
  /// gone will be no error.
  package func notePublished() async {
    let name = PublishRecord.documents(directory)
    guard !werePublished(), let lock = try? await record.lock(name, disk) else { return }
    defer { disk.unlock(lock) }
    try? record.write([PublishRecord.digest(of: Array(name.utf8))], lock, disk)
  }

  /// True if two paths lead to one file. A link counts as none.
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

  package struct Output: Sendable {
    let path: String
    let text: [UInt8]
    let leftOut: [UInt8]
    let reader: String
    let holdsHashes: Bool
    let overwrites: Bool
    let strangeLine: @Sendable ([UInt8]) -> Int?
    let strangers: (@Sendable ([UInt8]) -> [String])?

    /// - Parameters:
    ///   - text: the new text.
    ///   - leftOut: lists the accounts that are left out of the text.
    ///   - reader: the program that reads the file, for messages.
    ///   - holdsHashes: whether somebody is in the text.
    ///   - overwrites: replaces a text that regapp has not written.
    ///   - strangeLine: finds the first line of a text that has not the reader's format.
    ///   - strangers: for a file that its reader also writes; lists entries of a text that must not
    ///     be there.
    package init(
      _ path: String, text: [UInt8], leftOut: [UInt8], for reader: String, holdsHashes: Bool,
      overwrites: Bool,
      strangeLine: @escaping @Sendable ([UInt8]) -> Int?,
      strangers: (@Sendable ([UInt8]) -> [String])?
    ) {
      (self.path, self.text, self.reader, self.overwrites) = (path, text, reader, overwrites)
      (self.leftOut, self.holdsHashes) = (leftOut, holdsHashes)
      (self.strangeLine, self.strangers) = (strangeLine, strangers)
    }
  }

  /// The change of an output, done or planned.
  package enum Change: Sendable, Equatable {
    /// Nothing is written. `leavesOutOthers`: other accounts are left out than the last time.
    case none(leavesOutOthers: Bool)
    case written, writtenOverOthers
  }

  /// Replaces a file atomically, keeping mode and owner; leaves it alone if it has the text
  /// already.
  ///
  /// The file must exist, be regular, have one name and belong to the user who runs the program. It
  /// must not be one of regapp's own, and its present text must have the reader's format, and be
  /// empty or known to be written by regapp. Changes by others are overwritten, except those of its
  /// reader.
  ///
  /// - Parameter isDryRun: checks without writing.
  package func replace(
    _ output: Output, isDryRun: Bool
  ) async throws(AccountsError) -> Outcome<Change> {
    let lock = isDryRun ? nil : try await record.lock(output.path, disk)
    defer { lock.map(disk.unlock) }
    var (change, mode) = (Change.none(leavesOutOthers: true), UInt32(0))
    let written = try replaced(output.path) { () throws(DiskFault) in
      try replaceOnce(output, lock, &change, &mode)
    }
    var done = Outcome(change, notices: written.notices)
    if output.holdsHashes, mode & 0o004 != 0 {
      done.notices.append(.hashesReadableByAll(subject: output.path, mode: mode))
    }
    return done
  }

  private func replaceOnce(
    _ output: Output, _ lock: FileLock?, _ change: inout Change, _ mode: inout UInt32
  ) throws(DiskFault) -> ReplaceResult? {
    let (path, bytes) = (output.path, output.text)
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: path, reason: reason)
    }
    guard path.utf8.last != UInt8(ascii: "/") else { throw fault(.notRegularFile) }
    let directory = try disk.directory(
      FilePath.directory(of: path), for: .write, .ofUser, orMissing: path)
    defer { disk.close(directory) }
    let file = directory.file(FilePath.name(of: path))
    guard let found = try disk.stamp(of: file, for: .write) else { throw fault(.missing) }
    guard !found.isLink else { throw fault(.isLink) }
    guard found.isRegularFile else { throw fault(.notRegularFile) }
    if try isOwn(file) { throw fault(.isAccountsFile) }
    guard let old = try disk.read(file) else { throw fault(.missing) }
    guard !old.stamp.hasOtherNames else { throw fault(.hardLink) }
    guard old.stamp.owner == disk.calls.user() else { throw fault(.notOfThisUser) }
    if let line = output.strangeLine(old.bytes) {
      throw fault(.notReadBy(output.reader, line: line))
    }
    for file in lock.map({ [file, $0.file] }) ?? [] { removeLeftovers(of: file) }
    let known = try record.digests(of: path, disk)
    let digests = [old.bytes, bytes].map(PublishRecord.digest)
    let left = PublishRecord.line(ofLeftOut: output.leftOut)
    if old.bytes == bytes {
      let isAsBefore = known?.isSuperset(of: [digests[1], left]) == true
      if let lock, !isAsBefore { try record.write(digests + [left], lock, disk) }
      change = .none(leavesOutOthers: known?.contains(left) != true)
      return nil
    }
    (change, mode) = (.written, old.stamp.permissions)
    if !old.bytes.isEmpty, known?.contains(digests[0]) != true {
      guard known != nil || output.overwrites else { throw fault(.notPublished) }
      if !output.overwrites, let strangers = output.strangers {
        throw fault(.changedByReader(strangers(old.bytes)))
      }
      change = .writtenOverOthers
    }
    guard let lock else {
      let isWritable = disk.calls.access(directory.descriptor, ".", W_OK) == 0
      if !isWritable { throw fault(.errno(errno)) }
      return .durable
    }
    try record.write(digests + [left], lock, disk)
    return try disk.replace(
      file, .output(old.stamp, laterSecond: true), with: [.bytes(bytes[...])])
  }

  /// Removes temporary files that killed runs left beside an output, since they may hold hashes of
  /// removed accounts. Files younger than a minute may belong to a running one.
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

  private func isOwn(_ file: DirectoryFile) throws(DiskFault) -> Bool {
    if let accounts, try accounts.owns(file) { return true }
    func isIn(_ path: String) throws(DiskFault) -> Bool {
      guard let own = try disk.directory(path, for: .read) else { return false }
      defer { disk.close(own) }
      return disk.isSame(file, own.file(file.name))
    }
    if file.name == FilePath.name(of: list), try isIn(FilePath.directory(of: list)) { return true }
    guard file.name == DocumentsFiles.publishList || DocumentsFiles.contains(file.name) else {
      return false
    }
    return try isIn(directory)
  }
}
