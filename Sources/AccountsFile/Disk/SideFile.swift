import AccountsText
import Glibc

/// A file beside the accounts, named after them: the history, the record of logins. Only readers of
/// the accounts can read it, and it is written only if it belongs with them.
struct SideFile {
  /// The side files, by their names beside `accounts.json`.
  enum Name: String, CaseIterable {
    case failedLogins = "failed-logins"
    case lastLogins = "last-logins"
    case logins = "logins.jsonl"
    /// Last, since it is the sign for the others: they are removed in this order.
    case history = "history.jsonl"

    /// The files that a copy of the accounts brings along.
    static let copied: [Name] = [.lastLogins, .logins, .history]
  }

  let disk: Disk
  /// The accounts file, which is not a link.
  let accounts: DirectoryFile
  let file: DirectoryFile

  init(_ name: Name, of accounts: DirectoryFile, _ disk: Disk) {
    self.disk = disk
    self.accounts = accounts
    file = accounts.directory.file(Self.name(name, of: accounts.name))
  }

  /// The name of a file beside the accounts. Beside `people.json` and `people.jsonc` it starts with
  /// `people.`.
  static func name(_ name: Name, of accounts: String) -> String {
    guard !AccountsPath.names.contains(accounts) else { return name.rawValue }
    let ending = [".json", ".jsonc"].first(where: accounts.hasSuffix) ?? ""
    return accounts.dropLast(ending.count) + ".\(name.rawValue)"
  }

  /// The name of the lock for all side files but the history.
  static func lock(of accounts: String) -> String { ".\(name(.logins, of: accounts)).lock" }

  /// The owner of the accounts, and who may use them.
  struct Model {
    /// The stamp of the accounts, or of the directory if there are none.
    let stamp: FileStamp
    let isThere: Bool
    /// The group's rights on the files beside the accounts.
    let groupRights: mode_t
  }

  static func model(of accounts: DirectoryFile, _ disk: Disk) throws(DiskFault) -> Model {
    // The mode of a link says nothing.
    let found = try disk.stamp(of: accounts, for: .read).flatMap { $0.isLink ? nil : $0 }
    let isShared = disk.sharingGroup(of: accounts.directory, found) != nil
    let own = isShared ? 0o060 : 0
    guard let found else {
      return Model(
        stamp: try disk.stamp(of: accounts.directory), isThere: false, groupRights: mode_t(own))
    }
    return Model(
      stamp: found, isThere: true, groupRights: found.permissions & 0o060 | mode_t(own))
  }

  /// Replaces a file that a colleague's editor or checkout left private in a shared directory with
  /// a shared copy. Whoever waits for a lock on the old file sees that it has no name.
  private func takeOver() throws(DiskFault) {
    guard let old = try disk.stamp(of: file, for: .write), old.isRegularFile,
      old.owner != disk.calls.user(),
      let group = disk.sharingGroup(
        of: file.directory, try disk.stamp(of: accounts, for: .write)),
      (old.group, old.permissions) != (group, 0o660), let descriptor = try disk.open(file)
    else { return }
    defer { disk.close(descriptor) }
    guard disk.retrying({ disk.calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else { return }
    defer { _ = disk.retrying { disk.calls.flock(descriptor, LOCK_UN) } }
    let now = try disk.stamp(of: descriptor, path: file.path, for: .write)
    _ = try disk.replace(file, .file(now), with: [.copy(0..<now.size, from: descriptor)])
  }

  /// Opens the file; nil if there is none. Repeats if it was replaced meanwhile. Throws for links,
  /// files with other names, and files of owners who may not write the accounts; for writing, also
  /// for files that others could read.
  func open(_ flags: Int32) throws(DiskFault) -> (descriptor: Int32, stamp: FileStamp)? {
    let action: DiskFault.Action = flags & O_ACCMODE == O_RDONLY ? .read : .write
    for _ in 0..<100 {
      if action == .write { try takeOver() }
      let descriptor = disk.open(file, flags)
      if descriptor < 0 {
        switch errno {
        case ENOENT: return nil
        case ELOOP: throw fault(action, .isLink)
        case ENXIO, EISDIR: throw fault(action, .notRegularFile)
        case let code: throw fault(action, disk.reason(code, opening: file))
        }
      }
      do throws(DiskFault) {
        let stamp = try disk.stamp(of: descriptor, path: file.path, for: action)
        guard stamp.isRegularFile else { throw fault(action, .notRegularFile) }
        guard stamp.links < 2 else { throw fault(action, .hardLink) }
        let model = try Self.model(of: accounts, disk)
        guard isOurs(stamp, model), action == .read || isPrivate(stamp, model) else {
          throw fault(action, .ownedByAnother)
        }
        if stamp.links > 0 { return (descriptor, stamp) }
      } catch {
        disk.close(descriptor)
        throw error
      }
      disk.close(descriptor)
    }
    throw fault(action, .errno(EAGAIN))
  }

  /// Calls `body` with the open file for writing; nil if there is none. The caller must hold the
  /// lock.
  @discardableResult
  func opened<Result>(
    _ flags: Int32 = 0, _ body: (_ descriptor: Int32, FileStamp) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    guard let (descriptor, stamp) = try open(O_RDWR | flags) else { return nil }
    defer { disk.close(descriptor) }
    try fit(descriptor, stamp)
    return try body(descriptor, stamp)
  }

  /// Sets the group and the mode of the open file, before anything is written.
  func fit(_ descriptor: Int32, _ stamp: FileStamp) throws(DiskFault) {
    let model = try Self.model(of: accounts, disk)
    let mode = 0o600 | model.groupRights
    // A file that root makes is the accounts' owner's.
    let isRoots = stamp.owner == 0 && model.stamp.owner != 0
    guard stamp.permissions != mode || stamp.group != model.stamp.group || isRoots else { return }
    disk.share(descriptor, like: accounts)
    // Another's file is left as it is, but for the rights of those who may not read the accounts.
    let now = try disk.stamp(of: descriptor, path: file.path, for: .write)
    let kept = now.permissions & (0o700 | model.groupRights)
    guard now.permissions == kept || disk.retrying({ disk.calls.fchmod(descriptor, kept) }) == 0
    else { throw fault(.write, .errno(errno)) }
  }

  /// The bytes of a range of the open file.
  func read(_ descriptor: Int32, _ range: Range<Int>) throws(DiskFault) -> [UInt8] {
    try disk.read(descriptor, at: range.lowerBound, upTo: range.count, path: file.path)
  }

  /// True if the file belongs to the accounts' owner, root, or somebody who may write the accounts.
  private func isOurs(_ stamp: FileStamp, _ model: Model) -> Bool {
    let isShared = model.groupRights & 0o020 != 0 && stamp.group == model.stamp.group
    return [model.stamp.owner, disk.calls.user(), 0].contains(stamp.owner) || isShared
  }

  /// True if only readers of the accounts may read what is written.
  private func isPrivate(_ stamp: FileStamp, _ model: Model) -> Bool {
    // Ours is given the right mode before anything is written.
    let user = disk.calls.user()
    return stamp.owner == user || user == 0
      || stamp.permissions & 0o077 & ~model.groupRights == 0
  }

  func fault(_ action: DiskFault.Action, _ reason: DiskFault.Reason) -> DiskFault {
    file.fault(action, reason)
  }
}
