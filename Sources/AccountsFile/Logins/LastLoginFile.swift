import Accounts
import AccountsDocument
import TextTools

/// The file `last-logins`: for each account, the last successful login and the number of failed
/// attempts since. It may be deleted, which restarts the record. Unknown names share one line, so
/// that an attempt under one costs the same as others.
struct LastLoginFile {
  let side: SideFile

  /// The number of names for which a new file has room.
  private static let room = 64

  init(of accounts: DirectoryFile, _ disk: Disk, like model: SideFile.Model? = nil) {
    side = SideFile(.lastLogins, of: accounts, disk, like: model)
  }

  func note(_ name: AccountName, isSuccess: Bool, at now: Int) throws(DiskFault) {
    try side.table(beginning: now, room: Self.room) { table throws(DiskFault) in
      var login = try table.login(of: name) ?? LastLogin()
      if isSuccess { login = LastLogin(success: now) } else { login.failures += 1 }
      try table.put(login, of: name)
    }
  }

  /// Moves lines to accounts' new names, and drops those of removed accounts.
  func follow(_ changes: [NameChange]) throws(DiskFault) {
    try side.table { table throws(DiskFault) in
      // There may be very many, so each must cost little.
      if changes.count > 64 { try table.readAll() }
      // All names are taken away before any is given, so that names may change hands.
      var carried: [(name: AccountName, login: LastLogin)] = []
      for change in changes {
        for name in Set([change.old, change.new].compactMap(\.self)) {
          guard let login = try table.login(of: name) else { continue }
          if name == change.old, let new = change.new { carried.append((new, login)) }
          try table.put(nil, of: name)
        }
      }
      for (name, login) in carried { try table.put(login, of: name) }
    }
  }

  /// Removes the lines of some names; returns whether there were any.
  func forget(_ names: [AccountName]) throws(DiskFault) -> Bool {
    try side.table { table throws(DiskFault) in
      var isFound = false
      for name in names where try table.login(of: name) != nil {
        try table.put(nil, of: name)
        isFound = true
      }
      return isFound
    } ?? false
  }

  /// The logins of some names, or of all; nil if there is no record. Takes no lock.
  func logins(of names: [AccountName]?) throws(DiskFault) -> LastLogins? {
    try side.readTable { table throws(DiskFault) in
      guard let names else {
        try table.readAll()
        return LastLogins(since: table.table.begin) { [table] in try? table.login(of: $0) }
      }
      var found: [AccountName: LastLogin] = [:]
      for name in names { found[name] = try table.login(of: name) }
      return LastLogins(since: table.table.begin) { [found] in found[$0] }
    }
  }

  /// The text of a file with a given beginning and these logins.
  static func text(since begin: Int, _ logins: [(name: AccountName, login: LastLogin)]) -> [UInt8] {
    let room = max(room, logins.count * 2)
    let table = LineTable(begin: begin, room: room)
    let lines = logins.map { name, login in
      let hash = table.hash(of: name.key)
      return (hash, table.bytes(of: hash, login.words)[...])
    }
    return table.holding(lines, room: room).bytes
  }
}

extension OpenLines {
  fileprivate func login(of name: AccountName) throws(DiskFault) -> LastLogin? {
    try line(of: table.hash(of: name.key))?.words.flatMap { LastLogin($0) }
  }

  /// Writes the logins of a name; nil clears its line.
  fileprivate mutating func put(
    _ login: LastLogin?, of name: AccountName
  ) throws(DiskFault) {
    let hash = table.hash(of: name.key)
    var line = try line(of: hash)
    if line == nil, try grow() { line = try self.line(of: hash) }
    guard let line else { throw side.fault(.write, .tooLarge(maximum: table.size)) }
    try write(
      login.map { table.bytes(of: hash, $0.words) }
        ?? [UInt8](repeating: 0, count: LineTable.width), at: line.range)
  }
}

extension LastLogin {
  /// Reads a line's words; nil for another form.
  fileprivate init?(_ words: [Substring]) {
    guard words.count == 2, let failures = Int(words[1]), failures >= 0 else { return nil }
    self.init(success: UTC.seconds(String(words[0])), failures: failures)
  }

  fileprivate var words: String {
    let success = success.map(UTC.text) ?? String(repeating: "-", count: 20)
    return success + " " + String(max(0, min(failures, 9_999_999_999))).zeroPadded(to: 10)
  }
}
