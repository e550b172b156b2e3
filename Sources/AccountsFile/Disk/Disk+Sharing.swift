import Glibc

/// Several administrators: a member of the accounts file's group who may write it can also lock it,
/// count failed logins beside it, and replace it.
extension Disk {
  /// Gives a file of ours the group of the accounts file and its mode less the rights of others.
  /// What cannot be changed is left as it is.
  ///
  /// If there are no accounts yet, only their future owner can use it. If root creates it, that is
  /// the directory's owner, who would otherwise be locked out.
  func share(_ descriptor: Int32, like accounts: DirectoryFile) {
    let directory = accounts.directory
    var info = stat()
    let isThere = retrying { calls.stat(directory.descriptor, accounts.name, 0, &info) } == 0
    guard let own = try? stamp(of: descriptor, path: directory.path, for: .write),
      // A hard link must not make us give away another file.
      own.owner == calls.user(), own.links == 1,
      let model = isThere ? FileStamp(info) : try? stamp(of: directory)
    else { return }
    let owner = own.owner == 0 ? model.owner : own.owner
    if (own.owner, own.group) != (owner, model.group) {
      _ = retrying { calls.fchown(descriptor, owner, model.group) }
    }
    let mode = 0o600 | (isThere ? model.permissions & 0o060 : 0)
    if own.permissions != mode { _ = retrying { calls.fchmod(descriptor, mode) } }
  }

  /// Gives a new file of ours the owner and group of the old one. If the owner cannot be kept, the
  /// group is enough where it may write and the old owner belongs to it: neither loses access.
  func own(_ descriptor: Int32, like old: FileStamp) -> Bool {
    if retrying({ calls.fchown(descriptor, old.owner, old.group) }) == 0 { return true }
    return old.letsGroupWrite && isMember(old.owner, of: old.group)
      && retrying { calls.fchown(descriptor, .max, old.group) } == 0
  }

  /// The name of the user who runs the program, or the number.
  func userName() -> String {
    let user = calls.user()
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "\(user)" }
    return String(cString: name)
  }

  /// Whether a user is known to belong to a group.
  private func isMember(_ user: uid_t, of group: gid_t) -> Bool {
    queue.assertIsCurrent()
    guard let entry = getpwuid(user) else { return false }
    var count: Int32 = 1 << 10
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &groups, &count) >= 0 else {
      return false
    }
    return groups.prefix(Int(count)).contains(group)
  }
}

extension FileStamp {
  var letsGroupWrite: Bool { permissions & 0o020 != 0 }
}
