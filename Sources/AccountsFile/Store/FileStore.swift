import Accounts
import AccountsDocument
import Glibc
import LosslessJSON

/// The accounts in one JSON file, on the background queue.
///
/// Reading takes no lock, and writes nothing but the index, which may be missing. Every write of
/// the accounts goes through `replacing`: lock, read, change, replace. So no change is lost, and a
/// killed program leaves the old file or the new one. Every byte outside the change stays.
actor FileStore: AccountStore {
  nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  let disk: Disk
  nonisolated let source: AccountsPath
  /// The file's path as last found; it may be a link.
  private(set) var path: String
  /// True if a missing file counts as an empty one, which a write creates; otherwise it is
  /// `storeMissing`.
  let mayBegin: Bool
  let today: @Sendable () -> CalendarDay
  let now: @Sendable () -> Int
  private var lastRead: LoadedFile?
  /// The accounts that share something in the file that was read last; nil until they are needed.
  private var lastSharers: Sharers?
  /// The faults of recording the last login.
  var loginFaults: [AccountsError] = []
  /// Answers from parts of long files.
  let excerpts: ExcerptReader
  /// True for a server, which holds its directory and what it found.
  let holdsDirectory: Bool
  var held: HeldDirectory?
  var answers = HeldAnswers()
  /// The logins in browsers.
  var sessions = StoredSessions()
  lazy var sessionWriter = SessionWriter(like: disk)

  /// - Parameters:
  ///   - source: the accounts file.
  ///   - mayBegin: allows the file to be missing.
  ///   - now: the seconds since 1970, for the history.
  init(
    source: AccountsPath, mayBegin: Bool = true, today: @escaping @Sendable () -> CalendarDay,
    disk: Disk, now: @escaping @Sendable () -> Int = { time(nil) }, holdsDirectory: Bool = false
  ) {
    (self.mayBegin, self.now, self.holdsDirectory) = (mayBegin, now, holdsDirectory)
    self.source = source
    path = source.usual
    self.today = today
    self.disk = disk
    excerpts = ExcerptReader(disk)
  }

  nonisolated func existing() -> any AccountStore {
    FileStore(source: source, mayBegin: false, today: today, disk: disk, now: now)
  }

  func rulebook() throws(AccountsError) -> Rulebook {
    if let rulebook = excerpt(with: [])?.document.rulebook { return rulebook }
    do { return try read().rulebook } catch .storeMissing { return .register }
  }

  func find(_ lookup: Lookup) throws(AccountsError) -> LookupResult {
    if case .ids(let ids) = lookup, let found = foundInExcerpt(ids) { return found }
    guard case .name(let name, let field) = lookup else { return try findAfresh(lookup) }
    return try foundHeld(name, field) { () throws(AccountsError) in
      if let found = foundInExcerpt(name, field) { return found }
      return try findAfresh(lookup)
    }
  }

  private func findAfresh(_ lookup: Lookup) throws(AccountsError) -> LookupResult {
    let file = try read()
    switch lookup {
    case .name(let name, let field): return found(name, field, in: file)
    case .names(let names): return found(file.indices(of: names), in: file, sharers(in: file))
    case .ids(let ids): return found(file.indices(ids: ids), in: file, sharers(in: file))
    case .firstName(let name):
      // Sharers are looked for in any case: the time must not tell whether there is such a name.
      return found(file.indices(firstName: name), in: file, sharers(in: file))
    case .onlyAccount:
      guard file.rulebook.login.opensOnlyAccount else { return found([], in: file, Sharers([])) }
      return found(only(in: file), in: file, sharers(in: file))
    }
  }

  /// The positions of the valid accounts, at most two; of all accounts if none is valid. One that
  /// only unknown keys close counts as valid: what is written to keep its owner out opens no other.
  private func only(in file: AccountsDocument) -> [Int] {
    let sharers = sharers(in: file)
    let today = today()
    var valid: [Int] = []
    for index in 0..<file.rows.count where !sharers.sharesName(index) {
      let row = AccountsDocument.Row(file, index)
      let counts = file.problems(of: row, today: today).allSatisfy { $0.rule.meaningOfKey != nil }
      if counts { valid.append(index) }
      if valid.count == 2 { break }
    }
    return valid.isEmpty ? Array(0..<file.rows.count) : valid
  }

  func found(_ name: AccountName, _ field: Field?, in file: AccountsDocument) -> LookupResult {
    let (found, sought) = file.indices(of: name, in: field)
    return self.found(found, in: file, Sharers(file.shared(by: found, of: sought)))
  }

  func found(
    _ indices: [Int], in file: AccountsDocument, _ sharers: Sharers
  ) -> LookupResult {
    LookupResult(
      rulebook: file.rulebook,
      accounts: file.accounts(at: indices, sharers, today: today()),
      storeIsEmpty: file.rows.isEmpty)
  }

  func page(_ request: PageRequest) throws(AccountsError) -> Page {
    let today = today()
    var listing: Listing
    var missingStore: String?
    var comments = 0
    if let token = request.cursor?.token {
      guard let known = token as? Listing else { throw .internalFault }
      listing = known
    } else {
      let sharers: Sharers
      let file = try load().usable()
      (listing, sharers) = file.document.listing(request, today: today)
      lastSharers = sharers
      missingStore = file.text == nil ? path : nil
      comments = file.document.document.commentCount
    }
    let accounts = listing.popFirst(
      max(0, request.limit), today: today, withOwnKeys: request.includesOwnKeys)
    return Page(
      rulebook: listing.file.rulebook, accounts: accounts,
      next: listing.isEmpty ? nil : Page.Cursor(listing),
      missingStore: missingStore, comments: comments)
  }

  private func sharers(in file: AccountsDocument) -> Sharers {
    if let lastSharers { return lastSharers }
    let sharers = file.sharers()
    lastSharers = sharers
    return sharers
  }
}

/// The accounts file as it was read.
struct LoadedFile: Sendable {
  /// Nil if there was none.
  let text: FileText?
  let document: AccountsDocument

  func usable() throws(AccountsError) -> LoadedFile {
    _ = try document.usable()
    return self
  }
}

extension FileStore {
  /// Looks up which file has the accounts.
  func choose() throws(DiskFault) { note(try source.chosen(disk)) }

  /// Notes which file has the accounts.
  func note(_ chosen: String) {
    if chosen != path { forget() }
    path = chosen
  }

  /// Calls `body` with the accounts file; nil if its directory is missing.
  func located<Result>(
    _ body: (DirectoryFile) throws(DiskFault) -> Result?
  ) throws(DiskFault) -> Result? {
    if let file = look()?.file { return try body(file) }
    try choose()
    return try disk.located(path, .ofOwner, body)
  }

  /// The accounts; throws if the file cannot be used.
  func read() throws(AccountsError) -> AccountsDocument { try load().document.usable() }

  /// The locked file; throws if it cannot be used.
  func read(_ file: DirectoryFile) throws(AccountsError) -> LoadedFile {
    try load(file).usable()
  }

  /// The locked file, usable or not.
  func load(_ file: DirectoryFile) throws(AccountsError) -> LoadedFile {
    let found = try onDisk { () throws(DiskFault) in try text(file) }
    if found == nil, isRenamed { throw .storeMissing(subject: path) }
    return try loaded(found)
  }

  /// True if another file has the accounts now: without a lock, somebody may rename accounts.jsonc
  /// to accounts.json.
  var isRenamed: Bool { (try? source.chosen(disk)).map { $0 != path } ?? false }

  /// The file, usable or not.
  func load() throws(AccountsError) -> LoadedFile {
    try loaded(onDisk { () throws(DiskFault) in try foundTwice(text) })
  }

  /// The path of the accounts file, if it is missing and must not be created.
  func missingFile() throws(AccountsError) -> String? {
    func isThere(_ file: DirectoryFile) throws(DiskFault) -> Bool? {
      try disk.stamp(of: file, for: .read).map { _ in true }
    }
    if mayBegin { return nil }
    return try onDisk { () throws(DiskFault) in try foundTwice(isThere) } == nil ? path : nil
  }

  /// Looks for the file and, if it is missing, again while writers wait: editors, git and
  /// `allowComments` rename. Without a lock file, no program has written here.
  private func foundTwice<Result>(
    _ body: (DirectoryFile) throws(DiskFault) -> Result?
  ) throws(DiskFault) -> Result? {
    if let found = try located(body) { return found }
    return try disk.located(path) { file throws(DiskFault) in
      let lock = file.directory.file(".\(file.name).lock")
      guard try disk.stamp(of: lock, for: .read) != nil || !mayBegin else { return nil }
      usleep(20_000)
      return try disk.whileLocked(lock) { () throws(DiskFault) in try located(body) }
    }
  }

  /// Reads the file. The last text is used again if the file's stamp proves that it has not
  /// changed.
  private func text(_ file: DirectoryFile) throws(DiskFault) -> FileText? {
    if let last = lastRead?.text, last.stampWillTell,
      try disk.stamp(of: file, for: .read) == last.stamp
    {
      return last
    }
    // The old text makes room before the new one is read.
    forget()
    let text = try disk.read(file) { isBroken($0) }
    if let text { disk.readers.note(text.stamp) }
    return text
  }

  private func loaded(_ text: FileText?) throws(AccountsError) -> LoadedFile {
    guard text != nil || mayBegin else { throw .storeMissing(subject: path) }
    if let lastRead, lastRead.text?.stamp == text?.stamp { return lastRead }
    forget()
    let document = try AccountsDocument(
      path: path, bytes: text?.bytes ?? AccountsDocument.emptyText)
    let file = LoadedFile(text: text, document: document)
    lastRead = file
    return file
  }

  func forget() {
    forgetText()
    excerpts.forget()
  }

  func forgetText() {
    lastRead = nil
    lastSharers = nil
  }

  func isInMemory(_ stamp: FileStamp) -> Bool { lastRead?.text?.stamp == stamp }
}

/// The names of our files in a documents directory, except the accounts and their side files.
enum DocumentsFiles {
  static let own = ["session.json", "edit.json"]
  /// Files that all users of the accounts write.
  static let shared = [sessionLock]
  static let sessionLock = ".session.lock"
  static let publishList = "publish.json"

  /// True for these names, for locks and for notes of hand edits.
  static func contains(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".lock") || name.hasPrefix(FileStore.editNote)
      || (own + shared).contains(name)
  }
}

extension FileStore {
  /// The names of the files beside the accounts that are named after them and shared like them.
  static func names(beside accounts: String) -> [String] {
    locks(beside: accounts) + SideFile.Name.allCases.map { SideFile.name($0, of: accounts) }
      + [AccountsIndex.name(of: accounts)]
  }

  static func locks(beside accounts: String) -> [String] {
    [".\(accounts).lock", SideFile.lock(of: accounts), SideFile.sessionsLock(of: accounts)]
  }

  /// True for the accounts file, and for names of our files in its directory, where its path leads
  /// or where it is.
  nonisolated func owns(_ file: DirectoryFile) throws(DiskFault) -> Bool {
    let isOurs = DocumentsFiles.contains(file.name)
    func isBeside(_ accounts: DirectoryFile) -> Bool {
      return disk.isSame(file, accounts)
        || (isOurs || Self.names(beside: accounts.name).contains(file.name))
          && disk.isSame(file, accounts.directory.file(file.name))
    }
    let path = try source.chosen(disk)
    if let directory = try disk.directory(source.directory, for: .read) {
      defer { disk.close(directory) }
      // With a second one, there would be no accounts.
      let isNamed = if case .file = source { true } else { false }
      let names = isNamed ? [FilePath.name(of: path)] : AccountsPath.names
      if names.contains(where: { isBeside(directory.file($0)) }) { return true }
    }
    return try disk.located(path) { isBeside($0) } ?? false
  }
}
