import Accounts
import AccountsDocument
import Glibc

extension FileStore {
  func add(_ outcome: LoginOutcome) async throws(AccountsError) {
    // A login waits no longer for the record alone.
    try await add(outcome, for: 200) { _ in }
  }

  /// Records an outcome, after another step under the same lock. Throws faults only the first time.
  func add(
    _ outcome: LoginOutcome, for milliseconds: Int?,
    after first: (DirectoryFile) -> Void
  ) async throws(AccountsError) {
    var faults: [AccountsError] = []
    do throws(AccountsError) {
      try await beside(for: milliseconds) { accounts in
        first(accounts)
        faults = record(outcome, beside: accounts)
      }
    } catch {
      faults.append(error)
    }
    let isKnown = faults == loginFaults
    loginFaults = faults
    if let first = faults.first, !isKnown { throw first }
  }

  private func record(
    _ outcome: LoginOutcome, beside accounts: DirectoryFile
  ) -> [AccountsError] {
    var faults: [AccountsError] = []
    let now = now()
    do throws(DiskFault) {
      let cutShort = try LoginLines(of: accounts, disk).append(outcome, at: now)
      if let cutShort { faults.append(.disk(cutShort)) }
    } catch {
      faults.append(.disk(error))
    }
    do throws(DiskFault) {
      // A failure under an unknown name must take as long as under a known one.
      try LastLoginFile(of: accounts, disk)
        .note(AccountName(outcome.counted ?? ""), isSuccess: outcome.answer == .yes, at: now)
    } catch {
      faults.append(.disk(error))
    }
    return faults
  }

  func lastLogins(of names: [AccountName]?) throws(AccountsError) -> LastLogins? {
    try onDisk { () throws(DiskFault) in
      try disk.located(path) { accounts throws(DiskFault) in
        guard try SideFile.model(of: accounts, disk).isThere else { return nil }
        return try LastLoginFile(of: accounts, disk).logins(of: names)
      }
    }
  }

  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool {
    try await beside(ifThere: .logins, .lastLogins) { accounts throws(DiskFault) in
      let removals = Dictionary(names.map { ($0, AccountName?.none) }) { first, _ in first }
      let isInLines = try LoginLines(of: accounts, disk).rename(removals)
      let isInTable = try LastLoginFile(of: accounts, disk).forget(names)
      return isInLines || isInTable
    } ?? false
  }

  /// Moves the record to accounts' new names, and drops removed accounts; returns the fault.
  func follow(_ recording: HistoryDraft, _ accounts: DirectoryFile) async -> AccountsError? {
    guard recording.changesNames else { return nil }
    do throws(AccountsError) {
      try await uncancelled { () throws(AccountsError) in
        try await self.beside(ifThere: .logins, .lastLogins) {
          accounts throws(DiskFault) in
          let changes = recording.nameChanges
          var names: [AccountName: AccountName?] = [:]
          for change in changes { if let old = change.old { names[old] = .some(change.new) } }
          _ = try LoginLines(of: accounts, self.disk).rename(names)
          try LastLoginFile(of: accounts, self.disk).follow(changes)
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Calls `body` with the accounts file under the lock of the files beside it, if there are
  /// accounts.
  ///
  /// - Parameters:
  ///   - names: files of which one must exist; empty for no condition.
  ///   - milliseconds: the waiting time for the lock; nil for the usual one.
  @discardableResult
  func beside<Result>(
    ifThere names: SideFile.Name..., for milliseconds: Int? = nil,
    _ body: (DirectoryFile) throws(DiskFault) -> Result?
  ) async throws(AccountsError) -> Result? {
    // Nothing is kept beside accounts that are not there.
    let name = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) -> String? in
        guard try disk.stamp(of: file, for: .write) != nil else { return nil }
        for name in names {
          let side = SideFile(name, of: file, disk).file
          if try disk.stamp(of: side, for: .write) != nil { return file.name }
        }
        return names.isEmpty ? file.name : nil
      }
    }
    guard let name else { return nil }
    let lock = try await disk.lock(SideFile.lock(of: name), for: milliseconds) {
      () throws(DiskFault) in
      guard let directory = try disk.directory(FilePath.directory(of: path), for: .write) else {
        throw DiskFault(action: .write, path: path, reason: .missing)
      }
      return try disk.locate(path, from: directory, for: .write)
    }
    defer { disk.unlock(lock) }
    return try onDisk { () throws(DiskFault) in
      try SideFile.model(of: lock.file, disk).isThere ? try body(lock.file) : nil
    }
  }
}
