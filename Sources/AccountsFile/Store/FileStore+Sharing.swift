// `share` looks first, and refuses without changing anything:
// - if it would give the group more than the accounts: everybody can write the directory, it is
//   its owner's home, or it has more in it than regular files;
// - if it would take access from an owner: the owner of the directory is not in the group. If a
//   file's owner is not in the group, root, and only root, gives the file to the directory's
//   owner.
// A directory on the way that does not let the group through is a warning. The directories are
// that of the accounts and, if `accounts.json` is a link, the documents directory.
//
// `check` has to tell a shared file from an accident of the umask. A file is shared if its
// directory has the same group and lets it through, and has the setgid bit or a group that the
// owner's new files do not have anyway. Then `check` warns of the rights of others, and of files
// that the group needs and cannot use: a lock, the history, a directory with the sticky bit.
// Otherwise it warns of the group's rights too.

public import Accounts
import AccountsText
import Glibc

/// A group of the system's users.
public struct UserGroup: Sendable, Hashable {
  let id: gid_t
  /// Its name; its number where it has none.
  public let name: String

  /// The group of a name or a number; nil if there is none.
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

/// What was done to share accounts with a group, or to share them no longer.
public struct SharingReport: Sendable {
  /// A file or directory whose owner, group or mode became another.
  public struct Change: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// What it was before.
    public let old: Access
    /// What it is now.
    public let new: Access
  }

  /// Who may do what, as the system says it.
  public struct Access: Sendable, Hashable {
    /// The names of its owner and its group; numbers where they have none.
    public let owner, group: String
    /// The permissions, such as 0o660.
    public let mode: UInt32
  }

  /// What was changed, in that order; nothing where all was so already.
  public var changes: [Change] = []
  /// A directory on the way that does not let the group through; nil if there is none.
  public var barrier: String?
}

extension Registry {
  /// Lets every member of a group read and write the accounts, or nobody but their owner: sets group
  /// and mode of the accounts file, of the locks, the history, the record of logins, the count of failed
  /// logins and the index beside it, and last of their directories. Session, draft and copies of hand edits stay private.
  ///
  /// All is looked at first: where something cannot or must not be shared, nothing is changed.
  ///
  /// - Parameter group: nil to share with nobody.
  public func share(with group: UserGroup?) async throws(AccountsError) -> SharingReport {
    guard let store = store as? FileStore else { throw .lacks(.sharing) }
    return try await store.share(with: group)
  }
}

extension FileStore {
  fileprivate func share(with group: UserGroup?) async throws(AccountsError) -> SharingReport {
    let isThere = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) in try disk.stamp(of: file, for: .read) }
    }
    guard isThere != nil else { throw .storeMissing(subject: path) }
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    // Whoever counts a failure gives a new file the rights that the accounts have then.
    let counts = try await disk.lock(SideFile.lock(of: lock.file.name)) { () throws(DiskFault) in
      try disk.locate(path, from: disk.makeDirectory(source.directory), for: .write)
    }
    defer { disk.unlock(counts) }
    let documents = try onDisk { () throws(DiskFault) in try disk.makeDirectory(source.directory) }
    defer { disk.close(documents) }
    // A change that was not made is told by the stamp of the accounts, which will be another.
    HistoryWriter(HistoryFile(of: lock.file, disk), now: now()).close()
    var report = SharingReport()
    try onDisk { () throws(DiskFault) in
      let plan = try plan(group, lock.file, documents)
      for step in plan { try disk.apply(step, &report) }
      if let group { report.barrier = barrier(for: group, lock.directory, documents) }
    }
    forget()
    writeIndex(of: lock.file)
    return report
  }

  /// The names of the files that are shared: here beside the accounts file; those in the
  /// documents are ``DocumentsFiles/shared``.
  private static func shared(beside accounts: DirectoryFile) -> [String] {
    [accounts.name, ".\(accounts.name).lock"] + names(beside: accounts.name)
  }

  /// The files that are shared where the accounts are, and their directories, each once.
  private func shared(
    _ accounts: DirectoryFile, _ documents: OpenDirectory
  ) throws(DiskFault) -> (files: [DirectoryFile], directories: [OpenDirectory]) {
    let beside = accounts.directory
    let isOne = try disk.stamp(of: beside).isSameFile(as: disk.stamp(of: documents))
    let directories = isOne ? [beside] : [beside, documents]
    return (
      Self.shared(beside: accounts).map(beside.file)
        + DocumentsFiles.shared.map((isOne ? beside : documents).file), directories
    )
  }
}

// MARK: Changing rights

/// An access that a file or a directory is to have.
private struct SharingStep {
  let file: DirectoryFile
  let old: FileStamp
  let owner: uid_t
  let group: gid_t
  let mode: mode_t
  /// Who owns the directory of a file, and so may put another file in its place.
  var directoryOwner: uid_t?

  var isDone: Bool { (old.owner, old.group, old.permissions) == (owner, group, mode) }
}

extension FileStore {
  /// The steps to do, in order: users who are let in find the files ready, and users who are not
  /// let in are shut out first.
  private func plan(
    _ group: UserGroup?, _ accounts: DirectoryFile, _ documents: OpenDirectory
  ) throws(DiskFault) -> [SharingStep] {
    let (files, directories) = try shared(accounts, documents)
    var (inside, outside): ([SharingStep], [SharingStep]) = ([], [])
    for directory in directories {
      let stamp = try disk.stamp(of: directory)
      if let group { try refuse(directory, stamp, group) }
      let id = group?.id ?? disk.primaryGroup(of: stamp.owner)
      outside.append(
        SharingStep(
          file: directory.file("."), old: stamp, owner: stamp.owner, group: id,
          mode: group == nil ? 0o700 : 0o2770))
      for file in files where file.directory.descriptor == directory.descriptor {
        guard let old = try disk.stamp(of: file, for: .write) else { continue }
        // Whoever would not be let in any more passes a file on to the directory's owner.
        let keepsOwner = group.map { disk.keepsAccess(old.owner, in: $0.id) } ?? false
        inside.append(
          SharingStep(
            file: file, old: old, owner: keepsOwner ? old.owner : stamp.owner, group: id,
            mode: group == nil ? 0o600 : 0o660, directoryOwner: stamp.owner))
      }
    }
    let steps = (group == nil ? outside + inside : inside + outside).filter { !$0.isDone }
    let user = disk.calls.user()
    for step in steps {
      func fault(_ reason: DiskFault.Reason) -> DiskFault {
        DiskFault(action: .write, path: step.file.path, reason: reason)
      }
      if !step.old.isDirectory {
        guard step.old.isRegularFile else {
          throw fault(step.old.isLink ? .isLink : .notRegularFile)
        }
        guard step.old.links == 1 else { throw fault(.hardLink) }
      }
      let isOwn = step.old.owner == user || step.directoryOwner == user
      guard user == 0 || (isOwn && step.owner == user) else {
        throw fault(.sharedByOwnerOnly)
      }
    }
    return steps
  }

  /// Throws where the owner would lose access, or a group would get more than the accounts.
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
    let link = FilePath.name(of: path)
    for name in disk.calls.names(directory.descriptor) ?? []
    where ![".", "..", link].contains(name) {
      guard try disk.stamp(of: directory.file(name), for: .read)?.isRegularFile ?? true else {
        throw fault(.holdsMoreThanAccounts(name))
      }
    }
  }

  /// A directory above those of the accounts that does not let a group's members through.
  private func barrier(for group: UserGroup, _ directories: OpenDirectory...) -> String? {
    for directory in directories {
      if let path = disk.barrier(above: directory, for: group.id) { return path }
    }
    return nil
  }
}

extension Disk {
  fileprivate func apply(
    _ step: SharingStep, _ report: inout SharingReport
  ) throws(DiskFault) {
    func fault(_ code: Int32) -> DiskFault {
      DiskFault(action: .write, path: step.file.path, reason: .errno(code))
    }
    let (old, user) = (step.old, calls.user())
    // A colleague has written it last. Whoever waits for a lock looks again which file it is.
    if user != 0, old.owner != user, let text = try read(step.file) {
      guard text.stamp == old else { throw fault(EAGAIN) }
      _ = try replace(step.file, .anything, with: [.bytes(text.bytes[...])])
    }
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = retrying {
      calls.open(step.file.directory.descriptor, step.file.name, flags, 0)
    }
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

  /// A directory above another that does not let a group's members through; nil if there is none.
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

  /// The path of an open directory, as the kernel knows it.
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
  /// The problems with the rights on the file and its directory. If a group was meant to share the
  /// file, also those of the files beside it.
  func rights(of file: LoadedFile) -> (warnings: [Problem], beside: [Problem]) {
    guard let stamp = file.text?.stamp else { return ([], openDirectories(nil)) }
    var isShared = false
    _ = try? located { file in
      isShared = disk.isShared(stamp, in: try? disk.stamp(of: file.directory))
    }
    let fit = isShared ? stamp.permissions & 0o770 : 0o600
    var warnings: [Problem] = []
    if stamp.permissions & 0o777 & ~fit != 0 {
      let rule = Caution.readableByOthers(mode: stamp.permissions, fit: fit)
      warnings.append(Problem(.file, .caution(rule), at: Place(path)))
    }
    var beside = openDirectories(stamp)
    if isShared, stamp.letsGroupWrite { beside += unsharedParts(stamp) }
    return (warnings, beside)
  }

  /// The documents directory, and that of the file if it is a link: whoever may write there can
  /// replace the file.
  private func openDirectories(_ stamp: FileStamp?) -> [Problem] {
    var found: [Problem] = []
    func look(_ directory: OpenDirectory) {
      guard let own = try? disk.stamp(of: directory) else { return }
      let isOfGroup =
        stamp.map { $0.letsGroupWrite && $0.group == own.group } ?? true
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

  /// The problems that keep members of the group from writing the accounts, though the group may
  /// write them.
  private func unsharedParts(_ stamp: FileStamp) -> [Problem] {
    let group = disk.name(ofGroup: stamp.group)
    var found: [Problem] = []
    if !disk.keepsAccess(stamp.owner, in: stamp.group) {
      let rule = Caution.ownerOutsideGroup(owner: disk.name(ofUser: stamp.owner), group: group)
      found.append(Problem(.file, .caution(rule), at: Place(path)))
    }
    guard let documents = try? disk.directory(source.directory, for: .read) else {
      return found
    }
    defer { disk.close(documents) }
    let paths = try? located { accounts throws(DiskFault) in
      try unshared(accounts, documents, like: stamp)
    }
    for path in paths ?? [] {
      found.append(Problem(.file, .caution(.notShared(group: group)), at: Place(path)))
    }
    return found
  }

  /// The files and directories that a file's group needs and cannot use.
  private func unshared(
    _ accounts: DirectoryFile, _ documents: OpenDirectory, like stamp: FileStamp
  ) throws(DiskFault) -> [String] {
    let (files, directories) = try shared(accounts, documents)
    var paths: [String] = []
    for file in files {
      guard let own = try disk.stamp(of: file, for: .read) else { continue }
      if own.group != stamp.group || own.permissions & 0o060 != 0o060 { paths.append(file.path) }
    }
    for directory in directories {
      let own = try disk.stamp(of: directory)
      // With the sticky bit, only the owner replaces a file.
      if own.group != stamp.group || own.permissions & 0o1070 != 0o070 {
        paths.append(directory.path)
      }
    }
    return paths
  }
}
