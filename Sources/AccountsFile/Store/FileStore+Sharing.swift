// `share` changes the documents directory alone. It looks first, and refuses without changing anything:
// - if the accounts file there is a link, is empty, or holds no accounts: a member of the group could
//   have put another file in its place;
// - if it would give the group more than the accounts: everybody can write the directory, it is
//   its owner's home, or it has more in it than regular files and a repository of git;
// - if it would take access from an owner: the owner of the directory is not in the group. If a
//   file's owner is not in the group, root, and only root, gives the file to the directory's
//   owner.
// A directory on the way that does not let the group through is a warning.
//
// `check` warns of the rights of others, and in a shared directory of files that the group needs and
// cannot use. Elsewhere it warns of the group's rights too.

public import Accounts
import AccountsText
import Glibc
import LosslessJSON

/// A group of the system's users.
public struct UserGroup: Sendable, Hashable {
  let id: gid_t
  /// The name; the number if it has none.
  public let name: String

  /// The group with a name or a number; nil if there is none.
  public init?(_ text: String) {
    if let entry = getgrnam(text) {
      (id, name) = (entry.pointee.gr_gid, text)
    } else if let id = gid_t(text), let entry = getgrgid(id) {
      (self.id, name) = (id, String(cString: entry.pointee.gr_name))
    } else {
      return nil
    }
  }
}

/// The changes made to share accounts with a group, or to end sharing.
public struct SharingReport: Sendable {
  /// A changed owner, group or mode of a file or directory.
  public struct Change: Sendable, Hashable {
    /// The path.
    public let path: String
    /// The access before.
    public let old: Access
    /// The access now.
    public let new: Access
  }

  /// Owner, group and mode.
  public struct Access: Sendable, Hashable {
    /// The names of owner and group; numbers if they have none.
    public let owner, group: String
    /// The permissions, such as 0o660.
    public let mode: UInt32
  }

  /// The changes, in order; empty if there was nothing to change.
  public var changes: [Change] = []
  /// A directory above the accounts that does not let the group through; nil if there is none.
  public var barrier: String?
}

extension Registry {
  /// Lets every member of a group read and write the accounts, or only their owner: sets group and
  /// mode of the accounts file, then of the locks, the history, the record of logins, the count of
  /// failed logins and the index, and last of their directories. Session, draft and copies of hand
  /// edits stay private.
  ///
  /// Everything is checked first: if something cannot or must not be shared, nothing is changed.
  ///
  /// - Parameter group: nil to end sharing.
  public func share(with group: UserGroup?) async throws(AccountsError) -> SharingReport {
    guard let store = store as? FileStore else { throw .lacks(.sharing) }
    return try await store.share(with: group)
  }
}

extension FileStore {
  fileprivate func share(with group: UserGroup?) async throws(AccountsError) -> SharingReport {
    try refuseOthersFile()
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    try refuseOthersFile()
    // Whoever counts a failure gives a new file the rights that the accounts have then.
    let counts = try await disk.lock(SideFile.lock(of: lock.file.name)) { () throws(DiskFault) in
      try disk.locate(path, from: disk.makeDirectory(source.directory), for: .write)
    }
    defer { disk.unlock(counts) }
    // A change that was not made is told by the stamp of the accounts, which will be another.
    HistoryWriter(HistoryFile(of: lock.file, disk), now: now()).close()
    var report = SharingReport()
    try onDisk { () throws(DiskFault) in
      guard disk.isSame(lock.file, counts.file) else {
        throw DiskFault(action: .write, path: path, reason: .directoryReplaced)
      }
      for step in try plan(group, lock.file) { try disk.apply(step, &report) }
      if let group { report.barrier = disk.barrier(above: lock.directory, for: group.id) }
    }
    forget()
    writeIndex(of: lock.file)
    return report
  }

  /// Throws if the accounts file is missing, is a link, or holds no accounts.
  private func refuseOthersFile() throws(AccountsError) {
    func fault(_ reason: DiskFault.Reason) -> AccountsError {
      .disk(DiskFault(action: .write, path: path, reason: reason))
    }
    let text = try onDisk { () throws(DiskFault) -> FileText? in
      try choose()
      guard let documents = try disk.directory(source.directory, for: .read) else { return nil }
      defer { disk.close(documents) }
      let file = documents.file(FilePath.name(of: path))
      if let stamp = try disk.stamp(of: file, for: .read), stamp.isLink {
        throw DiskFault(action: .write, path: path, reason: .isLink)
      }
      return try disk.read(file)
    }
    guard let text else { throw .storeMissing(subject: path) }
    guard text.holdsAccounts(path) else { throw fault(.notAccounts) }
  }

  private func shared(_ accounts: DirectoryFile) -> [DirectoryFile] {
    ([accounts.name] + Self.names(beside: accounts.name) + DocumentsFiles.shared)
      .map(accounts.directory.file)
  }
}

extension FileText {
  /// True if it is the text of usable accounts, and not a list of something else.
  fileprivate func holdsAccounts(_ path: String) -> Bool {
    guard !bytes.isEmpty,
      let accounts = try? AccountsDocument(path: path, bytes: bytes).usable()
    else { return false }
    return accounts.rows.isEmpty || accounts.rows.contains { $0.kind == .object }
  }
}

// MARK: Changing rights

/// The planned access of a file or a directory.
private struct SharingStep {
  let file: DirectoryFile
  let old: FileStamp
  let owner: uid_t
  let group: gid_t
  let mode: mode_t
  /// The owner of a file's directory, who may put another file in its place.
  var directoryOwner: uid_t?

  var isDone: Bool { (old.owner, old.group, old.permissions) == (owner, group, mode) }
}

extension FileStore {
  /// The steps, in order: when sharing, files come before directories, so that new users find them
  /// ready; when ending it, directories come first, to shut users out.
  private func plan(
    _ group: UserGroup?, _ accounts: DirectoryFile
  ) throws(DiskFault) -> [SharingStep] {
    let directory = accounts.directory
    let stamp = try disk.stamp(of: directory)
    if let group { try refuse(directory, stamp, group) }
    let id = group?.id ?? disk.primaryGroup(of: stamp.owner)
    let outside = [
      SharingStep(
        file: directory.file("."), old: stamp, owner: stamp.owner, group: id,
        mode: group == nil ? 0o700 : 0o2770)
    ]
    var inside: [SharingStep] = []
    for file in shared(accounts) {
      guard let old = try disk.stamp(of: file, for: .write) else { continue }
      // Whoever would not be let in any more passes a file on to the directory's owner.
      let keepsOwner = group.map { disk.keepsAccess(old.owner, in: $0.id) } ?? false
      inside.append(
        SharingStep(
          file: file, old: old, owner: keepsOwner ? old.owner : stamp.owner, group: id,
          mode: group == nil ? 0o600 : 0o660, directoryOwner: stamp.owner))
    }
    let steps = (group == nil ? outside + inside : inside + outside).filter { !$0.isDone }
    let user = disk.calls.user()
    for step in steps {
      if !step.old.isDirectory {
        guard step.old.isRegularFile else {
          throw step.file.fault(.write, step.old.isLink ? .isLink : .notRegularFile)
        }
        guard step.old.links == 1 else { throw step.file.fault(.write, .hardLink) }
      }
      let isOwn = step.old.owner == user || step.directoryOwner == user
      guard user == 0 || (isOwn && step.owner == user) else {
        throw step.file.fault(.write, .sharedByOwnerOnly)
      }
    }
    return steps
  }

  /// Throws if the owner would lose access, or if the group would get more than the accounts.
  private func refuse(
    _ directory: OpenDirectory, _ stamp: FileStamp, _ group: UserGroup
  ) throws(DiskFault) {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: directory.path, reason: reason)
    }
    let user = disk.calls.user()
    let isMember = user != stamp.owner || user == 0 || disk.isInGroup(group.id)
    guard isMember, disk.keepsAccess(stamp.owner, in: group.id) else {
      throw fault(.ownerNotInGroup(disk.name(ofUser: stamp.owner), group.name))
    }
    guard stamp.permissions & 0o002 == 0 else { throw fault(.writableByAll) }
    if let home = disk.home(of: stamp.owner),
      let own = try disk.directory(home, for: .read)
    {
      defer { disk.close(own) }
      guard try !disk.stamp(of: own).isSameFile(as: stamp) else {
        throw fault(.holdsMoreThanAccounts(home))
      }
    }
    for name in disk.calls.names(directory.descriptor) ?? []
    where ![".", "..", ".git"].contains(name) {
      guard try disk.stamp(of: directory.file(name), for: .read)?.isRegularFile ?? true else {
        throw fault(.holdsMoreThanAccounts(name))
      }
    }
  }
}

extension Disk {
  fileprivate func apply(
    _ step: SharingStep, _ report: inout SharingReport
  ) throws(DiskFault) {
    func fault(_ code: Int32) -> DiskFault { step.file.fault(.write, .errno(code)) }
    let (old, user) = (step.old, calls.user())
    // A colleague has written it last. Whoever waits for a lock looks again which file it is.
    if user != 0, old.owner != user, let text = try read(step.file) {
      guard text.stamp == old else { throw fault(EAGAIN) }
      _ = try replace(step.file, .anything, with: [.bytes(text.bytes[...])])
    }
    let descriptor = open(step.file, O_RDONLY)
    guard descriptor >= 0 else { throw fault(errno) }
    defer { close(descriptor) }
    let now = try stamp(of: descriptor, path: step.file.path, for: .write)
    guard now.isSameFile(as: old) || (now.owner == user && now.owner != old.owner),
      now.isDirectory || now.links == 1
    else { throw fault(EAGAIN) }
    if (now.owner, now.group) != (step.owner, step.group) {
      let owner = now.owner == step.owner ? uid_t.max : step.owner
      guard retrying({ calls.fchown(descriptor, owner, step.group) }) == 0 else {
        throw fault(errno)
      }
    }
    // Another owner or group may take bits away.
    guard retrying({ calls.fchmod(descriptor, step.mode) }) == 0 else { throw fault(errno) }
    report.changes.append(
      SharingReport.Change(
        path: step.file.path, old: access(old.owner, old.group, old.permissions),
        new: access(step.owner, step.group, step.mode)))
  }

  private func access(_ owner: uid_t, _ group: gid_t, _ mode: mode_t) -> SharingReport.Access {
    SharingReport.Access(owner: name(ofUser: owner), group: name(ofGroup: group), mode: mode)
  }

  /// A directory above that does not let a group's members through; nil if there is none.
  fileprivate func barrier(above directory: OpenDirectory, for group: gid_t) -> String? {
    var below = directory
    defer { if below.descriptor != directory.descriptor { close(below) } }
    while let above = try? self.directory("..", from: below, for: .read) {
      let (old, new) = (try? stamp(of: below), try? stamp(of: above))
      if below.descriptor != directory.descriptor { close(below) }
      below = above
      guard let old, let new, !old.isSameFile(as: new) else { return nil }
      let isOpen =
        new.permissions & 0o001 != 0 || (new.group == group && new.permissions & 0o010 != 0)
      if !isOpen { return path(of: above) }
    }
    return nil
  }

  /// The path of an open directory, from the kernel.
  private func path(of directory: OpenDirectory) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let link = "/proc/self/fd/\(directory.descriptor)"
    let length = retrying {
      buffer.withUnsafeMutableBufferPointer { calls.readlink(AT_FDCWD, link, $0) }
    }
    guard length > 0 else { return directory.path }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// MARK: Judging rights

extension FileStore {
  /// The problems with the rights on the file and its directory and, if a group shares the file, on
  /// the files beside it.
  func rights(of file: LoadedFile) -> (warnings: [Problem], beside: [Problem]) {
    guard let stamp = file.text?.stamp else { return ([], openDirectories(nil)) }
    let beside = try? located { file throws(DiskFault) -> [Problem]? in
      disk.sharingGroup(of: file.directory, stamp).map { _ in unsharedParts(file, stamp) }
    }
    let isShared = beside != nil
    let fit: mode_t = isShared ? 0o660 : 0o600
    var warnings: [Problem] = []
    if stamp.permissions & 0o777 & ~fit != 0 {
      let rule = Caution.readableByOthers(mode: stamp.permissions, fit: fit)
      warnings.append(Problem(.file, .caution(rule), at: Place(path)))
    }
    return (warnings, openDirectories(stamp) + (mayBeShared(file) ? beside ?? [] : []))
  }

  /// True if `share` would accept the file.
  private func mayBeShared(_ file: LoadedFile) -> Bool {
    guard file.text?.holdsAccounts(path) == true,
      let documents = try? disk.directory(source.directory, for: .read)
    else { return false }
    defer { disk.close(documents) }
    let own = documents.file(FilePath.name(of: path))
    return (try? located { disk.isSame($0, own) }) == true
  }

  /// Problems of the documents directory and, if the file is a link, of its target's directory:
  /// whoever may write there can replace the file.
  private func openDirectories(_ stamp: FileStamp?) -> [Problem] {
    var found: [Problem] = []
    func look(_ directory: OpenDirectory) {
      guard let own = try? disk.stamp(of: directory) else { return }
      let isShared = disk.sharingGroup(of: directory, stamp) != nil
      let isOfGroup = stamp.map { isShared || $0.letsGroupWrite && $0.group == own.group } ?? true
      let fit = own.permissions & ~(isOfGroup ? 0o002 : 0o022)
      guard own.permissions != fit else { return }
      let rule = Caution.directoryWritableByOthers(mode: own.permissions, fit: fit)
      let problem = Problem(.file, .caution(rule), at: Place(directory.path))
      if !found.contains(problem) { found.append(problem) }
    }
    if let documents = try? disk.directory(source.directory, for: .read) {
      look(documents)
      disk.close(documents)
    }
    _ = try? located { look($0.directory) }
    return found
  }

  /// Problems that keep members of the group from writing the accounts. A file that they can only
  /// read, they can replace.
  private func unsharedParts(_ accounts: DirectoryFile, _ stamp: FileStamp) -> [Problem] {
    let group = disk.name(ofGroup: stamp.group)
    var found: [Problem] = []
    if !disk.keepsAccess(stamp.owner, in: stamp.group) {
      let rule = Caution.ownerOutsideGroup(owner: disk.name(ofUser: stamp.owner), group: group)
      found.append(Problem(.file, .caution(rule), at: Place(path)))
    }
    var paths = shared(accounts).filter { file in
      guard let own = (try? disk.stamp(of: file, for: .read)) ?? nil else { return false }
      // A lock is opened for writing, and never replaced.
      let needed: mode_t = file.name.hasSuffix(".lock") ? 0o060 : 0o040
      return own.group != stamp.group || own.permissions & needed != needed
    }.map(\.path)
    // With the sticky bit, only the owner replaces a file.
    if let own = try? disk.stamp(of: accounts.directory), own.permissions & 0o1070 != 0o070 {
      paths.append(accounts.directory.path)
    }
    for path in paths {
      found.append(Problem(.file, .caution(.notShared(group: group)), at: Place(path)))
    }
    return found
  }
}
