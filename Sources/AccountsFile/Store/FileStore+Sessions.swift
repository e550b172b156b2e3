import Accounts
import AccountsDocument
import Glibc

/// The knowledge that a store has of the logins in browsers.
struct StoredSessions {
  var known = KnownSessions()
  /// A file that is away for a moment may come back with logins that ended here.
  var refused = RefusedLogins()
}

extension FileStore {
  func begin(_ new: NewSession) async throws(AccountsError) -> StoredSession? {
    guard let lock = try await lockSessions() else { throw .storeMissing(subject: path) }
    defer { disk.unlock(lock) }
    for _ in 0..<Self.sessionAttempts {
      let file = try onDisk { () throws(DiskFault) in try sessionFile(lock) }
      guard let file else { throw .storeMissing(subject: path) }
      // The file is there before the account is looked at: whoever changes the account from then on
      // finds the file.
      let opened = try onDisk { () throws(DiskFault) in try file.side.open(O_RDWR | O_CREAT) }
      guard let (descriptor, stamp) = opened else { continue }
      defer { disk.close(descriptor) }
      guard try isAsProved(new) else { return nil }
      try onDisk { () throws(DiskFault) in
        try sessions.known.read(file.side, descriptor, stamp)
      }
      let now = now()
      guard let begun = try sessions.known.table.beginning(new, at: now) else { return nil }
      if case .known(let id) = new.login, sessions.refused.contain(id) { return nil }
      let isWritten = try onDisk { () throws(DiskFault) in
        try write(begun, file, descriptor, stamp, at: now)
      }
      guard isWritten else { continue }
      return StoredSession(
        login: begun.session.login, host: begun.session.host, proof: begun.session.proof, now: now)
    }
    throw .keepsChanging(subject: SideFile.name(.sessions, of: lock.file.name))
  }

  /// True if the account of a new session is there, open, and has the password that was proved.
  private func isAsProved(_ new: NewSession) throws(AccountsError) -> Bool {
    let field = Rulebook.field(of: new.account)
    let found = try find(.name(AccountName(new.account), in: field))
    guard found.accounts.count == 1, let account = found.accounts.first, account.state == .open
    else { return false }
    return account[text: .password]?.utf8.elementsEqual(new.password.utf8) ?? false
  }

  private static let sessionAttempts = 100
  /// Below this size, lines of logins that are over stay.
  private static let greatestRest = 1 << 20

  /// Adds the session, or replaces the file where others end by it or many are over; returns false if
  /// somebody has replaced the file meanwhile.
  private func write(
    _ begun: SessionTable.Beginning, _ file: SessionFile, _ descriptor: Int32, _ stamp: FileStamp,
    at now: Int
  ) throws(DiskFault) -> Bool {
    if let rest = begun.rest { return try file.replace(&sessions.known, with: rest) }
    let table = sessions.known.table
    // Lines that are over, and those that cannot be read, take half of a long file.
    if stamp.size > Self.greatestRest,
      table.countAlive(at: now) * 2 < table.count + sessions.known.unreadable
    {
      var rest = table.alive(at: now)
      guard rest.add(begun.session) else { return false }
      return try file.replace(&sessions.known, with: rest)
    }
    return try file.append(begun.session, to: descriptor, &sessions.known)
  }

  func session(of digest: TokenDigest) throws(AccountsError) -> Outcome<StoredSession?> {
    try lookAtSessions()
    if !sessions.refused.unwritten.isEmpty { awaitEnds() }
    let file = SideFile.name(.sessions, of: FilePath.name(of: path))
    let unreadable = sessions.known.newUnreadable().map {
      Notice.sessionsUnreadable($0, subject: file)
    }
    let notices = [unreadable, sessions.refused.newNotice()].compactMap(\.self)
    let table = sessions.known.table
    guard let place = table.place(of: digest) else { return Outcome(nil, notices: notices) }
    let session = table[place]
    guard !sessions.refused.contain(session.login.id) else {
      // Another file has brought it back.
      endSoon([session.login])
      return Outcome(nil, notices: notices)
    }
    return Outcome(
      StoredSession(
        login: table.login(session.login.id) ?? session.login, host: session.host,
        proof: session.proof, now: now()), notices: notices)
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
        try SessionFile(of: file, disk).look(&sessions.known)
        return true
      }
    }
    if isThere == nil { sessions.known = KnownSessions() }
  }
}

// MARK: Ends

extension FileStore {
  func endLogins(_ logins: ChosenLogins) async throws(AccountsError) -> [BrowserLogin] {
    do throws(AccountsError) {
      return try await uncancelled { () throws(AccountsError) in try await self.end(logins) }
    } catch {
      refuse(logins)
      throw error
    }
  }

  /// Refuses logins here from the next request on.
  private func refuse(_ logins: ChosenLogins) {
    sessions.refused.refuse(sessions.known.table.logins(logins), at: now())
    if case .ids(let ids) = logins { sessions.refused.refuse(ids: ids, at: now()) }
  }

  /// Writes the end of logins, and of those that wait for it.
  private func end(_ logins: ChosenLogins) async throws(AccountsError) -> [BrowserLogin] {
    guard try onDisk({ () throws(DiskFault) in try located(areSessionsBeside) }) ?? false,
      let lock = try await lockSessions()
    else {
      refuse(logins)
      return []
    }
    defer { disk.unlock(lock) }
    return try onDisk { () throws(DiskFault) in try end(logins, lock) }
  }

  /// Writes the end of logins under the lock.
  private func end(
    _ logins: ChosenLogins, _ lock: FileLock
  ) throws(DiskFault) -> [BrowserLogin] {
    for _ in 0..<Self.sessionAttempts {
      guard let file = try sessionFile(lock), try openSessions(file) else {
        refuse(logins)
        return []
      }
      let waiting = sessions.refused.ids
      let (table, now) = (sessions.known.table, now())
      let written = waiting.filter { table.login($0) != nil }
      let gone = table.ending(logins)
      var all = (gone?.table ?? table).ending(.ids(waiting))?.table ?? gone?.table
      // Lines that cannot be read may be of anybody.
      if all == nil, sessions.known.unreadable > 0 { all = table }
      if let all {
        guard try file.replace(&sessions.known, with: all.alive(at: now)) else { continue }
      }
      sessions.refused.noteEnds(of: waiting, written: written)
      return gone?.ended.filter { !waiting.contains($0.id) && $0.ends > now } ?? []
    }
    throw lock.file.fault(.write, .errno(EAGAIN))
  }

  /// Reads the sessions for writing; returns false if there are none.
  private func openSessions(_ file: SessionFile) throws(DiskFault) -> Bool {
    guard let (descriptor, stamp) = try file.side.open(O_RDWR) else {
      sessions.known = KnownSessions()
      return false
    }
    defer { disk.close(descriptor) }
    try sessions.known.read(file.side, descriptor, stamp)
    return true
  }

  func endSoon(_ logins: [BrowserLogin]) {
    sessions.refused.refuse(logins, at: now())
    awaitEnds()
  }

  /// Writes the ends of refused logins after a second, so that those of many are one write. Where that
  /// fails, the next request says so once, and each tries it again.
  private func awaitEnds() {
    guard !sessions.refused.isEndAwaited else { return }
    sessions.refused.isEndAwaited = true
    Task {
      try? await Task.sleep(for: .seconds(1))
      await writeEnds()
    }
  }

  private func writeEnds() async {
    defer { sessions.refused.isEndAwaited = false }
    guard !sessions.refused.unwritten.isEmpty else { return }
    do throws(AccountsError) { _ = try await end(.ids([])) } catch { sessions.refused.note(error) }
  }
}

// MARK: With a change of the accounts

/// The logins that ended with a change of the accounts.
struct EndsOfChange {
  private(set) var count = 0
  /// The accounts whose logins could not be ended, and why.
  private(set) var fault: (names: [String], error: AccountsError)?

  init(count: Int = 0, fault: (names: [String], error: AccountsError)? = nil) {
    (self.count, self.fault) = (count, fault)
  }

  /// Adds those of a later attempt to write the change.
  mutating func add(_ later: EndsOfChange) {
    count += later.count
    fault = later.fault
  }

  var notices: [Notice] {
    let ended = count > 0 ? [Notice.loginsEnded(count)] : []
    return ended + (fault.map { [.loginsNotEnded(names: $0.names, $0.error)] } ?? [])
  }
}

extension FileStore {
  /// The right to write sessions during a change of the accounts.
  enum SessionsOfChange {
    /// There were none when the change began.
    case none
    case locked(FileLock)
    /// The lock could not be taken.
    case fault(AccountsError)
  }

  /// Takes the lock of the sessions, if there are some. The caller holds that of the accounts, which is
  /// always taken first.
  func sessionsOfChange(_ accounts: DirectoryFile) async throws(AccountsError) -> SessionsOfChange {
    do throws(AccountsError) {
      let areThere = try onDisk { () throws(DiskFault) in try areSessionsBeside(accounts) ?? false }
      guard areThere, let lock = try await lockSessions() else { return .none }
      return .locked(lock)
    } catch .cancelled {
      throw .cancelled
    } catch {
      return .fault(error)
    }
  }

  /// Ends the logins that a change ends, before the accounts are replaced.
  func endLogins(with recording: HistoryDraft, _ sessions: SessionsOfChange) -> EndsOfChange {
    switch sessions {
    case .none: return EndsOfChange()
    case .fault(let error): return notEnded(with: recording, of: nil, error)
    case .locked(let lock):
      var known: Set<AccountName>?
      do throws(AccountsError) {
        return try onDisk { () throws(DiskFault) in
          guard let file = try sessionFile(lock), try openSessions(file) else {
            return EndsOfChange()
          }
          let accounts = self.sessions.known.table.accounts
          known = accounts
          let names = recording.namesWithoutLogins(of: accounts)
          guard !names.isEmpty else { return EndsOfChange() }
          return EndsOfChange(count: try end(.names(names), lock).count)
        }
      } catch {
        return notEnded(with: recording, of: known, error)
      }
    }
  }

  /// Ends logins after a change, where the first one began while it was written.
  func endLateLogins(
    with recording: HistoryDraft, beside accounts: DirectoryFile
  ) async -> EndsOfChange {
    do throws(AccountsError) {
      let areThere = try onDisk { () throws(DiskFault) in try areSessionsBeside(accounts) ?? false }
      guard areThere else { return EndsOfChange() }
      let names = recording.namesWithoutLogins(of: nil)
      guard !names.isEmpty else { return EndsOfChange() }
      return EndsOfChange(count: try await endLogins(.names(names)).count)
    } catch {
      return notEnded(with: recording, of: nil, error)
    }
  }

  private func notEnded(
    with recording: HistoryDraft, of known: Set<AccountName>?, _ error: AccountsError
  ) -> EndsOfChange {
    let names = recording.namesWithoutLogins(of: known).map(\.text).sorted()
    return EndsOfChange(fault: names.isEmpty ? nil : (names, error))
  }

  private func areSessionsBeside(_ accounts: DirectoryFile) throws(DiskFault) -> Bool? {
    try disk.stamp(of: SideFile(.sessions, of: accounts, disk).file, for: .read) != nil
  }

  /// Waits for the lock of the sessions; nil if there are no accounts.
  private func lockSessions() async throws(AccountsError) -> FileLock? {
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
  private func sessionFile(_ lock: FileLock) throws(DiskFault) -> SessionFile? {
    let model = try SideFile.model(of: lock.file, disk)
    return model.isThere ? SessionFile(of: lock.file, disk, like: model) : nil
  }
}
