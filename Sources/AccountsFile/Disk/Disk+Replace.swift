import Accounts
import AccountsText
import Glibc
import TextTools

enum ReplaceResult: Sendable, Hashable {
  /// The new text is in place and will survive a power cut.
  case durable
  /// The new text is in place, but its directory could not be synced.
  case uncertain(DiskFault)
  /// The file had changed; nothing was replaced.
  case changedMeanwhile

  /// The notices to report with a new text; nil if the old one is still in place.
  var notices: [Notice]? {
    switch self {
    case .durable: []
    case .uncertain(let fault): [.mayNotSurvivePowerCut(subject: fault.path)]
    case .changedMeanwhile: nil
    }
  }

  /// Throws unless the new text is in place and durable.
  func requireDurable(_ file: DirectoryFile) throws(DiskFault) {
    switch self {
    case .durable: break
    case .uncertain(let fault): throw fault
    case .changedMeanwhile:
      throw DiskFault(action: .write, path: file.path, reason: .errno(EEXIST))
    }
  }
}

/// Replaces a file that other programs may write too, in at most ten attempts; returns whether
/// anything was written.
///
/// - Parameter once: returns nil if there is nothing to write.
func replaced(
  _ path: String, _ once: () throws(DiskFault) -> ReplaceResult?
) throws(AccountsError) -> Outcome<Bool> {
  for _ in 0..<10 {
    guard let result = try onDisk(once) else { return Outcome(false) }
    if let notices = result.notices { return Outcome(true, notices: notices) }
  }
  throw .keepsChanging(subject: path)
}

/// The condition under which a new text replaces a file.
enum ReplaceTarget: Sendable {
  /// The file as it was read; nil if there was none. Nothing is replaced if it has changed by the
  /// time of the rename. Mode and owner are kept; in a shared directory the new file gets the
  /// group. If other programs read the file, its new time of modification is in a later second,
  /// since some programs compare whole seconds.
  case file(FileStamp?, isReadByOthers: Bool = false)
  /// Whatever is there, even a link; the new file has mode 0600.
  case anything
  /// Whatever is there, without forcing anything to the disk. The new file is shared like the
  /// accounts.
  case scratch(sharedLike: DirectoryFile)

  fileprivate var stamp: FileStamp? {
    if case .file(let stamp, _) = self { stamp } else { nil }
  }
}

extension Disk {
  /// Replaces a file atomically: writes a temporary file beside it, forces it to the disk, and
  /// renames it.
  ///
  /// - Parameters:
  ///   - pieces: the new text, in order.
  ///   - noting: called once the temporary file is on the disk, before the final check of the file.
  ///   - checking: called after `noting`; throws if the file must not be replaced.
  ///   - retracting: called if the file is not replaced after all. If it returns false, the
  ///     temporary file stays as a sign for the next writer.
  func replace(
    _ file: DirectoryFile, _ replaced: ReplaceTarget, with pieces: some Sequence<TextPiece>,
    noting: (_ temporary: DirectoryFile, FileStamp) -> Void = { _, _ in },
    checking: () throws(DiskFault) -> Void = {},
    retracting: () -> Bool = { true }
  ) throws(DiskFault) -> ReplaceResult {
    let (directory, path) = (file.directory.descriptor, file.path)
    if let expected = replaced.stamp {
      guard expected.isRegularFile else { throw fault(.notRegularFile, path) }
      guard expected.links == 1 else { throw fault(.hardLink, path) }
    }
    let temporary = file.directory.file(TemporaryName.fresh(for: file.name))
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { calls.open(directory, temporary.name, flags, 0o600) }
    guard descriptor >= 0 else {
      throw DiskFault(action: .createFile, path: temporary.path, reason: .errno(errno))
    }
    var (isRenamed, isNoted) = (false, false)
    defer {
      if !isRenamed, !isNoted || retracting() {
        _ = retrying { calls.unlink(directory, temporary.name) }
      }
    }
    let filled: FileStamp
    do throws(DiskFault) {
      try fill(descriptor, file, with: pieces, replaced)
      filled = try stamp(of: descriptor, path: path, for: .write)
    } catch {
      close(descriptor)
      // A file that was cut off while it was copied is not there to be copied.
      if case .file(let stamp, _) = replaced, let now = try? self.stamp(of: file, for: .write),
        now != stamp
      {
        return .changedMeanwhile
      }
      throw error
    }
    close(descriptor)
    noting(temporary, filled)
    isNoted = true
    if case .file(let stamp, _) = replaced, try self.stamp(of: file, for: .write) != stamp {
      return .changedMeanwhile
    }
    try checking()
    guard retrying({ calls.rename(directory, temporary.name, file.name) }) == 0 else {
      throw fault(errno == EBUSY ? .isMountPoint : .errno(errno), path)
    }
    isRenamed = true
    if case .scratch = replaced { return .durable }
    do throws(DiskFault) {
      try sync(file.directory)
    } catch {
      return .uncertain(DiskFault(action: .makeDurable, path: path, reason: error.reason))
    }
    return .durable
  }

  private func fault(_ reason: DiskFault.Reason, _ path: String) -> DiskFault {
    DiskFault(action: .write, path: path, reason: reason)
  }

  private func fill(
    _ descriptor: Int32, _ file: DirectoryFile, with pieces: some Sequence<TextPiece>,
    _ replaced: ReplaceTarget
  ) throws(DiskFault) {
    let path = file.path
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes, to: descriptor, path: path)
      case .copy(let range, let source): try copy(range, of: source, to: descriptor, path: path)
      }
    }
    if case .scratch(let accounts) = replaced { return share(descriptor, like: accounts) }
    let old = replaced.stamp
    let new = try stamp(of: descriptor, path: path, for: .write)
    if case .file(let old, isReadByOthers: false) = replaced,
      let group = sharingGroup(of: file.directory, old)
    {
      // Root keeps the owner; another becomes it.
      let owner = calls.user() == 0 ? old?.owner ?? owner(ofNewIn: file.directory)?.user : nil
      guard retrying({ calls.fchown(descriptor, owner ?? .max, group) }) == 0 else {
        throw fault(.ownerCannotBeKept, path)
      }
      guard retrying({ calls.fchmod(descriptor, 0o660) }) == 0,
        retrying({ calls.fsync(descriptor) }) == 0
      else { throw fault(.errno(errno), path) }
      return
    }
    if let old, (old.owner, old.group) != (new.owner, new.group) {
      guard own(descriptor, like: old) else { throw fault(.ownerCannotBeKept, path) }
    }
    if old == nil, let owner = owner(ofNewIn: file.directory) {
      _ = retrying { calls.fchown(descriptor, owner.user, owner.group) }
    }
    let mode = old?.permissions ?? 0o600
    if new.permissions != mode, retrying({ calls.fchmod(descriptor, mode) }) != 0 {
      throw fault(.errno(errno), path)
    }
    if case .file(let old?, isReadByOthers: true) = replaced {
      let next = old.modified.seconds + 1
      if new.modified.seconds < next, retrying({ calls.setModified(descriptor, next) }) != 0 {
        throw fault(.errno(errno), path)
      }
    }
    guard retrying({ calls.fsync(descriptor) }) == 0 else { throw fault(.errno(errno), path) }
  }

  /// - Parameter offset: the place in the file; nil to append to the previous write.
  func write(
    _ piece: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int? = nil, path: String
  ) throws(DiskFault) {
    var failure: Int32?
    piece.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      var done = 0
      while done < buffer.count {
        let written = retrying {
          offset.map { calls.pwrite(descriptor, start + done, buffer.count - done, $0 + done) }
            ?? calls.write(descriptor, start + done, buffer.count - done)
        }
        if written <= 0 {
          failure = written < 0 ? errno : EIO
          return
        }
        done += written
      }
    }
    if let failure { throw fault(.errno(failure), path) }
  }

  /// Appends a range of a file to the previous write, in the kernel if possible.
  private func copy(
    _ range: Range<Int>, of source: Int32, to descriptor: Int32, path: String
  ) throws(DiskFault) {
    var range = range
    while !range.isEmpty {
      let count = retrying { calls.copy(source, range, descriptor) }
      if count <= 0 { break }
      range = range.lowerBound + Swift.min(count, range.count)..<range.upperBound
    }
    while !range.isEmpty {
      let bytes = [UInt8](unsafeUninitializedCapacity: Swift.min(range.count, 1 << 17)) {
        $1 = fill(UnsafeMutableRawBufferPointer($0), from: source, at: range.lowerBound).count
      }
      guard !bytes.isEmpty else { throw fault(.errno(EIO), path) }
      try write(bytes[...], to: descriptor, path: path)
      range = range.lowerBound + bytes.count..<range.upperBound
    }
  }

  /// Writes to an open descriptor named by a path such as `/dev/fd/63`. Returns false for any other
  /// path.
  func write(_ text: ArraySlice<UInt8>, toInherited path: String) throws(DiskFault) -> Bool {
    let number = path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst(8)) : nil
    // Opened again, a file would be written from its start.
    guard let inherited = path == "/dev/stderr" ? STDERR_FILENO : number else { return false }
    try write(text, to: inherited, path: path)
    return true
  }

  /// Writes to a device such as `/dev/null`. Returns false for anything else.
  func write(_ text: ArraySlice<UInt8>, toDevice file: DirectoryFile) throws(DiskFault) -> Bool {
    guard let stamp = try stamp(of: file, for: .write), stamp.mode & S_IFMT == S_IFCHR else {
      return false
    }
    let descriptor = retrying {
      calls.open(
        file.directory.descriptor, file.name, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW, 0)
    }
    guard descriptor >= 0 else { throw fault(.errno(errno), file.path) }
    defer { close(descriptor) }
    try write(text, to: descriptor, path: file.path)
    return true
  }

  func rename(_ file: DirectoryFile, to name: String) throws(DiskFault) {
    guard retrying({ calls.rename(file.directory.descriptor, file.name, name) }) == 0 else {
      throw fault(.errno(errno), file.path)
    }
    try sync(file.directory)
  }

  /// Removes a file, if it exists.
  func remove(_ file: DirectoryFile) throws(DiskFault) {
    if retrying({ calls.unlink(file.directory.descriptor, file.name) }) != 0, errno != ENOENT {
      throw fault(.errno(errno), file.path)
    }
    try sync(file.directory)
  }

  /// Removes temporary files that killed writers left in one directory. The caller must hold the
  /// lock.
  func removeTemporaryFiles(of files: DirectoryFile...) {
    guard let directory = files.first?.directory else { return }
    for name in temporaryFiles(of: files) {
      _ = retrying { calls.unlink(directory.descriptor, name) }
    }
  }

  /// The names of the temporary files beside files of one directory.
  func temporaryFiles(of files: [DirectoryFile]) -> [String] {
    queue.assertIsCurrent()
    guard let directory = files.first?.directory else { return [] }
    let names = calls.names(directory.descriptor) ?? []
    return names.filter { name in
      files.contains { TemporaryName.belongs(name, to: $0.name) }
    }.sorted()
  }
}

/// The names of temporary files: `.accounts.json.0123456789abcdef.tmp`.
enum TemporaryName {
  static func fresh(for file: String) -> String {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 16).zeroPadded(to: 16)
    return ".\(file).\(random).tmp"
  }

  static func belongs(_ name: String, to file: String) -> Bool {
    let prefix = ".\(file)."
    guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { return false }
    let random = name.dropFirst(prefix.count).dropLast(4)
    return random.utf8.count == 16 && random.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
