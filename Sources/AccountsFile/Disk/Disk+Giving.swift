// Nothing of somebody else's is given away. Whoever may write a directory can put any file under any
// name there, by a rename or a link: a private file of root's under the name of a lock. So a file that
// is found under a name keeps its owner, group and mode. These are set only through a `GivableFile`,
// which is a file that this call created, an empty lock, or a file that `share` named beforehand.

import Glibc

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

  /// A lock that may be given to those who can use the accounts; nil if it has a text or other names,
  /// or is another user's.
  ///
  /// - Parameter owner: the accounts' owner, whose locks root gives.
  func emptyLock(_ descriptor: Int32, _ stamp: FileStamp, of owner: uid_t) -> GivableFile? {
    let user = calls.user()
    let isOwn = stamp.owner == user || user == 0 && stamp.owner == owner
    let isEmpty = stamp.isRegularFile && stamp.size == 0 && stamp.links == 1
    return isOwn && isEmpty ? GivableFile(descriptor) : nil
  }

  /// A directory that this call made; nil if another has taken its name: one with something in it, or
  /// with rights that a new one has not.
  func madeDirectory(_ descriptor: Int32, _ stamp: FileStamp) -> GivableFile? {
    let isNew = stamp.owner == calls.user() && stamp.permissions & 0o077 == 0
    return isNew && calls.names(descriptor)?.count == 2 ? GivableFile(descriptor) : nil
  }

  /// The file that was named to the person as it was looked at; nil if another has taken its place.
  func named(_ descriptor: Int32, _ stamp: FileStamp, as old: FileStamp) -> GivableFile? {
    let isAlone = stamp.isDirectory || stamp.isRegularFile && stamp.links == 1
    return isAlone && stamp.isSameFile(as: old) && stamp.access == old.access
      ? GivableFile(descriptor) : nil
  }

  /// Sets the owner and the group, then the mode: no group has rights on a file before it is theirs.
  func give(
    _ file: GivableFile, _ access: FileAccess, path: String
  ) throws(DiskFault) {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .write, path: path, reason: reason)
    }
    let now = try stamp(of: file.descriptor, path: path, for: .write)
    let isChanged = (now.owner, now.group) != (access.owner, access.group)
    if isChanged {
      let owner = now.owner == access.owner ? uid_t.max : access.owner
      guard retrying({ calls.fchown(file.descriptor, owner, access.group) }) == 0 else {
        throw fault(.ownerCannotBeKept)
      }
    }
    // Another owner or group may take bits away.
    guard isChanged || now.permissions != access.mode else { return }
    guard retrying({ calls.fchmod(file.descriptor, access.mode) }) == 0 else {
      throw fault(.errno(errno))
    }
  }

  /// Gives a new file the access of the one that it replaces. If the owner cannot be kept, the group
  /// is enough, provided that it may write and the old owner is in it.
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

  /// What a file's group may do, from 0 to 7, and whether an access control list says so. A new file
  /// in its place has no list, and must not give the group what the list's mask has.
  func groupRights(on file: DirectoryFile, _ stamp: FileStamp) -> (rights: mode_t, isListed: Bool) {
    let usual = (stamp.permissions >> 3 & 0o7, false)
    // A list whose mask is empty gives nothing.
    guard usual.0 != 0, let descriptor = (try? open(file)) ?? nil else { return usual }
    defer { close(descriptor) }
    guard let rights = mode_t(exactly: calls.groupRightsOfList(descriptor)) else { return usual }
    return (rights, true)
  }
}
