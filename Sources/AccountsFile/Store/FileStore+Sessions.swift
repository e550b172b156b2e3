import Accounts
import AccountsDocument
import Glibc

/// The knowledge that a store has of the logins in browsers.
struct StoredSessions {
  var known = KnownSessions()
  /// The new text that this process is writing in the place of the file.
  var rewrite: SessionRewrite?
  /// The ends that wait for the lock, to be written together, and their writing.
  var awaited: [ChosenLogins] = []
  var writing: Task<Result<[Outcome<[BrowserLogin]>], AccountsError>, Never>?
  /// A file that is away for a moment may come back with logins that ended here.
  let refused = RefusedLogins()
}

extension FileStore {
  func begin(_ new: NewSession) async throws(AccountsError) -> StoredSession? {
    guard let lock = try await lockSessions() else { throw .storeMissing(subject: path) }
    defer { disk.unlock(lock) }
    for _ in 0..<Self.sessionAttempts {
      let file = try onDisk { () throws(DiskFault) in try sessionFile(lock) }
      guard let file else { throw .storeMissing(subject: path) }
      // The file is there before the account is looked at: a writer of the account finds the file
      // from then on.
      let opened = try onDisk { () throws(DiskFault) in try file.side.open(O_RDWR | O_CREAT) }
      guard let (descriptor, stamp) = opened else { continue }
      defer { disk.close(descriptor) }
      guard try isAsProved(new) else { return nil }
      try onDisk { () throws(DiskFault) in
        try sessions.known.read(file.side, descriptor, stamp)
      }
      let now = now()
      guard let begun = try sessions.known.table.beginning(new, at: now) else { return nil }
      if case .known(let login) = new.login, sessions.refused.contain(login.id) { return nil }
      guard try await write(begun, file, descriptor, stamp, at: now) else { continue }
      return StoredSession(
        login: begun.session.login, host: begun.session.host, proof: begun.session.proof,
        coversLogin: true, now: now)
    }
    throw .keepsChanging(subject: SideFile.name(.sessions, of: lock.file.name))
  }

  /// True if the account of a new session is there, open, and has the id and the password that were
  /// proved.
  private func isAsProved(_ new: NewSession) throws(AccountsError) -> Bool {
    let field = Rulebook.field(of: new.account)
    let found = try find(.name(AccountName(new.account), in: field))
    guard found.accounts.count == 1, let account = found.accounts.first, account.state == .open
    else { return false }
    return account.id == new.accountID && sameText(account[text: .password], new.password)
  }

  static let sessionAttempts = 100
  /// Below this size, lines that nobody needs stay.
  private static let greatestRest = 1 << 20

  /// Adds the session, or replaces the file if logins end by it or most lines are not needed;
  /// returns false if somebody has replaced the file meanwhile.
  private func write(
    _ begun: SessionTable.Beginning, _ file: SessionFile, _ descriptor: Int32, _ stamp: FileStamp,
    at now: Int
  ) async throws(AccountsError) -> Bool {
    var leaving = begun.leaving
    // Lines that are over or superseded, and those that cannot be read, take half of a long file.
    let isHalfOver =
      stamp.size > Self.greatestRest
      && sessions.known.table.countAlive(at: now) * 2 < sessions.known.countOfLines
    guard isHalfOver || !leaving.isEmpty else {
      return try onDisk { () throws(DiskFault) in
        try file.append(begun.session, to: descriptor, &sessions.known)
      }
    }
    sessions.known.table.addOver(at: now, to: &leaving)
    let rewrite = try onDisk { () throws(DiskFault) in
      try file.rewrite(sessions.known, without: leaving, adding: begun.session, from: descriptor)
    }
    return try await write(rewrite, file, descriptor)
  }

  /// Writes the file anew beside all that is asked meanwhile; returns false if somebody else has
  /// replaced it. The caller holds the lock.
  func write(
    _ rewrite: SessionRewrite, _ file: SessionFile, _ descriptor: Int32
  ) async throws(AccountsError) -> Bool {
    sessions.rewrite = rewrite
    defer { sessions.rewrite = nil }
    let isWritten: Bool
    do throws(DiskFault) {
      isWritten = try await sessionWriter.write(rewrite, file, from: descriptor)
    } catch {
      throw .disk(error)
    }
    if isWritten { noteWritten(rewrite, file) }
    return isWritten
  }

  /// Notes that a new text is in the place of the file.
  func noteWritten(_ rewrite: SessionRewrite, _ file: SessionFile) {
    guard !rewrite.isOf(sessions.known.stamp) else { return }
    let stamp = try? disk.stamp(of: file.side.file, for: .read)
    // Else all is read again.
    if let stamp, sessions.known.take(rewrite, stamp) { return }
    sessions.known = KnownSessions()
  }

  func noticeOfUnreadable(_ count: Int) -> Notice {
    .sessionsUnreadable(count, subject: SideFile.name(.sessions, of: FilePath.name(of: path)))
  }

  func session(of digest: TokenDigest) throws(AccountsError) -> Outcome<StoredSession?> {
    try lookAtSessions()
    writeEndsSoon()
    let unreadable = sessions.known.newUnreadable().map(noticeOfUnreadable)
    let notices = [unreadable, sessions.refused.newNotice()].compactMap(\.self)
    let table = sessions.known.table
    guard let place = table.place(of: digest) else { return Outcome(nil, notices: notices) }
    let session = table[place]
    guard !sessions.refused.contain(session.login.id) else {
      // Another file has brought it back.
      endSoon([session.login])
      return Outcome(nil, notices: notices)
    }
    let login = table.login(session.login.id) ?? session.login
    // A request is one visit: the account is looked for behind its session. If that fails, the
    // caller that needs the account looks again, and hears why.
    let name = AccountName(login.account)
    return Outcome(
      StoredSession(
        login: login, host: session.host, proof: session.proof, coversLogin: true, now: now(),
        found: try? find(.name(name, in: Rulebook.field(of: login.account)))), notices: notices)
  }

  func browserLogins(_ chosen: ChosenLogins) throws(AccountsError) -> ListedLogins {
    try lookAtSessions()
    let logins = sessions.known.table.logins(chosen).filter {
      !sessions.refused.contain($0.id)
    }
    return ListedLogins(logins.sorted { $0.begun < $1.begun }, now: now())
  }

  private func lookAtSessions() throws(AccountsError) {
    let isThere = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) -> Bool? in
        try SessionFile(of: file, disk).look(&sessions.known, sessions.rewrite)
        return true
      }
    }
    if isThere == nil { sessions.known = KnownSessions() }
  }
}

// MARK: The file and its lock

extension FileStore {
  func areSessionsBeside(_ accounts: DirectoryFile) throws(DiskFault) -> Bool? {
    try disk.stamp(of: SideFile(.sessions, of: accounts, disk).file, for: .read) != nil
  }

  /// Waits for the lock of the sessions; nil if there are no accounts.
  func lockSessions() async throws(AccountsError) -> FileLock? {
    let name = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) -> String? in
        try disk.stamp(of: file, for: .read).map { _ in file.name }
      }
    }
    guard let name else { return nil }
    return try await disk.lock(SideFile.sessionsLock(of: name)) { () throws(DiskFault) in
      try locateForWriting()
    }
  }

  /// The file of sessions under its lock; nil if there are no accounts.
  func sessionFile(_ lock: FileLock) throws(DiskFault) -> SessionFile? {
    let model = try SideFile.model(of: lock.file, disk)
    return model.isThere ? SessionFile(of: lock.file, disk, like: model) : nil
  }
}
