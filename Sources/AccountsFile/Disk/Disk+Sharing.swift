import Glibc

/// Sharing among administrators. A directory is shared if it is setgid and writable by its group,
/// and the accounts have that group: every write then gives the accounts, and the files beside
/// them, to the group (0660), from any owner. Elsewhere, members of the accounts file's group keep
/// its rights.
extension Disk {
  /// The group that shares the accounts; nil if none does.
  ///
  /// - Parameter accounts: the stamp of the accounts file; nil if there is none yet.
  func sharingGroup(of directory: OpenDirectory, _ accounts: FileStamp?) -> gid_t? {
    guard let own = try? stamp(of: directory), own.isShared(with: accounts) else { return nil }
    return own.group
  }

  /// The group that may read the accounts and not write them, as `share --read` sets it; nil if
  /// there is none.
  func readingGroup(of directory: OpenDirectory, _ accounts: FileStamp) -> gid_t? {
    guard let own = try? stamp(of: directory), own.permissions & 0o2070 == 0o2050,
      own.group == accounts.group
    else { return nil }
    return own.group
  }

  /// The owner who keeps a file unreadable for the group, or the group that the process is not in;
  /// nil if that is not the cause.
  func owner(refusing file: DirectoryFile) -> DiskFault.Reason? {
    guard let stamp = (try? stamp(of: file, for: .read)) ?? nil, stamp.isRegularFile,
      stamp.owner != calls.user()
    else { return nil }
    let isGroups = stamp.permissions & 0o040 != 0 && !isInGroup(stamp.group)
    return isGroups
      ? .notInGroup(name(ofGroup: stamp.group)) : .notShared(owner: name(ofUser: stamp.owner))
  }

  /// The name of the user who runs the program, or the number.
  func userName() -> String { name(ofUser: calls.user()) }

  func name(ofUser user: uid_t) -> String { SystemEntry.user(user)?.name ?? "\(user)" }

  func name(ofGroup group: gid_t) -> String { SystemEntry.group(group)?.name ?? "\(group)" }

  /// True for a user's own group: the user's primary group, with the same name and no other
  /// members.
  func isAlone(_ user: uid_t, in group: gid_t) -> Bool {
    guard let known = SystemEntry.user(user), let own = SystemEntry.group(group),
      known.group == group
    else { return false }
    return own.name == known.name && own.members.allSatisfy { $0 == known.name }
  }

  func home(of user: uid_t) -> String? { SystemEntry.user(user)?.home }

  /// The primary group of a user; for an unknown user, the group with the same number.
  func primaryGroup(of user: uid_t) -> gid_t { SystemEntry.user(user)?.group ?? user }

  /// True if the process belongs to a group.
  func isInGroup(_ group: gid_t) -> Bool {
    if getegid() == group { return true }
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    return groups.prefix(Int(max(0, count))).contains(group)
  }

  /// True if a user can use a group's file: root, or a known member.
  func keepsAccess(_ user: uid_t, in group: gid_t) -> Bool {
    queue.assertIsCurrent()
    if user == 0 { return true }
    guard let entry = SystemEntry.user(user) else { return false }
    var count: Int32 = 1 << 10
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(entry.name, entry.group, &groups, &count) >= 0 else {
      return false
    }
    return groups.prefix(Int(count)).contains(group)
  }
}

extension FileStamp {
  /// True for a directory that a group shares.
  ///
  /// - Parameter accounts: the stamp of the accounts file; nil if there is none yet.
  func isShared(with accounts: FileStamp?) -> Bool {
    permissions & 0o2020 == 0o2020 && (accounts.map { $0.group == group } ?? true)
  }

  var letsGroupWrite: Bool { permissions & 0o020 != 0 }
}
