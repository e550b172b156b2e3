import LosslessJSON

/// The accounts in one JSON file, on the background queue.
///
/// Reading takes no lock and writes nothing. Every write goes through `rewrite`: lock, read,
/// change, replace; so nobody's change is lost, and whoever is killed leaves the old file or the
/// new one. Every byte that was not asked to change stays.
actor FileAccountBase: AccountBase {
  private nonisolated let queue: DiskQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  let disk: Disk
  /// Where the file is said to be; it may be a link.
  nonisolated let path: String
  let today: @Sendable () -> CalendarDay
  private var lastRead: (resolved: String, file: AccountsFile)?
  /// Who shares an email in the file that was read last; nil while nobody asked.
  private var lastSharers: [Int: [Int]]?

  /// - Parameter path: the accounts file; it need not exist.
  init(
    path: String, today: @autoclosure @escaping @Sendable () -> CalendarDay, disk: Disk
  ) {
    self.path = path
    self.today = today
    self.disk = disk
    queue = disk.queue
  }

  func rulebook() throws(AccountsError) -> Rulebook { try read().rulebook }

  /// Whether there is a file at all.
  func exists() throws(AccountsError) -> Bool {
    try onDisk { () throws(DiskFault) in
      try disk.stamp(of: disk.resolve(path, for: .read), for: .read) != nil
    }
  }

  func somebodyIsRegistered() throws(AccountsError) -> Bool { try !read().rows.isEmpty }

  func find(email: String) throws(AccountsError) -> Finding {
    let file = try read()
    let found = file.indices(email: email)
    guard found.count > 1 else { return finding(file, found, sharers: [:]) }
    return finding(
      file, found, sharers: Dictionary(uniqueKeysWithValues: found.map { ($0, found) }))
  }

  func find(firstName: String) throws(AccountsError) -> Finding {
    let file = try read()
    let found = file.indices(firstName: firstName)
    return finding(file, found, sharers: found.isEmpty ? [:] : sharers(in: file))
  }

  func findOnly() throws(AccountsError) -> Finding {
    let file = try read()
    let sharers = sharers(in: file)
    let today = today()
    var valid: [Int] = []
    for index in 0..<file.rows.count where sharers[index] == nil {
      let row = AccountsFile.Row(file, index)
      if file.problems(of: row, today: today).isEmpty { valid.append(index) }
      if valid.count == 2 { break }
    }
    return finding(file, valid.isEmpty ? Array(0..<file.rows.count) : valid, sharers: sharers)
  }

  func page(
    from cursor: Page.Cursor?, limit: Int, holding text: String?
  ) throws(AccountsError) -> Page {
    let file: AccountsFile
    if let cursor { file = cursor.file } else { file = try read() }
    let sharers = cursor?.sharers ?? sharers(in: file)
    let sought = text?.lowercased()
    var rows: [AccountsFile.Row] = []
    var index = cursor?.index ?? 0
    while index < file.rows.count, rows.count < limit {
      let row = AccountsFile.Row(file, index)
      if sought.map({ row.values.hold($0) }) ?? true { rows.append(row) }
      index += 1
    }
    return Page(
      rulebook: file.rulebook,
      accounts: file.accounts(rows, sharers: sharers, today: today()),
      next: index < file.rows.count
        ? Page.Cursor(index: index, file: file, sharers: sharers) : nil,
      file: file)
  }

  private func finding(
    _ file: AccountsFile, _ indices: [Int], sharers: [Int: [Int]]
  ) -> Finding {
    let rows = indices.map { AccountsFile.Row(file, $0) }
    return Finding(
      rulebook: file.rulebook,
      accounts: file.accounts(rows, sharers: sharers, today: today()),
      somebodyIsRegistered: !file.rows.isEmpty, path: path)
  }

  /// For every account that shares its email, the positions of all that do.
  private func sharers(in file: AccountsFile) -> [Int: [Int]] {
    if let lastSharers { return lastSharers }
    let sharers = file.sharersByIndex()
    lastSharers = sharers
    return sharers
  }
}

extension FileAccountBase {
  /// The file as it stands, if it can be used.
  func read() throws(AccountsError) -> AccountsFile { try load().usable() }

  /// The file as it stands. What was read before serves again while the file's stamp is sure to
  /// say that it has not changed.
  func load() throws(AccountsError) -> AccountsFile {
    let (resolved, text) = try onDisk { () throws(DiskFault) -> (String, FileText?) in
      let resolved = try disk.resolve(path, for: .read)
      if let lastRead, lastRead.resolved == resolved, let last = lastRead.file.text,
        last.stampWillTell, try disk.stamp(of: resolved, for: .read) == last.stamp
      {
        return (resolved, last)
      }
      // The old text makes room before the new one is read.
      forget()
      return (resolved, try disk.read(resolved))
    }
    if let lastRead { return lastRead.file }
    let file = try AccountsFile(path: path, text: text)
    lastRead = (resolved, file)
    return file
  }

  func forget() {
    lastRead = nil
    lastSharers = nil
  }

  /// What a change makes of the file.
  struct Rewriting {
    var splices: [JSONSplice]
    var account: StoredAccount?
  }

  /// Changes the file under its lock. `body` is given the file as it stands and says what to
  /// change; it is called again where somebody who takes no lock was faster.
  func rewrite(
    _ body: (AccountsFile) throws(AccountsError) -> Rewriting
  ) async throws(AccountsError) -> Receipt {
    // From here on nothing suspends: reading, changing and replacing are one step of this actor.
    let lock = try await lockFile()
    defer { disk.unlock(lock.lock) }
    for _ in 0..<100 {
      let file = try read()
      let rewriting = try body(file)
      guard !rewriting.splices.isEmpty else {
        return Receipt(account: rewriting.account, uncertain: nil)
      }
      let replacement = try onDisk { () throws(DiskFault) in
        try disk.replace(
          lock.resolved, .file(file.text?.stamp),
          with: file.document.pieces(applying: rewriting.splices))
      }
      forget()
      switch replacement {
      case .durable:
        return Receipt(account: rewriting.account, uncertain: nil)
      case .uncertain(let fault):
        return Receipt(account: rewriting.account, uncertain: fault)
      case .outrun: continue
      }
    }
    throw .keepsChanging(path: path)
  }

  func create(
    _ rulebook: Rulebook, accounts: [FieldValues]
  ) async throws(AccountsError) -> Receipt {
    let text = AccountsFile.newText(rulebook: rulebook, accounts: accounts)
    // A rulebook that was made in a program may hold what no file may.
    _ = try AccountsFile(path: path, bytes: text).usable()
    let lock = try await lockFile()
    defer { disk.unlock(lock.lock) }
    let replacement = try onDisk { () throws(DiskFault) in
      try disk.replace(lock.resolved, .file(nil), with: [text[...]])
    }
    switch replacement {
    case .durable: return Receipt(account: nil, uncertain: nil)
    case .uncertain(let fault):
      return Receipt(account: nil, uncertain: fault)
    case .outrun: throw .alreadyInitialised(path: path)
    }
  }

  func lockFile() async throws(AccountsError) -> (lock: FileLock, resolved: String) {
    var patience = Patience(disk.lockPatience)
    while true {
      let resolved = try prepare()
      let beside = FilePath.sibling(of: resolved, named: ".\(FilePath.name(of: resolved)).lock")
      if let lock = try disk.tryLock(beside, sharedWith: resolved, patience) {
        // A link may lead elsewhere by now.
        if (try? disk.resolve(path, for: .write)) == resolved {
          disk.removeTemporaryFiles(of: resolved)
          return (lock, resolved)
        }
        disk.unlock(lock)
      }
      await patience.pause()
    }
  }

  /// Finds where the file really stands, and makes its directory where that is missing.
  private func prepare() throws(AccountsError) -> String {
    try onDisk { () throws(DiskFault) in
      let resolved = try disk.resolve(path, for: .write)
      if resolved == path { try disk.makeDirectory(FilePath.directory(of: path)) }
      return resolved
    }
  }
}

/// Steps on the disk, their faults told as the library's errors.
func onDisk<Result>(
  _ steps: () throws(DiskFault) -> Result
) throws(AccountsError) -> Result {
  do { return try steps() } catch { throw .disk(error) }
}

extension FieldValues {
  /// Whether the email or the name holds a text, compared without case.
  func hold(_ sought: String) -> Bool {
    let name = [firstName, lastName].compactMap(\.self).joined(separator: " ")
    return [email, name].contains { $0?.lowercased().contains(sought) == true }
  }
}
