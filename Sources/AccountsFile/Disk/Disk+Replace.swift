import Accounts
import AccountsDocument
import Glibc
import TextTools

enum ReplaceResult: Sendable, Hashable {
  /// The new text is in place and will survive a power cut.
  case durable
  /// As `durable`; the access control list of the replaced file is gone.
  case durableWithoutList(path: String)
  /// The new text is in place, but its directory could not be synced.
  case uncertain(DiskFault)
  /// The file had changed; nothing was replaced.
  case changedMeanwhile

  /// The notices to report with a new text; nil if the old one is still in place.
  var notices: [Notice]? {
    switch self {
    case .durable: []
    case .durableWithoutList(let path): [.accessListGone(subject: path)]
    case .uncertain(let fault): [.mayNotSurvivePowerCut(subject: fault.path)]
    case .changedMeanwhile: nil
    }
  }

  var isDurable: Bool {
    switch self {
    case .durable, .durableWithoutList: true
    case .uncertain, .changedMeanwhile: false
    }
  }

  /// Throws unless the new text is in place and durable.
  func requireDurable(_ file: DirectoryFile) throws(DiskFault) {
    switch self {
    case .durable, .durableWithoutList: break
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

/// The condition under which a new text replaces a file, and who gets the new file. A file that is
/// replaced under a condition is not replaced if it has changed since, by the time of the rename.
enum ReplaceTarget: Sendable {
  /// The accounts, or a file that is shared like them: nil if there was none. Owner, group and mode
  /// are kept; in a shared directory the new file is the group's, if that could read the old one. A
  /// new one belongs to its directory's owner.
  case file(FileStamp?)
  /// The file that a person named. Owner, group and mode are kept; a new one is the person's own.
  ///
  /// - Parameter laterSecond: for a file that other programs read: it has one name, and the new one
  ///   was modified in a later second, since some programs compare whole seconds.
  case output(FileStamp?, laterSecond: Bool)
  /// A file beside the accounts, which keeps owner, group and mode; one that is not `isDurable` is
  /// not forced to the disk.
  case side(FileStamp, isDurable: Bool)
  /// A file that gets another owner, group and mode.
  case copy(of: FileStamp, FileAccess)
  /// Replaces anything, even a link; the new file has mode 0600, and belongs to the given owner.
  case anything(owner: (user: uid_t, group: gid_t)? = nil)
  /// Replaces anything, without forcing it to the disk. The new file is shared like the accounts as
  /// they were read.
  case scratch(sharedLike: SideFile.Model)

  fileprivate var stamp: FileStamp? {
    switch self {
    case .file(let stamp), .output(let stamp, _): stamp
    case .side(let stamp, _), .copy(let stamp, _): stamp
    case .anything, .scratch: nil
    }
  }

  /// True if the file is not replaced if it has changed since.
  fileprivate var isConditional: Bool {
    switch self {
    case .anything, .scratch: false
    case .file, .output, .side, .copy: true
    }
  }

  fileprivate var mayHaveOtherNames: Bool {
    if case .output(_, laterSecond: false) = self { true } else { false }
  }

  fileprivate var isDurable: Bool {
    switch self {
    case .scratch, .side(_, isDurable: false): false
    case .file, .output, .side, .copy, .anything: true
    }
  }
}

extension Disk {
  /// Replaces a file atomically. The order is the promise: after a kill or a power cut at any place
  /// there is the old file or the new one, and the history knows which.
  ///
  /// 1. A temporary file beside it gets the text, owner and mode, and is forced to the disk.
  /// 2. `beforeRename` adds the line of the history, which names the temporary file.
  /// 3. The file must still be as it was read, and `checking` must not throw.
  /// 4. The temporary file is renamed over it. Without that, `retracting` takes the line back.
  /// 5. The directory is forced to the disk.
  ///
  /// - Parameters:
  ///   - pieces: the new text, in order.
  ///   - beforeRename: called once the temporary file is on the disk, before the last check of the
  ///     file.
  ///   - checking: called after `beforeRename`; throws if the file must not be replaced.
  ///   - retracting: called if the file is not replaced after all. If it returns false, the
  ///     temporary file stays as a sign for the next writer.
  func replace(
    _ file: DirectoryFile, _ replaced: ReplaceTarget, with pieces: some Sequence<TextPiece>,
    beforeRename: (_ temporary: DirectoryFile, FileStamp) -> Void = { _, _ in },
    checking: () throws(DiskFault) -> Void = {},
    retracting: () -> Bool = { true }
  ) throws(DiskFault) -> ReplaceResult {
    let (directory, path) = (file.directory.descriptor, file.path)
    if let expected = replaced.stamp {
      guard expected.isRegularFile else { throw fault(.notRegularFile, path) }
      guard replaced.mayHaveOtherNames || !hasOtherNames(file, expected, for: .write) else {
        throw fault(.hardLink, path)
      }
      guard !calls.isMountPoint(directory, file.name) else { throw fault(.isMountPoint, path) }
    }
    let temporary = file.directory.file(TemporaryName.fresh(for: file.name))
    guard let new = create(temporary, O_WRONLY) else {
      throw DiskFault(action: .createFile, path: temporary.path, reason: .errno(errno))
    }
    let descriptor = new.descriptor
    var (isRenamed, isAnnounced) = (false, false)
    // The file goes unless a line names it that could not be taken back.
    defer {
      if !isRenamed, !isAnnounced || retracting() {
        _ = retrying { calls.unlink(directory, temporary.name) }
      }
    }
    let filled: FileStamp
    var losesList = false
    do throws(DiskFault) {
      losesList = try fill(new, file, with: pieces, replaced)
      filled = try stamp(of: descriptor, path: path, for: .write)
    } catch {
      close(descriptor)
      // A file that was cut off while it was copied is not there to be copied.
      if replaced.isConditional, let now = try? self.stamp(of: file, for: .write),
        now != replaced.stamp
      {
        return .changedMeanwhile
      }
      throw error
    }
    close(descriptor)
    beforeRename(temporary, filled)
    isAnnounced = true
    if replaced.isConditional, try self.stamp(of: file, for: .write) != replaced.stamp {
      return .changedMeanwhile
    }
    try checking()
    guard retrying({ calls.rename(directory, temporary.name, file.name) }) == 0 else {
      throw fault(errno == EBUSY ? .isMountPoint : .errno(errno), path)
    }
    isRenamed = true
    let done = losesList ? ReplaceResult.durableWithoutList(path: path) : .durable
    guard replaced.isDurable else { return done }
    do throws(DiskFault) {
      try sync(file.directory)
    } catch {
      return .uncertain(DiskFault(action: .makeDurable, path: path, reason: error.reason))
    }
    return done
  }

  private func fault(_ reason: DiskFault.Reason, _ path: String) -> DiskFault {
    DiskFault(action: .write, path: path, reason: reason)
  }

  /// Writes the new file and gives it away; returns whether the old one had an access control list.
  private func fill(
    _ new: GivableFile, _ file: DirectoryFile, with pieces: some Sequence<TextPiece>,
    _ replaced: ReplaceTarget
  ) throws(DiskFault) -> Bool {
    let (descriptor, path) = (new.descriptor, file.path)
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes, to: descriptor, path: path)
      case .copy(let range, let source): try copy(range, of: source, to: descriptor, path: path)
      }
    }
    let own = try stamp(of: descriptor, path: path, for: .write)
    let old = replaced.stamp.map { (stamp: $0, group: groupRights(on: file, $0)) }
    // The access that the old file gave, as far as a file without a list can give it.
    let kept = old.map { old in
      var access = old.stamp.access
      access.mode = access.mode & ~0o070 | old.group.rights << 3
      return access
    }
    switch replaced {
    case .file:
      try give(new, own, file, replacing: old?.stamp, kept: kept)
    case .output, .side:
      if let kept {
        try give(new, like: kept, path: path)
      } else {
        try give(new, owner: nil, own, path)
      }
    case .copy(_, let access): try give(new, access, path: path)
    case .anything(let owner): try give(new, owner: owner, own, path)
    case .scratch(let model):
      try? give(new, model.access(owner: owner(ofNewBeside: model), for: .readers), path: path)
    }
    if case .output(let old?, laterSecond: true) = replaced {
      let next = old.modified.seconds + 1
      if own.modified.seconds < next, retrying({ calls.setModified(descriptor, next) }) != 0 {
        throw fault(.errno(errno), path)
      }
    }
    if replaced.isDurable, retrying({ calls.fsync(descriptor) }) != 0 {
      throw fault(.errno(errno), path)
    }
    return old?.group.isListed ?? false
  }

  /// Gives the accounts' new file away.
  private func give(
    _ new: GivableFile, _ own: FileStamp, _ file: DirectoryFile, replacing old: FileStamp?,
    kept: FileAccess?
  ) throws(DiskFault) {
    let user = calls.user()
    let owner = owner(ofNewIn: file.directory)
    if let group = sharingGroup(of: file.directory, old), kept.map({ $0.mode & 0o040 != 0 }) ?? true
    {
      // Root keeps the owner; another becomes it.
      let shared = FileAccess(
        owner: user == 0 ? old?.owner ?? owner?.user ?? own.owner : own.owner, group: group,
        mode: 0o660)
      return try give(new, shared, path: file.path)
    }
    guard let old, let kept else { return try give(new, owner: owner, own, file.path) }
    // The directory would keep the group of a writer who is not in it, and could not keep others
    // out.
    if user != 0, let group = readingGroup(of: file.directory, old), !isInGroup(group) {
      throw fault(.ownerCannotBeKept, file.path)
    }
    try give(new, like: kept, path: file.path)
  }

  /// Gives a file that replaces none to its owner alone. If the owner cannot be set, it stays ours.
  private func give(
    _ new: GivableFile, owner: (user: uid_t, group: gid_t)?, _ own: FileStamp, _ path: String
  ) throws(DiskFault) {
    let ours = FileAccess(owner: own.owner, group: own.group, mode: 0o600)
    if let owner {
      let theirs = FileAccess(owner: owner.user, group: owner.group, mode: 0o600)
      do throws(DiskFault) { return try give(new, theirs, path: path) } catch {
        guard error.reason == .ownerCannotBeKept else { throw error }
      }
    }
    try give(new, ours, path: path)
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
  /// lock; a program that is making a lock meanwhile begins again.
  func removeTemporaryFiles(of files: [DirectoryFile]) {
    guard let directory = files.first?.directory else { return }
    for name in temporaryFiles(of: files) {
      _ = retrying { calls.unlink(directory.descriptor, name) }
    }
  }

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
    ".\(file).\(UInt64.random(in: 0...UInt64.max).hexadecimal).tmp"
  }

  static func belongs(_ name: String, to file: String) -> Bool {
    let prefix = ".\(file)."
    guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { return false }
    let random = name.dropFirst(prefix.count).dropLast(4)
    return random.utf8.count == 16 && random.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
