// `share` changes the documents directory alone. It looks first, and refuses without changing
// anything:
// - if the accounts file there is a link, is empty, or holds no accounts: a member of the group
//   could have put another file in its place; so with a file under the name of another one of ours;
// - if it would give the group more than the accounts: everybody can write the directory, it is its
//   owner's home and used as one, or it has more in it than regular files and a repository of git;
// - if it would take access from an owner: the owner of the directory is not in the group. If a
//   file's owner is not in the group, root, and only root, gives the file to the directory's owner.
// Each change is named before, and nothing else is changed: each file must be as it was then, by
// its number, owner, group, mode and access control list, which goes: it could let others in, and
// keep the group out. A file that is empty, such as a lock, says nothing of its maker: a new one
// takes its place. A directory on the way that does not let the group through is a warning.

public import Accounts
import AccountsDocument
import Glibc
import LosslessJSON

extension Registry {
  /// The changes that ``share(_:named:)`` would make. Nothing is changed.
  public func sharing(_ sharing: Sharing) async throws(AccountsError) -> SharingReport {
    guard let store = store as? FileStore else { throw .lacks(.sharing) }
    return try await store.sharing(sharing)
  }

  /// Lets every member of a group read and write the accounts, or read them, or only their owner:
  /// sets group and mode of the accounts file, then of the locks, the history, the record of
  /// logins, the count of failed logins and the index, and last of their directories. Readers get
  /// no right on locks and counts. Session, draft and copies of hand edits stay private.
  ///
  /// Everything is checked first: if something cannot or must not be shared, nothing is changed.
  ///
  /// - Parameter named: what was said to be changed. A file that differs from that is
  ///   `keepsChanging`.
  public func share(
    _ sharing: Sharing, named: SharingReport
  ) async throws(AccountsError) -> SharingReport {
    guard let store = store as? FileStore else { throw .lacks(.sharing) }
    return try await store.share(sharing, named)
  }
}

extension FileStore {
  fileprivate func sharing(_ sharing: Sharing) throws(AccountsError) -> SharingReport {
    let stamp = try refuseOthersFile()
    return try onDisk { () throws(DiskFault) in
      let directory = try disk.directory(source.directory, for: .read, orMissing: path)
      defer { disk.close(directory) }
      let steps = try plan(sharing, directory.file(FilePath.name(of: path)), stamp, for: .read)
      return report(on: steps, sharing, in: directory)
    }
  }

  fileprivate func share(
    _ sharing: Sharing, _ named: SharingReport
  ) async throws(AccountsError) -> SharingReport {
    _ = try refuseOthersFile()
    // All locks are held, since all are replaced, and in the order in which others take them.
    let session = try await disk.lock(DocumentsFiles.sessionLock) { () throws(DiskFault) in
      AccountsPath.file(in: try disk.makeDirectory(source.directory), disk)
    }
    defer { disk.unlock(session) }
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    let stamp = try refuseOthersFile()
    // A login begins, and a failure is counted, in a new file with the rights that the accounts
    // have then.
    let sessions = try await disk.lock(SideFile.sessionsLock(of: lock.file.name)) {
      () throws(DiskFault) in
      try disk.locate(path, from: disk.makeDirectory(source.directory), for: .write)
    }
    defer { disk.unlock(sessions) }
    let counts = try await disk.lock(SideFile.lock(of: lock.file.name)) { () throws(DiskFault) in
      try disk.locate(path, from: disk.makeDirectory(source.directory), for: .write)
    }
    defer { disk.unlock(counts) }
    // A change that was not made is told by the stamp of the accounts, which will be another.
    HistoryWriter(HistoryFile(of: lock.file, disk), now: now()).close()
    let steps = try onDisk { () throws(DiskFault) in
      guard disk.isSame(lock.file, counts.file), disk.isSame(lock.file, sessions.file) else {
        throw DiskFault(action: .write, path: path, reason: .directoryReplaced)
      }
      return try plan(sharing, lock.file, stamp, for: .write)
    }
    for step in steps where !isNamed(step, in: named, or: session, lock, sessions, counts) {
      throw .keepsChanging(subject: step.file.path)
    }
    var (report, newLocks) = (SharingReport(), [Int32]())
    defer { for new in newLocks { disk.release(lock: new) } }
    try onDisk { () throws(DiskFault) in
      for step in steps { try disk.apply(step, &report, &newLocks) }
      let found = self.report(on: steps, sharing, in: lock.directory)
      (report.losing, report.toRestart) = (found.losing, found.toRestart)
      if let group = sharing.group {
        report.barrier = disk.barrier(above: lock.directory, for: group.id)
      }
    }
    forget()
    writeIndex(of: lock.file)
    return report
  }

  /// True if the step was named, or is of a lock that this call made.
  private func isNamed(
    _ step: SharingStep, in report: SharingReport, or locks: FileLock...
  ) -> Bool {
    if locks.contains(where: { $0.made?.isSameFile(as: step.old) == true }) { return true }
    return report.changes.contains {
      $0.stamp.isSameFile(as: step.old) && $0.stamp.access == step.old.access
        && (!step.hasLists || $0.losesList)
    }
  }

  /// The changes of some steps, the users who lose rights by them, and the programs that do not
  /// know of the group yet.
  private func report(
    on steps: [SharingStep], _ sharing: Sharing, in directory: OpenDirectory
  ) -> SharingReport {
    var report = SharingReport(changes: steps.map(disk.change))
    report.losing = disk.losing(by: steps)
    if let group = sharing.group {
      report.toRestart = disk.programs(lacking: group.id, of: directory)
    }
    return report
  }

  /// The stamp of the accounts file; throws if that is missing, is a link, or holds no accounts.
  private func refuseOthersFile() throws(AccountsError) -> FileStamp {
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
    return text.stamp
  }

  /// The files that are shared, and by whom they are used.
  func shared(_ accounts: DirectoryFile) -> [(file: DirectoryFile, users: SideFile.Users)] {
    ([accounts.name] + Self.names(beside: accounts.name) + DocumentsFiles.shared).map { name in
      let users = SideFile.named(name, of: accounts.name)?.users ?? .readers
      return (accounts.directory.file(name), name.hasSuffix(".lock") ? .writers : users)
    }
  }
}

extension FileText {
  /// True if it is the text of usable accounts, and not a list of something else.
  func holdsAccounts(_ path: String) -> Bool {
    guard !bytes.isEmpty,
      let accounts = try? AccountsDocument(path: path, bytes: bytes).usable()
    else { return false }
    return accounts.rows.isEmpty || accounts.rows.contains { $0.kind == .object }
  }
}

// MARK: Changing rights

/// The planned access of a file or a directory.
struct SharingStep {
  let file: DirectoryFile
  fileprivate(set) var old: FileStamp
  let new: FileAccess
  /// True if it has an access control list, or puts one on new files.
  let hasLists: Bool
  /// The users of a file; nil for a directory.
  var users: SideFile.Users?
  /// The owner of a file's directory, who may put another file in its place.
  var directoryOwner: uid_t?
  /// True for a file with nothing in it: a new one takes its place.
  fileprivate(set) var isBlank = false

  var isDone: Bool { old.access == new && !hasLists }
}

extension FileStore {
  /// The steps, in order: when sharing, files come before directories, so that new users find them
  /// ready; when ending it, directories come first, to shut users out.
  ///
  /// - Parameters:
  ///   - text: the stamp of the accounts that were read.
  ///   - action: whether the steps will be done; names that a killed maker left go then.
  private func plan(
    _ sharing: Sharing, _ accounts: DirectoryFile, _ text: FileStamp, for action: DiskFault.Action
  ) throws(DiskFault) -> [SharingStep] {
    let directory = accounts.directory
    let stamp = try disk.stamp(of: directory)
    if let group = sharing.group { try refuse(accounts, stamp, group) }
    let id = sharing.group?.id ?? disk.primaryGroup(of: stamp.owner)
    let outside = [
      SharingStep(
        file: directory.file("."), old: stamp,
        new: FileAccess(owner: stamp.owner, group: id, mode: sharing.directoryMode),
        hasLists: disk.hasLists(directory.file("."), stamp))
    ]
    var inside: [SharingStep] = []
    for (file, users) in shared(accounts) {
      guard let old = try disk.stamp(of: file, for: .write) else { continue }
      // An owner who would lose access passes a file on to the directory's owner.
      let keepsOwner =
        if case .writing(let group) = sharing {
          disk.keepsAccess(old.owner, in: group.id)
        } else {
          false
        }
      inside.append(
        SharingStep(
          file: file, old: old,
          new: FileAccess(
            owner: keepsOwner ? old.owner : stamp.owner, group: id, mode: sharing.mode(for: users)),
          hasLists: disk.hasLists(file, old), users: users, directoryOwner: stamp.owner))
    }
    let isShared = sharing.group != nil
    var steps = (isShared ? inside + outside : outside + inside).filter { !$0.isDone }
    let user = disk.calls.user()
    for index in steps.indices {
      let step = steps[index]
      if !step.old.isDirectory {
        guard step.old.isRegularFile else {
          throw step.file.fault(.write, step.old.isLink ? .isLink : .notRegularFile)
        }
        guard !disk.hasOtherNames(step.file, step.old, for: action) else {
          throw step.file.fault(.write, .hardLink)
        }
        if step.old.hasOtherNames, let now = try disk.stamp(of: step.file, for: .write),
          now.isSameFile(as: step.old), now.access == step.old.access
        {
          steps[index].old = now
        }
        if step.file.name == accounts.name, step.old != text {
          throw step.file.fault(.write, .errno(EAGAIN))
        }
      }
      let isOwn = step.old.owner == user || step.directoryOwner == user
      guard user == 0 || (isOwn && step.new.owner == user) else {
        throw step.file.fault(.write, .sharedByOwnerOnly)
      }
      guard !step.old.isDirectory else { continue }
      switch try content(of: step, beside: accounts, text) {
      case .ofRegapp: break
      case .nothing: steps[index].isBlank = true
      case .another: throw step.file.fault(.write, .notWrittenByRegapp)
      }
    }
    return steps
  }

  /// The content of a file beside the accounts.
  private enum Content {
    /// It has what regapp writes under its name.
    case ofRegapp
    /// It is empty, or a power cut has left it with zeros.
    case nothing
    case another
  }

  /// Judges a file beside the accounts. An empty one of root's if neither the accounts nor the
  /// directory are root's may be one that root is about to write: it counts as another's.
  private func content(
    of step: SharingStep, beside accounts: DirectoryFile, _ text: FileStamp
  ) throws(DiskFault) -> Content {
    let name = step.file.name
    if name == accounts.name { return .ofRegapp }
    if step.old.size == 0 {
      let mayBeFilled = step.old.owner == 0 && ![text.owner, step.directoryOwner].contains(0)
      return mayBeFilled ? .another : .nothing
    }
    guard !name.hasSuffix(".lock"), let descriptor = try disk.open(step.file) else {
      return .another
    }
    defer { disk.close(descriptor) }
    let stamp = try disk.stamp(of: descriptor, path: step.file.path, for: .read)
    guard stamp.isSameFile(as: step.old) else { throw step.file.fault(.read, .errno(EAGAIN)) }
    if name == AccountsIndex.name(of: accounts.name) {
      return AccountsIndex.begins(descriptor, disk) ? .ofRegapp : .another
    }
    let head = try disk.read(descriptor, at: 0, upTo: 1 << 16, path: step.file.path)
    let line = head.prefix { $0 != Journal.lineEnd }
    let isOfRegapp: Bool
    switch SideFile.named(name, of: accounts.name) {
    case .failedLogins, .lastLogins:
      if head.allSatisfy({ $0 == 0 }) { return .nothing }
      isOfRegapp = LineTable(head.prefix(LineTable.headSize), size: stamp.size) != nil
    case .logins: isOfRegapp = RecordedAttempt(line) != nil
    case .sessions: isOfRegapp = SessionLines.session(line[...]) != nil
    case .history: isOfRegapp = line.starts(with: HistoryLine.start)
    case nil: isOfRegapp = false
    }
    return isOfRegapp ? .ofRegapp : .another
  }

  /// Throws if the owner would lose access, or if the group would get more than the accounts.
  private func refuse(
    _ accounts: DirectoryFile, _ stamp: FileStamp, _ group: UserGroup
  ) throws(DiskFault) {
    let directory = accounts.directory
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: directory.path, reason: reason)
    }
    let user = disk.calls.user()
    let isMember = user != stamp.owner || user == 0 || disk.isInGroup(group.id)
    guard isMember, disk.keepsAccess(stamp.owner, in: group.id) else {
      throw fault(.ownerNotInGroup(disk.name(ofUser: stamp.owner), group.name))
    }
    guard stamp.permissions & 0o002 == 0 else { throw fault(.writableByAll) }
    if try isHome(directory, stamp) {
      if let name = try strangeName(inHome: directory, of: accounts.name) {
        throw fault(.isHome(of: disk.name(ofUser: stamp.owner), holding: name))
      }
      return
    }
    for name in try disk.names(in: directory) where name != ".git" {
      guard try disk.stamp(of: directory.file(name), for: .read)?.isRegularFile ?? true else {
        throw fault(.holdsMoreThanAccounts(name))
      }
    }
  }
}

extension Disk {
  /// - Parameter newLocks: the locks that took the place of others, which others cannot take yet.
  fileprivate func apply(
    _ step: SharingStep, _ report: inout SharingReport, _ newLocks: inout [Int32]
  ) throws(DiskFault) {
    func fault(_ code: Int32) -> DiskFault { step.file.fault(.write, .errno(code)) }
    let (old, user) = (step.old, calls.user())
    let descriptor = open(step.file, O_RDONLY)
    guard descriptor >= 0 else { throw fault(errno) }
    defer { close(descriptor) }
    let now = try stamp(of: descriptor, path: step.file.path, for: .write)
    guard let file = named(descriptor, now, as: old) else { throw fault(EAGAIN) }
    // Nothing is given of a file that somebody may be about to fill, or that a colleague has
    // written last. A process that waits for a lock looks again which file it is.
    if step.isBlank || user != 0 && old.owner != user {
      let text: [TextPiece] = step.isBlank ? [] : [.copy(0..<now.size, from: descriptor)]
      let copy = try replace(
        step.file, .copy(of: now, step.new), with: text,
        beforeRename: { new, _ in
          guard step.file.name.hasSuffix(".lock"), let lock = hold(new: new) else { return }
          newLocks.append(lock)
        })
      guard copy.notices != nil else { throw fault(EAGAIN) }
    } else {
      try give(file, step.new, path: step.file.path)
    }
    report.changes.append(change(step))
  }

  fileprivate func change(_ step: SharingStep) -> SharingReport.Change {
    SharingReport.Change(
      path: step.file.path, old: access(step.old.access), new: access(step.new),
      losesList: step.hasLists, stamp: step.old)
  }

  private func access(_ access: FileAccess) -> SharingReport.Access {
    SharingReport.Access(
      owner: name(ofUser: access.owner), group: name(ofGroup: access.group), mode: access.mode)
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
      if !isOpen { return wholePath(of: above) }
    }
    return nil
  }
}
