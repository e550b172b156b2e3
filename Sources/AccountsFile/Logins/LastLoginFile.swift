import Accounts
import AccountsText
import Glibc

/// The file `last-logins`: for each account, when the last login succeeded and how many attempts failed
/// since. It may be deleted; the record begins again then.
struct LastLoginFile {
  let side: SideFile
  let model: SideFile.Model

  init(of accounts: DirectoryFile, _ model: SideFile.Model, _ disk: Disk) {
    side = SideFile(.lastLogins, of: accounts, disk)
    self.model = model
  }

  private var disk: Disk { side.disk }

  /// Notes a success, or one more failure.
  func note(
    _ name: AccountName, isSuccess: Bool, at now: Int, isolation: isolated (any Actor)? = #isolation
  ) async throws(AccountsError) {
    _ = try await side.locked(model, creating: true) { descriptor, stamp throws(DiskFault) in
      var open = try OpenTable(self, descriptor, stamp, now)
      let line = try open.table.line(of: name, open.read)
      var login = line?.login ?? LastLogin()
      if isSuccess { login = LastLogin(success: now) } else { login.failures += 1 }
      try open.put(login, of: name, line)
      try open.finish()
    }
  }

  /// Lets the table follow accounts to other names, or to their end.
  ///
  /// - Parameter changes: returns the names; it is called if there is a table.
  func follow(
    isolation: isolated (any Actor)? = #isolation, _ changes: () -> [NameChange]
  ) async throws(AccountsError) {
    _ = try await side.locked(model, creating: false) { descriptor, stamp throws(DiskFault) in
      guard stamp.size > 0 else { return }
      var open = try OpenTable(self, descriptor, stamp, 0)
      let changes = changes()
      // Of very many, each must cost little.
      if changes.count > 64 { try open.readAll() }
      // All names are taken away before any is given, so that names may change hands.
      var carried: [(name: AccountName, login: LastLogin)] = []
      for change in changes {
        for name in Set([change.old, change.new].compactMap(\.self)) {
          guard let line = try open.table.line(of: name, open.read), let login = line.login else {
            continue
          }
          if name == change.old, let new = change.new { carried.append((new, login)) }
          try open.put(nil, of: name, line)
        }
      }
      if open.bytes == nil, !carried.isEmpty { try open.readAll() }
      for (name, login) in carried {
        try open.put(login, of: name, open.table.line(of: name, open.read))
      }
      try open.finish()
    }
  }

  /// Removes what is kept of some names; returns whether there was anything.
  func forget(
    _ names: [AccountName], isolation: isolated (any Actor)? = #isolation
  ) async throws(AccountsError) -> Bool {
    try await side.locked(model, creating: false) { descriptor, stamp throws(DiskFault) in
      guard stamp.size > 0 else { return false }
      var open = try OpenTable(self, descriptor, stamp, 0)
      var isFound = false
      for name in names {
        guard let line = try open.table.line(of: name, open.read), line.login != nil else {
          continue
        }
        try open.put(nil, of: name, line)
        isFound = true
      }
      return isFound
    } ?? false
  }

  /// What is kept under some names, or all; nil if there is no record. Takes no lock.
  func logins(of names: [AccountName]?) throws(DiskFault) -> LastLogins? {
    for _ in 0..<100 {
      guard let descriptor = try side.open(O_RDONLY) else { return nil }
      defer { disk.close(descriptor) }
      guard let stamp = try side.stamp(of: descriptor, model, for: .read) else { continue }
      guard stamp.size > 0 else { return nil }
      var open = try OpenTable(self, descriptor, stamp, 0)
      guard let names else {
        try open.readAll()
        let (table, bytes) = (open.table, open.bytes ?? [])
        return LastLogins(since: table.begin) { name in
          table.line(of: name) { bytes[$0.clamped(to: 0..<bytes.count)] }?.login
        }
      }
      var found: [AccountName: LastLogin] = [:]
      for name in names { found[name] = try open.table.line(of: name, open.read)?.login }
      return LastLogins(since: open.table.begin) { [found] in found[$0] }
    }
    throw side.fault(.read, .errno(EAGAIN))
  }
}

/// The table of a file that is open.
private struct OpenTable {
  let file: LastLoginFile
  let descriptor: Int32
  var table: LastLoginTable
  /// All of it; nil where it is read in parts.
  private(set) var bytes: [UInt8]?
  /// What was put into it.
  private var changed: [Range<Int>] = []
  private var isGrown = false

  private var disk: Disk { file.side.disk }

  /// The table of a file; an empty file becomes one that begins now. Something else is a fault.
  init(
    _ file: LastLoginFile, _ descriptor: Int32, _ stamp: FileStamp, _ now: Int
  ) throws(DiskFault) {
    (self.file, self.descriptor) = (file, descriptor)
    let (disk, path) = (file.side.disk, file.side.file.path)
    let head = try disk.read(
      descriptor, at: 0, upTo: LastLoginTable.headSize, path: path)
    if let table = LastLoginTable(head[...], size: stamp.size) {
      self.table = table
      return
    }
    // After a power cut a file may have lost its text.
    guard head.allSatisfy({ $0 == 0 }), now > 0 else {
      throw file.side.fault(.read, .notLoginRecord)
    }
    table = LastLoginTable(begin: now)
    guard disk.retrying({ disk.calls.ftruncate(descriptor, 0) }) == 0,
      disk.retrying({ disk.calls.ftruncate(descriptor, table.size) }) == 0
    else { throw file.side.fault(.write, .errno(errno)) }
    try disk.write(table.headBytes[...], to: descriptor, at: 0, path: path)
  }

  func read(_ range: Range<Int>) throws(DiskFault) -> ArraySlice<UInt8> {
    if let bytes { return bytes[range.clamped(to: 0..<bytes.count)] }
    return try disk.read(
      descriptor, at: range.lowerBound, upTo: range.count, path: file.side.file.path)[...]
  }

  /// Reads all of it at once. What is put from here on is written by `finish`.
  mutating func readAll() throws(DiskFault) {
    bytes = try disk.read(descriptor, at: 0, upTo: table.size, path: file.side.file.path)
  }

  /// Puts what is kept under a name into its line; nil is nothing.
  mutating func put(
    _ login: LastLogin?, of name: AccountName, _ line: LastLoginTable.Line?
  ) throws(DiskFault) {
    let before = table.used
    guard let line, table.use(line) else {
      try grow()
      guard let line = try table.line(of: name, read), table.use(line) else {
        throw file.side.fault(.write, .tooLarge(maximum: table.size))
      }
      return try write(table.bytes(login, of: name), at: line.range.lowerBound)
    }
    if table.used != before { try write(table.headBytes, at: 0) }
    try write(table.bytes(login, of: name), at: line.range.lowerBound)
  }

  private mutating func write(_ new: [UInt8], at offset: Int) throws(DiskFault) {
    guard bytes != nil else {
      return try disk.write(new[...], to: descriptor, at: offset, path: file.side.file.path)
    }
    bytes?.replaceSubrange(offset..<offset + new.count, with: new)
    changed.append(offset..<offset + new.count)
  }

  /// Makes room for more names.
  private mutating func grow() throws(DiskFault) {
    if bytes == nil { try readAll() }
    (table, bytes) = table.grown(bytes ?? [])
    isGrown = true
  }

  /// Writes what was put into a table that was read at once: into the file or, where it has grown, into
  /// one that takes its place, under the lock on the old one.
  mutating func finish() throws(DiskFault) {
    guard var all = bytes else { return }
    guard isGrown else {
      for range in changed {
        try disk.write(
          all[range], to: descriptor, at: range.lowerBound, path: file.side.file.path)
      }
      return
    }
    all.replaceSubrange(0..<LastLoginTable.headSize, with: table.headBytes)
    disk.removeTemporaryFiles(of: file.side.file)
    _ = try disk.replace(
      file.side.file, .scratch(sharedLike: file.side.accounts), with: [.bytes(all[...])])
  }
}
