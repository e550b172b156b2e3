import LosslessJSON

/// The accounts in one JSON file, on the background queue.
///
/// Reading takes no lock and writes nothing. Every write goes through `rewrite`: lock, read,
/// change, replace; so nobody's change is lost, and whoever is killed leaves the old file or the
/// new one. Every byte that was not asked to change stays.
public actor FileAccountBase: AccountBase {
  private nonisolated let queue: DiskQueue
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  let disk: Disk
  /// Where the file is said to be; it may be a link.
  public nonisolated let path: String
  let today: CalendarDay
  private var lastRead: (resolved: String, file: AccountsFile)?
  /// Who shares an email in the file that was read last; nil while nobody asked.
  private var lastSharers: [Int: [Int]]?

  /// - Parameter path: the accounts file; it need not exist.
  init(path: String, today: CalendarDay, disk: Disk) {
    self.path = path
    self.today = today
    self.disk = disk
    queue = disk.queue
  }

  public func rulebook() throws(AccountsError) -> Rulebook { try read().rulebook }

  /// Whether there is a file at all.
  func exists() throws(AccountsError) -> Bool {
    try onDisk { () throws(DiskFault) in
      try disk.stamp(of: disk.resolve(path, for: .read), for: .read) != nil
    }
  }

  public func find(email: String) throws(AccountsError) -> Finding {
    let file = try read()
    let found = file.indices(email: email)
    return finding(file, found.map { file.account(at: $0, sharers: found, today: today) })
  }

  public func find(firstName: String) throws(AccountsError) -> Finding {
    let file = try read()
    let found = file.indices(firstName: firstName)
    guard !found.isEmpty else { return finding(file, []) }
    let sharers = sharers(in: file)
    return finding(
      file, found.map { file.account(at: $0, sharers: sharers[$0] ?? [], today: today) })
  }

  public func findOnly() throws(AccountsError) -> Finding {
    let file = try read()
    let sharers = sharers(in: file)
    var valid: [Int] = []
    for index in 0..<file.rows.count where sharers[index] == nil {
      if file.problems(of: AccountsFile.Row(file, index), today: today).isEmpty {
        valid.append(index)
      }
      if valid.count == 2 { break }
    }
    let meant = valid.isEmpty ? Array(0..<file.rows.count) : valid
    return finding(
      file, meant.map { file.account(at: $0, sharers: sharers[$0] ?? [], today: today) })
  }

  public func page(
    from start: Int, limit: Int, holding text: String?
  ) throws(AccountsError) -> Page {
    let file = try read()
    let sharers = sharers(in: file)
    let sought = text?.lowercased()
    var accounts: [StoredAccount] = []
    var index = max(0, start)
    while index < file.rows.count, accounts.count < limit {
      let account = file.account(at: index, sharers: sharers[index] ?? [], today: today)
      if sought.map({ account.values.hold($0) }) ?? true { accounts.append(account) }
      index += 1
    }
    return Page(
      rulebook: file.rulebook, accounts: accounts,
      next: index < file.rows.count ? index : nil)
  }

  /// For every account that shares its email, the positions of all that do.
  private func sharers(in file: AccountsFile) -> [Int: [Int]] {
    if let lastSharers { return lastSharers }
    let sharers = file.sharersByIndex()
    lastSharers = sharers
    return sharers
  }

  private func finding(_ file: AccountsFile, _ accounts: [StoredAccount]) -> Finding {
    Finding(
      rulebook: file.rulebook, accounts: accounts, somebodyIsRegistered: !file.rows.isEmpty,
      path: path)
  }
}

extension FileAccountBase {
  /// The file as it stands. What was read before serves again while the file's stamp is sure to
  /// say that it has not changed.
  func read() throws(AccountsError) -> AccountsFile {
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

  private func forget() {
    lastRead = nil
    lastSharers = nil
  }

  /// What a change makes of the file.
  struct Rewriting {
    var splices: [JSONSplice]
    var account: StoredAccount?
    var changed: Int
  }

  /// Changes the file under its lock. `body` is given the file as it stands and says what to
  /// change; it is called again where somebody who takes no lock was faster.
  func rewrite(
    _ body: (AccountsFile) throws(AccountsError) -> Rewriting
  ) throws(AccountsError) -> Receipt {
    let lock = try lockFile()
    defer { disk.unlock(lock.lock) }
    for _ in 0..<100 {
      let file = try read()
      let rewriting = try body(file)
      guard !rewriting.splices.isEmpty else {
        return Receipt(account: rewriting.account, changed: 0, uncertain: nil)
      }
      let replacement = try onDisk { () throws(DiskFault) in
        try disk.replace(
          lock.resolved, .file(file.text?.stamp),
          with: file.document.pieces(applying: rewriting.splices))
      }
      forget()
      switch replacement {
      case .durable:
        return Receipt(account: rewriting.account, changed: rewriting.changed, uncertain: nil)
      case .uncertain(let fault):
        return Receipt(account: rewriting.account, changed: rewriting.changed, uncertain: fault)
      case .outrun: continue
      }
    }
    throw .keepsChanging(path: path)
  }

  public func create(
    _ rulebook: Rulebook, accounts: [FieldValues]
  ) throws(AccountsError) -> Receipt {
    let lock = try lockFile()
    defer { disk.unlock(lock.lock) }
    let text = AccountsFile.newText(rulebook: rulebook, accounts: accounts)
    let replacement = try onDisk { () throws(DiskFault) in
      try disk.replace(lock.resolved, .file(nil), with: [text[...]])
    }
    switch replacement {
    case .durable: return Receipt(account: nil, changed: accounts.count, uncertain: nil)
    case .uncertain(let fault):
      return Receipt(account: nil, changed: accounts.count, uncertain: fault)
    case .outrun: throw .alreadyInitialised(path: path)
    }
  }

  private func lockFile() throws(AccountsError) -> (lock: FileLock, resolved: String) {
    let resolved = try onDisk { () throws(DiskFault) in
      let resolved = try disk.resolve(path, for: .write)
      if resolved == path { try disk.makeDirectory(FilePath.directory(of: path)) }
      return resolved
    }
    let beside = FilePath.sibling(of: resolved, named: ".\(FilePath.name(of: resolved)).lock")
    let lock = try disk.lock(beside, sharedWith: resolved)
    disk.removeTemporaryFiles(of: resolved)
    return (lock, resolved)
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
