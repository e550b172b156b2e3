// The ends of logins in browsers. Each is a file without the lines of the login, on the disk before
// it is answered. Logins that are to end while others are written wait for one write; so however
// many come, the file is not written more often than the disk can.

import Accounts
import AccountsDocument
import Glibc

extension FileStore {
  /// Ends logins, on the disk before it returns. Logins that are to end while others are written,
  /// or while the lock is held, are written together.
  func endLogins(_ logins: ChosenLogins) async throws(AccountsError) -> Outcome<[BrowserLogin]> {
    let place = sessions.awaited.count
    sessions.awaited.append(logins)
    // A task of its own does not learn that this one is cancelled.
    let writing = sessions.writing ?? Task { await writeAwaited() }
    sessions.writing = writing
    do throws(AccountsError) { return try await writing.value.get()[place] } catch {
      refuse(logins)
      throw error
    }
  }

  /// Refuses logins here from the next request on.
  private func refuse(_ logins: ChosenLogins) {
    sessions.refused.refuse(sessions.known.table.logins(logins), at: now())
    if case .ids(let ids) = logins { sessions.refused.refuse(ids: ids, at: now()) }
  }

  /// Writes the ends that wait, once it has the lock; returns the logins of each that ended.
  private func writeAwaited() async -> Result<[Outcome<[BrowserLogin]>], AccountsError> {
    var lock: FileLock?
    do throws(AccountsError) {
      if try onDisk({ () throws(DiskFault) in try located(areSessionsBeside) }) ?? false {
        lock = try await lockSessions()
      }
    } catch {
      _ = takeAwaited()
      return .failure(error)
    }
    defer { if let lock { disk.unlock(lock) } }
    let logins = takeAwaited()
    do throws(AccountsError) { return .success(try await end(logins, lock)) } catch {
      return .failure(error)
    }
  }

  /// The ends that wait. Ends that come from here on are written next.
  private func takeAwaited() -> [ChosenLogins] {
    defer { (sessions.awaited, sessions.writing) = ([], nil) }
    return sessions.awaited
  }

  /// Writes ends under the lock; without it there are no sessions, or no accounts.
  private func end(
    _ logins: [ChosenLogins], _ lock: FileLock?
  ) async throws(AccountsError) -> [Outcome<[BrowserLogin]>] {
    for _ in 0..<Self.sessionAttempts {
      guard let lock,
        let opened = try onDisk({ () throws(DiskFault) in try openSessions(lock) })
      else {
        for some in logins { refuse(some) }
        return logins.map { _ in Outcome([]) }
      }
      defer { disk.close(opened.descriptor) }
      let ends = try onDisk { () throws(DiskFault) in try planned(logins, opened) }
      if let rewrite = ends.rewrite {
        guard try await write(rewrite, opened.file, opened.descriptor) else { continue }
      }
      return note(ends)
    }
    throw .keepsChanging(subject: SideFile.name(.sessions, of: FilePath.name(of: path)))
  }

  private struct LoginEnds {
    /// Nil if the file stays as it is.
    let rewrite: SessionRewrite?
    let ended: [[BrowserLogin]]
    /// The refused logins, of which nothing is in the file then, and those that were in it.
    let refused: Set<BrowserLogin.ID>
    let written: Set<BrowserLogin.ID>
    /// How many sessions cannot be read, and are not in the file then either.
    let unreadable: Int
  }

  private typealias OpenSessions = (file: SessionFile, descriptor: Int32)

  /// Opens the sessions under the lock, and reads them; nil if there are none.
  private func openSessions(_ lock: FileLock) throws(DiskFault) -> OpenSessions? {
    guard let file = try sessionFile(lock), let (descriptor, stamp) = try file.side.open(O_RDWR)
    else {
      sessions.known = KnownSessions()
      return nil
    }
    do throws(DiskFault) { try sessions.known.read(file.side, descriptor, stamp) } catch {
      disk.close(descriptor)
      throw error
    }
    return (file, descriptor)
  }

  /// The ends of logins, and of those that are refused.
  private func planned(
    _ logins: [ChosenLogins], _ opened: OpenSessions
  ) throws(DiskFault) -> LoginEnds {
    let (table, now, refused) = (sessions.known.table, now(), sessions.refused.ids)
    var leaving = table.none
    let written = Set(table.add(.ids(refused), to: &leaving).map(\.id))
    let ended = logins.map { table.add($0, to: &leaving).filter { $0.ends > now } }
    // Lines that cannot be read may be of anybody.
    guard !leaving.isEmpty || sessions.known.unreadable > 0 else {
      return LoginEnds(
        rewrite: nil, ended: ended, refused: refused, written: written, unreadable: 0)
    }
    table.addOver(at: now, to: &leaving)
    let rewrite = try opened.file.rewrite(
      sessions.known, without: leaving, adding: nil, from: opened.descriptor)
    return LoginEnds(
      rewrite: rewrite, ended: ended, refused: refused, written: written,
      unreadable: sessions.known.unreadable)
  }

  private func note(_ ends: LoginEnds) -> [Outcome<[BrowserLogin]>] {
    sessions.refused.noteEnds(of: ends.refused, written: ends.written)
    let notices = ends.unreadable > 0 ? [noticeOfUnreadable(ends.unreadable)] : []
    return ends.ended.map { Outcome($0, notices: notices) }
  }

  func endSoon(_ logins: [BrowserLogin]) {
    sessions.refused.refuse(logins, at: now())
    writeEndsSoon()
  }

  /// Has the ends of refused logins written, which are in every write of sessions.
  func writeEndsSoon() {
    sessions.refused.writeSoon { _ async throws(AccountsError) in
      _ = try await self.endLogins(.ids([]))
    }
  }
}

// MARK: With a change of the accounts

/// The logins that ended with a change of the accounts.
struct EndsOfChange {
  /// How many of which accounts.
  private(set) var counts: [String: Int] = [:]
  /// Of sessions that could not be read, and have ended, too.
  private var unreadable: [Notice] = []
  /// The accounts whose logins could not be ended, and why.
  private(set) var fault: (names: [String], error: AccountsError)?

  init(_ ended: Outcome<[BrowserLogin]> = Outcome([])) {
    (counts, unreadable) = (ended.value.counts, ended.notices)
  }

  init(fault: (names: [String], error: AccountsError)?) { self.fault = fault }

  /// Adds those of a later attempt to write the change.
  mutating func add(_ later: EndsOfChange) {
    counts.merge(later.counts, uniquingKeysWith: +)
    unreadable += later.unreadable
    fault = later.fault
  }

  var notices: [Notice] {
    let ended = counts.isEmpty ? [] : [Notice.loginsEnded(counts)]
    return ended + unreadable + (fault.map { [.loginsNotEnded(names: $0.names, $0.error)] } ?? [])
  }
}

extension FileStore {
  /// The lock on the sessions, held while accounts change.
  enum SessionsOfChange {
    /// There were none when the change began.
    case none
    case locked(FileLock)
    /// The lock could not be taken.
    case fault(AccountsError)
  }

  /// Takes the lock of the sessions, if there are some. The caller holds that of the accounts,
  /// which is always taken first.
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
  func endLogins(with recording: ChangeRecording, _ sessions: SessionsOfChange) -> EndsOfChange {
    switch sessions {
    case .none: return EndsOfChange()
    case .fault(let error): return notEnded(with: recording, of: nil, error)
    case .locked(let lock):
      var known: Set<AccountName>?
      do throws(AccountsError) {
        return try onDisk { () throws(DiskFault) in
          try end(with: recording, lock) { known = $0 }
        }
      } catch {
        return notEnded(with: recording, of: known, error)
      }
    }
  }

  /// Writes the ends of a change.
  ///
  /// - Parameter beforeWrite: called with the accounts that have logins, before anything is
  ///   written.
  private func end(
    with recording: ChangeRecording, _ lock: FileLock, beforeWrite: (Set<AccountName>) -> Void
  ) throws(DiskFault) -> EndsOfChange {
    for _ in 0..<Self.sessionAttempts {
      guard let opened = try openSessions(lock) else { return EndsOfChange() }
      defer { disk.close(opened.descriptor) }
      let accounts = sessions.known.table.accounts
      beforeWrite(accounts)
      let names = recording.namesWithoutLogins(of: accounts)
      guard !names.isEmpty else { return EndsOfChange() }
      let ends = try planned([.names(names)], opened)
      if let rewrite = ends.rewrite {
        guard try opened.file.write(rewrite, from: opened.descriptor) else { continue }
        noteWritten(rewrite, opened.file)
      }
      return EndsOfChange(note(ends)[0])
    }
    throw lock.file.fault(.write, .errno(EAGAIN))
  }

  /// Ends logins after a change, if the first one began while it was written.
  func endLateLogins(
    with recording: ChangeRecording, beside accounts: DirectoryFile
  ) async -> EndsOfChange {
    do throws(AccountsError) {
      let areThere = try onDisk { () throws(DiskFault) in try areSessionsBeside(accounts) ?? false }
      guard areThere else { return EndsOfChange() }
      let names = recording.namesWithoutLogins(of: nil)
      guard !names.isEmpty else { return EndsOfChange() }
      return EndsOfChange(try await endLogins(.names(names)))
    } catch {
      return notEnded(with: recording, of: nil, error)
    }
  }

  private func notEnded(
    with recording: ChangeRecording, of known: Set<AccountName>?, _ error: AccountsError
  ) -> EndsOfChange {
    let names = recording.namesWithoutLogins(of: known).map(\.text).sorted()
    return EndsOfChange(fault: names.isEmpty ? nil : (names, error))
  }
}
