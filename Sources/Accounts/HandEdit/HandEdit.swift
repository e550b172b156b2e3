import LosslessJSON

/// A hand edit of the accounts file that others may go on writing: on a copy beside it, checked,
/// then installed under the write lock together with what the others wrote meanwhile.
///
/// It holds a lock of its own from `begin` to `end`, so that there is one at a time. The copy and
/// the text that it began from stand in two files of their owner's alone. They are removed by
/// `end`; a program that is stopped leaves them, and the next hand edit finds them.
public actor HandEdit {
  private nonisolated let queue: DiskQueue
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  private let accounts: FileAccountBase
  private let disk: Disk
  private let hasher: PasswordHasher
  private var lock: FileLock?
  /// The copy that is edited.
  public nonisolated let copyPath: String
  private nonisolated let basePath: String

  init(_ accounts: FileAccountBase, directory: String, hasher: PasswordHasher) {
    self.accounts = accounts
    self.hasher = hasher
    disk = accounts.disk
    queue = accounts.disk.queue
    copyPath = "\(directory)/.accounts.edit.json"
    basePath = "\(directory)/.accounts.edit-base.json"
  }

  /// Takes the lock, without waiting for it. Returns whether an earlier copy was left, changed and
  /// not installed; it is taken up unless `startAnew` is called.
  public func begin() throws(AccountsError) -> Bool {
    try onDisk { () throws(DiskFault) in
      try disk.makeDirectory(FilePath.directory(of: copyPath))
    }
    let path = FilePath.sibling(of: copyPath, named: ".accounts.edit.lock")
    lock = try disk.tryLock(path, sharedWith: accounts.path, Patience(0))
    guard lock != nil else { throw .lockHeld(path: path, by: nil) }
    guard let copy = try text(copyPath), let base = try text(basePath), copy != base else {
      try startAnew()
      return false
    }
    return true
  }

  /// Begins with the file as it now is.
  public func startAnew() throws(AccountsError) {
    let text = try currentText()
    try write(text, to: basePath)
    try write(text, to: copyPath)
  }

  /// What the copy has become.
  public struct Review: Sendable {
    public let isChanged: Bool
    /// What is wrong with the copy, and was not with the text that it began from.
    public let findings: Findings
    /// Whether the copy could be installed at all.
    public let isUsable: Bool
    public let changes: [AccountsChange]
  }

  /// Looks at the copy as the editor left it.
  public func review() async throws(AccountsError) -> Review {
    let (base, copy) = (try text(basePath) ?? [], try text(copyPath) ?? [])
    let nothing = Findings(path: copyPath, errors: [])
    guard base != copy else {
      return Review(isChanged: false, findings: nothing, isUsable: true, changes: [])
    }
    let file: AccountsFile
    do throws(AccountsError) {
      file = try AccountsFile(path: copyPath, bytes: copy)
    } catch .fileInvalid(let path, let problems) {
      let findings = Findings(path: path, errors: problems)
      return Review(isChanged: true, findings: findings, isUsable: false, changes: [])
    }
    var findings = await accounts.findings(in: file, hasher)
    findings.warnings = []
    let isUsable = file.faults.isEmpty && file.rulebookFaults.isEmpty
    let old = try? AccountsFile(path: copyPath, bytes: base)
    let changes = old.map { AccountTable($0).changes(to: AccountTable(file)) } ?? []
    return Review(isChanged: true, findings: findings, isUsable: isUsable, changes: changes)
  }

  /// What came of installing.
  public enum Installation: Sendable {
    /// The copy stands in the file's place; with what others changed meanwhile, if they did.
    case installed(merged: Bool, notices: [Notice])
    /// These accounts, or what stands beside the accounts, were changed by others too. The copy has
    /// taken up everything else, and where both changed it holds the hand's version; installing it
    /// again overrides theirs.
    case conflict(emails: [String], besideAccounts: Bool)
  }

  /// Installs the copy. The copy stays until `end`.
  public func install() async throws(AccountsError) -> Installation {
    let (base, mine) = (try text(basePath) ?? [], try text(copyPath) ?? [])
    let outcome = try await accounts.install(mine, from: base)
    switch outcome {
    case .installed(let merged, let uncertain):
      let notices = uncertain.map { [Notice.mayNotSurvivePowerCut(path: $0.path)] } ?? []
      return .installed(merged: merged, notices: notices)
    case .conflict(let merge, let theirs):
      try write(merge.document.bytes, to: copyPath)
      try write(theirs, to: basePath)
      return .conflict(emails: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts)
    }
  }

  /// Ends the edit and frees its lock.
  ///
  /// - Parameter keepingCopy: whether the copy is left for the next hand edit.
  public func end(keepingCopy: Bool) throws(AccountsError) {
    if !keepingCopy {
      try onDisk { () throws(DiskFault) in
        try disk.remove(copyPath)
        try disk.remove(basePath)
      }
    }
    if let lock { disk.unlock(lock) }
    lock = nil
  }

  /// The file's text as it stands, usable or not; that of an empty one where there is none.
  private func currentText() throws(AccountsError) -> [UInt8] {
    try onDisk { () throws(DiskFault) in
      try disk.read(disk.resolve(accounts.path, for: .read))?.bytes ?? AccountsFile.emptyText
    }
  }

  private func text(_ path: String) throws(AccountsError) -> [UInt8]? {
    try onDisk { () throws(DiskFault) in try disk.read(path, followingLinks: false)?.bytes }
  }

  private func write(_ text: [UInt8], to path: String) throws(AccountsError) {
    try onDisk { () throws(DiskFault) in
      _ = try disk.replace(path, .anything, with: [text[...]])
    }
  }
}

extension Registry {
  /// A hand edit of the accounts file; `begin` begins it.
  public func handEdit() throws(AccountsError) -> HandEdit {
    // Only a file can be edited by hand; what may stand behind a registry later has no text.
    guard let accounts = base as? FileAccountBase else { throw .internalFault }
    return HandEdit(
      accounts, directory: FilePath.directory(of: accounts.path), hasher: hasher)
  }
}
