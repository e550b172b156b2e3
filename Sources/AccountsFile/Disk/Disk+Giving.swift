// Nothing of somebody else's is given away. A user who may write a directory can put any file under
// any name there, by a rename or a link: a private file of root's under the name of a lock. So a
// file that is found under a name keeps its owner, group and mode. These are set only through a
// `GivableFile`, which is a file that this call created, or one that `share` named beforehand and
// that is as it was then. An empty file may be somebody's who is about to fill it: `share` puts a
// new one in its place. A file that others find under its name, such as a lock, is created under a
// random one, and has its owner, group and mode before it is linked to its place: whenever its
// maker is killed, or one of its calls fails, it is whole or not there.
//
// A given file has no access control list: the list that a directory puts on a new file sleeps
// until the file's mode is set, and a list of the file's own would wake then.
//
// Nobody is given a file with something of the accounts who could not read them.

import Glibc
import Synchronization

/// An open file whose owner, group and mode may be set.
struct GivableFile {
  let descriptor: Int32

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }
}

/// The owner, the group and the mode of a file.
struct FileAccess: Sendable, Hashable {
  var owner: uid_t
  var group: gid_t
  var mode: mode_t
}

extension FileStamp {
  var access: FileAccess { FileAccess(owner: owner, group: group, mode: permissions) }
}

extension Disk {
  /// Creates a file for its owner alone; nil with errno set if that fails or the name is taken.
  func create(_ file: DirectoryFile, _ flags: Int32 = O_RDWR) -> GivableFile? {
    let descriptor = open(file, flags | O_CREAT | O_EXCL)
    return descriptor >= 0 ? GivableFile(descriptor) : nil
  }

  /// Makes an empty file in its place, whole from the start. If one is there, that one counts, and
  /// nothing is done to it. A file that cannot be given is not made.
  ///
  /// - Returns: its descriptor; less than 0 with errno set if it cannot be created: EEXIST if one
  ///   is there.
  func make(
    _ file: DirectoryFile, _ access: FileAccess, _ flags: Int32 = O_RDWR
  ) throws(DiskFault) -> Int32 {
    let temporary = file.directory.file(TemporaryName.fresh(for: file.name))
    guard let new = create(temporary, flags) else { return -1 }
    try give(new, access, of: file, under: temporary)
    let isLinked =
      retrying { calls.link(file.directory.descriptor, temporary.name, file.name) } == 0
    let code = errno
    _ = retrying { calls.unlink(file.directory.descriptor, temporary.name) }
    if isLinked { return new.descriptor }
    close(new.descriptor)
    errno = code
    // Some file systems have no links.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV, EINVAL].contains(code) else { return -1 }
    guard let plain = create(file, flags) else { return -1 }
    try give(plain, access, of: file, under: file)
    return plain.descriptor
  }

  /// Gives an empty file that is being made, or removes it. A user who may not give it to the group
  /// keeps it; root's own would shut its users out for ever.
  ///
  /// - Parameter place: its name by now.
  private func give(
    _ new: GivableFile, _ access: FileAccess, of file: DirectoryFile, under place: DirectoryFile
  ) throws(DiskFault) {
    do throws(DiskFault) { try give(new, access, path: file.path) } catch {
      if error.reason == .ownerCannotBeKept, calls.user() != 0 { return }
      _ = retrying { calls.unlink(place.directory.descriptor, place.name) }
      close(new.descriptor)
      throw file.fault(.createFile, error.reason)
    }
  }

  /// True if another name would keep a file's old text. A name that a killed maker left counts as
  /// none; for writing it is removed.
  func hasOtherNames(
    _ file: DirectoryFile, _ stamp: FileStamp, for action: DiskFault.Action
  ) -> Bool {
    guard stamp.hasOtherNames else { return false }
    var left = temporaryFiles(of: [file]).filter { name in
      let other = try? self.stamp(of: file.directory.file(name), for: action)
      return other?.isSameFile(as: stamp) == true
    }
    if action != .read {
      for name in left { _ = retrying { calls.unlink(file.directory.descriptor, name) } }
      left = []
    }
    // A name counts as removed once it is gone, by anybody's hand.
    guard let now = (try? self.stamp(of: file, for: action)) ?? nil, now.isSameFile(as: stamp)
    else { return true }
    return now.links > UInt(left.count) + 1
  }

  /// A directory that this call made; nil if another has taken its name: one with something in it,
  /// or with rights that a new one has not.
  func madeDirectory(_ descriptor: Int32, _ stamp: FileStamp) -> GivableFile? {
    guard stamp.owner == calls.user(), stamp.permissions & 0o077 == 0 else { return nil }
    // A umask may have taken rights of the owner's own.
    if stamp.permissions & 0o700 != 0o700 { _ = retrying { calls.fchmod(descriptor, 0o700) } }
    return calls.names(descriptor)?.count == 2 ? GivableFile(descriptor) : nil
  }

  /// The file that was named to the person as it was looked at; nil if another has taken its place.
  func named(_ descriptor: Int32, _ stamp: FileStamp, as old: FileStamp) -> GivableFile? {
    // The times of a directory change with its files.
    let isAsBefore =
      stamp.isDirectory
      ? stamp.isSameFile(as: old) && stamp.access == old.access
      : stamp.isRegularFile && stamp.links == 1 && stamp == old
    return isAsBefore ? GivableFile(descriptor) : nil
  }

  /// Removes access control lists, and sets the owner and the group, then the mode: no group has
  /// rights on a file before it is theirs. If a list goes, its mask would become the rights of the
  /// group, so first the file is for its owner alone.
  func give(
    _ file: GivableFile, _ access: FileAccess, path: String
  ) throws(DiskFault) {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: path, reason: reason)
    }
    let now = try stamp(of: file.descriptor, path: path, for: .write)
    var mode = now.permissions
    if mode & 0o077 != 0, calls.hasList(file.descriptor, .access) {
      mode &= ~0o077
      guard retrying({ calls.fchmod(file.descriptor, mode) }) == 0 else {
        throw fault(.errno(errno))
      }
    }
    for list in now.possibleLists {
      guard retrying({ calls.removeList(file.descriptor, list) }) == 0 else {
        throw fault(.errno(errno))
      }
    }
    let isChanged = (now.owner, now.group) != (access.owner, access.group)
    if isChanged {
      let owner = now.owner == access.owner ? uid_t.max : access.owner
      guard retrying({ calls.fchown(file.descriptor, owner, access.group) }) == 0 else {
        throw fault(.ownerCannotBeKept)
      }
    }
    // Another owner or group may take bits away.
    guard isChanged || mode != access.mode else { return }
    guard retrying({ calls.fchmod(file.descriptor, access.mode) }) == 0 else {
      throw fault(.errno(errno))
    }
  }

  /// Gives a new file the access of the one that it replaces. If the owner cannot be kept, the
  /// group is enough, provided that it may write and the old owner is in it.
  func give(_ file: GivableFile, like old: FileAccess, path: String) throws(DiskFault) {
    do throws(DiskFault) {
      try give(file, old, path: path)
    } catch {
      guard error.reason == .ownerCannotBeKept, old.mode & 0o020 != 0,
        keepsAccess(old.owner, in: old.group)
      else { throw error }
      let access = FileAccess(owner: calls.user(), group: old.group, mode: old.mode)
      try give(file, access, path: path)
    }
  }

  /// The owner for a new file that root creates in another user's directory: that user, who could
  /// not use it otherwise. Nil to leave it as it is.
  func owner(ofNewIn directory: OpenDirectory) -> (user: uid_t, group: gid_t)? {
    guard calls.user() == 0, let stamp = try? stamp(of: directory), stamp.owner != 0 else {
      return nil
    }
    return (stamp.owner, stamp.group)
  }

  /// The owner for a new text of a file that is one person's, and has something of the accounts in
  /// it: root's is that of the old one, if that user could read the accounts as they were read
  /// here, or else the accounts' owner; in a shared directory, that of the directory. Nil to leave
  /// it as it is.
  ///
  /// - Parameter old: the file that it replaces; nil for none.
  func owner(
    ofPersonal file: DirectoryFile, replacing old: FileStamp?
  ) -> (user: uid_t, group: gid_t)? {
    guard calls.user() == 0 else { return nil }
    let seen = readers.seen
    guard let first = seen.first else {
      return old.map { ($0.owner, $0.group) } ?? owner(ofNewIn: file.directory)
    }
    if let old, seen.allSatisfy({ mayRead($0, old.owner) }) { return (old.owner, old.group) }
    // Shared accounts are of the user who wrote them last, who gets no session by that.
    if let shared = try? stamp(of: file.directory), shared.isShared(with: nil) {
      let mayHave = shared.owner != 0 && seen.allSatisfy { mayRead($0, shared.owner) }
      return mayHave ? (shared.owner, shared.group) : nil
    }
    return seen.allSatisfy { $0.owner == first.owner } ? (first.owner, first.group) : nil
  }

  private func mayRead(_ access: FileAccess, _ user: uid_t) -> Bool {
    access.owner == user || access.mode & 0o004 != 0
      || access.mode & 0o040 != 0 && keepsAccess(user, in: access.group)
  }

  /// The rights of a file's group, from 0 to 7, and whether an access control list says so. A new
  /// file in its place has no list, and must not give the group what the list's mask has.
  func groupRights(on file: DirectoryFile, _ stamp: FileStamp) -> (rights: mode_t, isListed: Bool) {
    // A list whose mask is empty gives nothing.
    guard stamp.permissions & 0o070 != 0, let descriptor = (try? open(file)) ?? nil else {
      return (stamp.permissions >> 3 & 0o7, false)
    }
    defer { close(descriptor) }
    return groupRights(on: descriptor, stamp)
  }

  func groupRights(on descriptor: Int32, _ stamp: FileStamp) -> (rights: mode_t, isListed: Bool) {
    let usual = stamp.permissions >> 3 & 0o7
    guard usual != 0, let rights = mode_t(exactly: calls.groupRightsOfList(descriptor)) else {
      return (usual, false)
    }
    return (rights, true)
  }

  /// True if a file or a directory has an access control list, or puts one on new files.
  func hasLists(_ file: DirectoryFile, _ stamp: FileStamp) -> Bool {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return stamp.possibleLists.contains { calls.hasList(descriptor, $0) }
  }
}

extension FileStamp {
  fileprivate var possibleLists: [AccessList] { isDirectory ? AccessList.allCases : [.access] }
}

/// The owner, the group and the mode of the accounts at each time that they were read.
final class AccountsReaders: Sendable {
  private let state = Mutex<Set<FileAccess>>([])

  var seen: Set<FileAccess> { state.withLock { $0 } }

  func note(_ stamp: FileStamp) { state.withLock { _ = $0.insert(stamp.access) } }
}
