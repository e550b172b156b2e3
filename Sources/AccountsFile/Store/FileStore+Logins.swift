import Accounts
import AccountsDocument

extension FileStore {
  func add(_ outcome: LoginOutcome) async throws(AccountsError) {
    // A login waits no longer for the record alone.
    try await add(outcome, for: 200) { _, _ in }
  }

  /// Records an outcome, after another step under the same lock. Throws faults only the first time.
  func add(
    _ outcome: LoginOutcome, for milliseconds: Int?,
    after first: (DirectoryFile, SideFile.Model) -> Void
  ) async throws(AccountsError) {
    var faults: [AccountsError] = []
    do throws(AccountsError) {
      try await beside(for: milliseconds) { accounts, model in
        first(accounts, model)
        faults = record(outcome, beside: accounts, like: model)
      }
    } catch {
      faults.append(error)
    }
    let isKnown = faults == loginFaults
    loginFaults = faults
    if let first = faults.first, !isKnown { throw first }
  }

  private func record(
    _ outcome: LoginOutcome, beside accounts: DirectoryFile, like model: SideFile.Model
  ) -> [AccountsError] {
    var faults: [AccountsError] = []
    let now = now()
    do throws(DiskFault) {
      try refuseExchange(accounts, model)
    } catch {
      return [.disk(error)]
    }
    do throws(DiskFault) {
      let cutShort = try LoginLines(of: accounts, disk, like: model).append(outcome, at: now)
      if let cutShort { faults.append(.disk(cutShort)) }
    } catch {
      faults.append(.disk(error))
    }
    do throws(DiskFault) {
      // A failure under an unknown name must take as long as under a known one.
      try LastLoginFile(of: accounts, disk, like: model)
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
    try await beside(ifThere: .logins, .lastLogins) { accounts, model throws(DiskFault) in
      let removals = Dictionary(names.map { ($0, AccountName?.none) }) { first, _ in first }
      let isInLines = try LoginLines(of: accounts, disk, like: model).rename(removals)
      let isInTable = try LastLoginFile(of: accounts, disk, like: model).forget(names)
      return isInLines || isInTable
    } ?? false
  }

  /// Moves the record to accounts' new names, and drops removed accounts; returns the fault.
  func follow(_ recording: ChangeRecording, _ accounts: DirectoryFile) async -> AccountsError? {
    guard recording.changesNames else { return nil }
    do throws(AccountsError) {
      try await uncancelled { () throws(AccountsError) in
        try await self.beside(ifThere: .logins, .lastLogins) {
          accounts, model throws(DiskFault) in
          try self.refuseExchange(accounts, model)
          let changes = recording.nameChanges
          var names: [AccountName: AccountName?] = [:]
          for change in changes { if let old = change.old { names[old] = .some(change.new) } }
          _ = try LoginLines(of: accounts, self.disk, like: model).rename(names)
          try LastLoginFile(of: accounts, self.disk, like: model).follow(changes)
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Throws if root has read accounts of another owner than those that are there: somebody may have
  /// put these under the name, to get what the record says of the others.
  private nonisolated func refuseExchange(
    _ accounts: DirectoryFile, _ model: SideFile.Model
  ) throws(DiskFault) {
    guard disk.calls.user() == 0,
      disk.readers.seen.contains(where: { $0.owner != model.stamp.owner })
    else { return }
    throw accounts.fault(.write, .exchanged)
  }

  /// The accounts file in its directory, which the caller closes.
  func locateForWriting() throws(DiskFault) -> DirectoryFile {
    let directory = try disk.directory(FilePath.directory(of: path), for: .write, orMissing: path)
    return try disk.locate(path, from: directory, for: .write)
  }

  /// Calls `body` with the accounts file, and its owner and users, under the lock of the files
  /// beside it, if there are accounts.
  ///
  /// - Parameters:
  ///   - names: files of which one must exist; empty for no condition.
  ///   - milliseconds: the waiting time for the lock; nil for the usual one.
  @discardableResult
  func beside<Result>(
    ifThere names: SideFile.Name..., for milliseconds: Int? = nil,
    _ body: (DirectoryFile, SideFile.Model) throws(DiskFault) -> Result?
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
      () throws(DiskFault) in try locateForWriting()
    }
    defer { disk.unlock(lock) }
    return try onDisk { () throws(DiskFault) -> Result? in
      let model = try SideFile.model(of: lock.file, disk)
      return model.isThere ? try body(lock.file, model) : nil
    }
  }
}
