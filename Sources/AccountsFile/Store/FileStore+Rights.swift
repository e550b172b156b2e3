// `check` warns of the rights of others, and in a shared directory of files that the group needs
// and cannot use; elsewhere of the group's rights too, and of a file beside the accounts that their
// owner cannot write; and everywhere of a lock that those who write cannot open, or others could
// hold. None of these is set by any command but `share`.

import Accounts
import AccountsDocument
import Glibc

extension FileStore {
  /// The problems with the rights on the file and its directory and, if a group shares the file, on
  /// the files beside it.
  func rights(of file: LoadedFile) -> (warnings: [Problem], beside: [Problem]) {
    guard let stamp = file.text?.stamp else { return ([], openDirectories(nil) + ledAway()) }
    let shared = try? located { file throws(DiskFault) -> (beside: [Problem], fit: mode_t)? in
      if disk.sharingGroup(of: file.directory, stamp) != nil {
        return (unsharedParts(file, stamp), 0o660)
      }
      return disk.readingGroup(of: file.directory, stamp).map { _ in (unread(file, stamp), 0o640) }
    }
    let fit = shared?.fit ?? 0o600
    var warnings: [Problem] = []
    if stamp.permissions & 0o777 & ~fit != 0 {
      let rule = Caution.readableByOthers(mode: stamp.permissions, fit: fit)
      warnings.append(Problem(.file, .caution(rule), at: Place(path)))
    }
    let beside = mayBeShared(file) ? shared?.beside ?? [] : []
    return (
      warnings, openDirectories(stamp) + beside + unusable(stamp) + unusableLocks(stamp) + ledAway()
    )
  }

  /// True if a group shares the directory of the accounts, as they are.
  func isShared() -> Bool {
    let isShared = try? located { file throws(DiskFault) in
      try disk.sharingGroup(of: file.directory, disk.stamp(of: file, for: .read)) != nil
    }
    return isShared ?? false
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

  /// Problems of the documents directory and, if the file is a link, of its target's directory: a
  /// user who may write there can replace the file.
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
    var paths = shared(accounts).map(\.file).filter { file in
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

  /// Problems that keep members of a reading group from reading what is beside the accounts.
  private func unread(_ accounts: DirectoryFile, _ stamp: FileStamp) -> [Problem] {
    let group = disk.name(ofGroup: stamp.group)
    return shared(accounts).filter { file, users in
      guard users == .readers, let own = (try? disk.stamp(of: file, for: .read)) ?? nil else {
        return false
      }
      return own.group != stamp.group || own.permissions & 0o040 == 0
    }.map { Problem(.file, .caution(.notSharedToRead(group: group)), at: Place($0.file.path)) }
  }

  /// Problems of files that the accounts' owner cannot write, if no group writes them.
  private func unusable(_ stamp: FileStamp) -> [Problem] {
    guard stamp.owner != 0 else { return [] }
    let owner = disk.name(ofUser: stamp.owner)
    let found = try? located { accounts throws(DiskFault) -> [Problem]? in
      guard disk.sharingGroup(of: accounts.directory, stamp) == nil else { return nil }
      // The session's lock is beside the documents, which may be another directory.
      let users = Set(DocumentsFiles.shared).subtracting(try locks(of: accounts).map(\.name))
      return shared(accounts).map(\.file).filter { file in
        guard file.name != accounts.name, !users.contains(file.name),
          let own = (try? disk.stamp(of: file, for: .read)) ?? nil, own.isRegularFile
        else { return false }
        return own.owner != stamp.owner
      }.map { Problem(.file, .caution(.notWritableByOwner(owner: owner)), at: Place($0.path)) }
    }
    return found ?? []
  }

  /// Problems of locks that keep those who may write the accounts from doing it, or that others
  /// could hold. A lock of another owner, or one that is not shared with the group, is named above.
  private func unusableLocks(_ stamp: FileStamp) -> [Problem] {
    let found = try? located { accounts throws(DiskFault) -> [Problem]? in
      let directory = try disk.stamp(of: accounts.directory)
      let isShared = disk.sharingGroup(of: accounts.directory, stamp) != nil
      let model = try SideFile.model(of: accounts, disk)
      // A group that cannot write the directory cannot replace the accounts.
      let mayWrite = directory.group == stamp.group && directory.permissions & 0o030 == 0o030
      func name(_ own: FileStamp) -> String { disk.name(ofUser: own.owner) }
      /// - Parameter areWriters: whether the members of the group may write the accounts.
      func mayHold(_ own: FileStamp, areWriters: Bool) -> Bool {
        [0, stamp.owner].contains(own.owner)
          || areWriters && disk.keepsAccess(own.owner, in: stamp.group)
      }
      return try locks(of: accounts).compactMap { lock in
        guard let own = (try? disk.stamp(of: lock, for: .read)) ?? nil else { return nil }
        func problem(_ rule: Caution) -> Problem {
          Problem(.file, .caution(rule), at: Place(lock.path))
        }
        guard own.isRegularFile else {
          return Problem(.file, .file(.regularFile), at: Place(lock.path))
        }
        if isShared {
          // A file that the group cannot use is named above.
          guard own.group == stamp.group, own.permissions & 0o060 == 0o060 else { return nil }
          if !mayHold(own, areWriters: true) { return problem(.lockOfAnother(owner: name(own))) }
          return own.permissions & 0o007 == 0
            ? nil : problem(.readableByOthers(mode: own.permissions, fit: 0o660))
        }
        // If the accounts are not root's, a file of another owner is named above.
        if stamp.owner == 0, !mayHold(own, areWriters: mayWrite) {
          return problem(.lockOfAnother(owner: name(own)))
        }
        let rights = model.rights(of: .writers)
        if own.owner == stamp.owner, own.owner != 0, own.permissions & 0o600 != 0o600 {
          return problem(.notWritableByOwner(owner: name(stamp)))
        }
        if mayWrite, rights != 0, own.group != stamp.group || own.permissions & 0o060 != 0o060 {
          return problem(.notShared(group: disk.name(ofGroup: stamp.group)))
        }
        let fit = own.group == stamp.group ? rights : 0
        return own.permissions & 0o077 & ~fit == 0
          ? nil : problem(.readableByOthers(mode: own.permissions, fit: 0o600 | fit))
      }
    }
    return found ?? []
  }

  /// The locks that a write takes, but for those of other directories.
  private func locks(of accounts: DirectoryFile) throws(DiskFault) -> [DirectoryFile] {
    var names = Self.locks(beside: accounts.name)
    if let documents = try disk.directory(source.directory, for: .read) {
      defer { disk.close(documents) }
      names += DocumentsFiles.shared.filter {
        disk.isSame(documents.file($0), accounts.directory.file($0))
      }
    }
    return names.map { accounts.directory.file($0) }
  }

  /// A problem if the accounts file is a link into a directory of somebody else's.
  private func ledAway() -> [Problem] {
    let owner = try? onDisk { () throws(DiskFault) in try strangerLedTo() }
    return (owner ?? nil).map { owner in
      let name = disk.name(ofUser: owner)
      return [Problem(.file, .caution(.leadsToAnother(owner: name)), at: Place(path))]
    } ?? []
  }

  /// The owner of the directory that the accounts file leads to as a link, if that is neither root,
  /// nor the user who runs the program, nor the owner of the documents.
  nonisolated func strangerLedTo() throws(DiskFault) -> uid_t? {
    let path = try source.chosen(disk)
    guard let documents = try disk.directory(source.directory, for: .read) else { return nil }
    defer { disk.close(documents) }
    let own = documents.file(FilePath.name(of: path))
    guard try disk.stamp(of: own, for: .read)?.isLink == true else { return nil }
    let known = [0, disk.calls.user(), try disk.stamp(of: documents).owner]
    return try disk.located(path) { file throws(DiskFault) -> uid_t? in
      let owner = try disk.stamp(of: file.directory).owner
      return known.contains(owner) ? nil : owner
    }
  }

  /// Throws before a write if git has brought a link that leads the accounts to a stranger.
  nonisolated func refuseLinkOfRepository() throws(DiskFault) {
    guard let owner = try strangerLedTo(),
      let documents = try disk.directory(source.directory, for: .read)
    else { return }
    defer { disk.close(documents) }
    guard try disk.stamp(of: documents.file(".git"), for: .read) != nil else { return }
    throw DiskFault(
      action: .write, path: try source.chosen(disk),
      reason: .leadsToAnother(owner: disk.name(ofUser: owner)))
  }
}
