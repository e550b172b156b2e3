import AccountsDocument
import Glibc

/// A file beside the accounts, named after them: the history, the record of logins, the sessions.
/// Only readers of the accounts can read it, and it is written only if it belongs with them.
struct SideFile: Sendable {
  /// The side files, by their names beside `accounts.json`.
  enum Name: String, CaseIterable, Sendable {
    case sessions = "sessions.jsonl"
    case failedLogins = "failed-logins"
    case lastLogins = "last-logins"
    case logins = "logins.jsonl"
    /// Last, since it is the sign for the others: they are removed in this order.
    case history = "history.jsonl"

    /// The greatest size that is read whole: room for the longest line beyond the size at which a
    /// file of lines is shortened; of a table, its greatest size.
    var greatestRead: Int {
      switch self {
      case .history, .sessions: 160 << 20
      case .logins: 16 << 20
      case .failedLogins, .lastLogins: LineTable.greatestSize
      }
    }

    /// How much is read and kept of a longer one, from its end.
    var keptOfLonger: Int {
      switch self {
      case .history: 32 << 20
      case .logins: 4 << 20
      case .failedLogins, .lastLogins, .sessions: 0
      }
    }

    /// The files that a copy of the accounts brings along. Logins in browsers end there.
    static let copied: [Name] = [.lastLogins, .logins, .history]

    var users: Users { self == .failedLogins ? .writers : .readers }
  }

  /// The users of a file beside the accounts.
  enum Users: Sendable {
    /// All who may read the accounts.
    case readers
    /// All who may write the accounts: others must neither hold a lock nor see who is slowed down.
    case writers
  }

  let disk: Disk
  let name: Name
  /// The accounts file, which is not a link.
  let accounts: DirectoryFile
  let file: DirectoryFile
  private let users: Users
  /// The accounts as they were found under the lock; nil to look at them each time.
  private let model: Model?

  init(_ name: Name, of accounts: DirectoryFile, _ disk: Disk, like model: Model? = nil) {
    self.disk = disk
    self.name = name
    self.accounts = accounts
    self.model = model
    users = name.users
    file = accounts.directory.file(Self.name(name, of: accounts.name))
  }

  /// The same file, for another queue.
  func on(_ disk: Disk) -> SideFile { SideFile(name, of: accounts, disk, like: model) }

  /// The name of a file beside the accounts. Beside `people.json` and `people.jsonc` it starts with
  /// `people.`.
  static func name(_ name: Name, of accounts: String) -> String {
    guard !AccountsPath.names.contains(accounts) else { return name.rawValue }
    let ending = [".json", ".jsonc"].first(where: accounts.hasSuffix) ?? ""
    return accounts.dropLast(ending.count) + ".\(name.rawValue)"
  }

  /// The side file with a name beside the accounts; nil for any other file.
  static func named(_ name: String, of accounts: String) -> Name? {
    Name.allCases.first { Self.name($0, of: accounts) == name }
  }

  /// The name of the lock for all side files but the history and the sessions.
  static func lock(of accounts: String) -> String { ".\(name(.logins, of: accounts)).lock" }

  static func sessionsLock(of accounts: String) -> String {
    ".\(name(.sessions, of: accounts)).lock"
  }

  /// The owner of the accounts, and who may use them.
  struct Model: Sendable {
    /// The stamp of the accounts, or of the directory if there are none.
    let stamp: FileStamp
    let isThere: Bool
    /// The group's rights on the accounts.
    let groupRights: mode_t

    /// The group's rights on a file beside them.
    func rights(of users: Users) -> mode_t {
      users == .readers || groupRights & 0o020 != 0 ? groupRights : 0
    }

    /// The access of a new file beside them.
    func access(owner: uid_t, for users: Users) -> FileAccess {
      FileAccess(owner: owner, group: stamp.group, mode: 0o600 | rights(of: users))
    }
  }

  static func model(of accounts: DirectoryFile, _ disk: Disk) throws(DiskFault) -> Model {
    // The mode of a link says nothing.
    let found = try disk.stamp(of: accounts, for: .read).flatMap { $0.isLink ? nil : $0 }
    let directory = try disk.stamp(of: accounts.directory)
    let isShared = directory.isShared(with: found)
    guard let found else {
      return Model(stamp: directory, isThere: false, groupRights: isShared ? 0o060 : 0)
    }
    // With an access control list, the mode says what it gives at most.
    let rights = isShared ? 0o060 : disk.groupRights(on: accounts, found).rights << 3 & 0o060
    return Model(stamp: found, isThere: true, groupRights: rights)
  }

  /// The owner and the users of accounts as they were read, even if another file has their name by
  /// now.
  ///
  /// - Parameter descriptor: the accounts; nil for a text that regapp has just written, without a
  ///   list.
  static func model(
    like accounts: FileStamp, open descriptor: Int32? = nil, in directory: OpenDirectory,
    _ disk: Disk
  ) -> Model {
    let isShared = disk.sharingGroup(of: directory, accounts) != nil
    let rights = descriptor.map { disk.groupRights(on: $0, accounts).rights << 3 }
    return Model(
      stamp: accounts, isThere: true,
      groupRights: isShared ? 0o060 : (rights ?? accounts.permissions) & 0o060)
  }

  /// Replaces a file whose rights do not fit with a copy whose rights do, if that shows nobody what
  /// they could not read before: one of ours that more users can use than the accounts, as after a
  /// chmod of those, and in a shared directory one that the group can only read, as a colleague's
  /// editor or checkout leaves it. A process that waits for a lock on the old file sees that it has
  /// no name.
  private func renew(like model: Model?) throws(DiskFault) {
    guard let old = try disk.stamp(of: file, for: .write), old.isRegularFile, old.links == 1,
      let access = renewed(old, try known(model)),
      access != old.access,
      let descriptor = try disk.open(file)
    else { return }
    defer { disk.close(descriptor) }
    guard disk.retrying({ disk.calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else { return }
    defer { _ = disk.retrying { disk.calls.flock(descriptor, LOCK_UN) } }
    let now = try disk.stamp(of: descriptor, path: file.path, for: .write)
    guard now.isSameFile(as: old), now.access == old.access else { return }
    let parts = readable(descriptor, upTo: now.size)
    guard now.size == 0 || !parts.isEmpty else { return }
    _ = try disk.replace(
      file, .copy(of: now, access), with: parts.map { .copy($0, from: descriptor) })
  }

  /// The rights of a copy; nil for none.
  private func renewed(_ old: FileStamp, _ model: Model) -> FileAccess? {
    let user = disk.calls.user()
    let rights = model.rights(of: users)
    let isReadByGroup =
      old.permissions & 0o004 != 0
      || old.group == model.stamp.group && old.permissions & 0o040 != 0
    if isReadByGroup, rights & 0o020 != 0 {
      let shared = model.access(owner: user == 0 ? old.owner : user, for: users)
      // Any member of the group may have written it last.
      return (old.group, old.permissions) == (shared.group, shared.mode) ? nil : shared
    }
    guard old.owner == user || user == 0 else { return nil }
    let fit = old.group == model.stamp.group ? rights : 0
    return FileAccess(owner: old.owner, group: old.group, mode: old.permissions & (0o700 | fit))
  }

  /// Opens the file; nil if there is none. Repeats if it was replaced meanwhile. Throws for links,
  /// files with other names, and files of owners who may not write the accounts; for writing, also
  /// for files that others could read.
  ///
  /// - Parameter model: the accounts as they were read; by default as they were found, or as they
  ///   are.
  func open(
    _ flags: Int32, like model: Model? = nil
  ) throws(DiskFault) -> (descriptor: Int32, stamp: FileStamp)? {
    let action: DiskFault.Action = flags & O_ACCMODE == O_RDONLY ? .read : .write
    let creates = flags & O_CREAT != 0
    for _ in 0..<100 {
      if action == .write { try renew(like: model) }
      var descriptor = flags & O_EXCL == 0 ? disk.open(file, flags & ~O_CREAT) : -1
      if descriptor < 0, creates, flags & O_EXCL != 0 || errno == ENOENT {
        let model = try known(model)
        let access = model.access(owner: disk.owner(ofNewBeside: model), for: users)
        disk.removeTemporaryFiles(of: [file])
        do throws(DiskFault) {
          descriptor = try disk.make(file, access, flags & ~(O_CREAT | O_EXCL))
        } catch {
          throw fault(action, error.reason)
        }
        if descriptor < 0 {
          // Somebody has just created it, or removed what a killed program had made.
          if flags & O_EXCL == 0, [EEXIST, ENOENT].contains(errno) { continue }
          throw fault(action, disk.reason(errno, opening: file))
        }
      }
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
        guard !disk.hasOtherNames(file, stamp, for: action) else { throw fault(action, .hardLink) }
        try judge(stamp, known(model), for: action)
        if stamp.links > 0 { return (descriptor, stamp) }
      } catch {
        disk.close(descriptor)
        throw error
      }
      disk.close(descriptor)
    }
    throw fault(action, .errno(EAGAIN))
  }

  /// The accounts as they were read or found, or else as they are.
  private func known(_ given: Model?) throws(DiskFault) -> Model {
    if let known = given ?? model { return known }
    return try Self.model(of: accounts, disk)
  }

  /// Throws if an open file belongs to somebody who may not write the accounts or, for writing, if
  /// more users can use it than the accounts.
  func judge(
    _ stamp: FileStamp, _ model: Model, for action: DiskFault.Action
  ) throws(DiskFault) {
    guard isOurs(stamp, model) else { throw fault(action, .notOfThisUser) }
    guard action == .read || isPrivate(stamp, model) else {
      throw fault(action, .readableByOthers(mode: stamp.permissions))
    }
  }

  /// Calls `body` with the open file for writing; nil if there is none. The caller must hold the
  /// lock.
  @discardableResult
  func opened<Result>(
    _ flags: Int32 = 0, _ body: (_ descriptor: Int32, FileStamp) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    guard let (descriptor, stamp) = try open(O_RDWR | flags) else { return nil }
    defer { disk.close(descriptor) }
    return try body(descriptor, stamp)
  }

  /// True for a file that is longer than any of its kind: only its end is read.
  func isTooLong(_ size: Int) -> Bool { size > name.greatestRead }

  /// The ranges of the open file that are read.
  func readable(_ descriptor: Int32, upTo end: Int) -> [Range<Int>] {
    guard isTooLong(end) else { return end > 0 ? [0..<end] : [] }
    return disk.lastRanges(of: descriptor, upTo: end, name.keptOfLonger)
  }

  /// Says that only the end of a file that was too long is read and kept.
  var cutShort: DiskFault { fault(.write, .cutShort(kept: name.keptOfLonger)) }

  /// The bytes of a range of the open file.
  func read(_ descriptor: Int32, _ range: Range<Int>) throws(DiskFault) -> [UInt8] {
    try disk.read(descriptor, at: range.lowerBound, upTo: range.count, path: file.path)
  }

  /// True if the file belongs to the accounts' owner, root, or somebody who may write the accounts.
  private func isOurs(_ stamp: FileStamp, _ model: Model) -> Bool {
    let isShared = model.groupRights & 0o020 != 0 && stamp.group == model.stamp.group
    return [model.stamp.owner, disk.calls.user(), 0].contains(stamp.owner) || isShared
  }

  /// True if only users of the accounts may use what is written.
  private func isPrivate(_ stamp: FileStamp, _ model: Model) -> Bool {
    let fit = stamp.group == model.stamp.group ? model.rights(of: users) : 0
    return stamp.permissions & 0o077 & ~fit == 0
  }

  func fault(_ action: DiskFault.Action, _ reason: DiskFault.Reason) -> DiskFault {
    file.fault(action, reason)
  }
}

extension Disk {
  /// The owner for a new file beside the accounts: root gives it to theirs.
  func owner(ofNewBeside accounts: SideFile.Model) -> uid_t {
    calls.user() == 0 ? accounts.stamp.owner : calls.user()
  }
}
