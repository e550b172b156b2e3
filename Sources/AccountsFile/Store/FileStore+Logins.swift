import Accounts
import AccountsText
import Glibc

extension FileStore {
  func add(_ outcome: LoginOutcome) async throws(AccountsError) {
    var faults: [AccountsError] = []
    do throws(AccountsError) {
      try await beside { accounts, model throws(AccountsError) in
        let now = now()
        do throws(AccountsError) {
          try await LoginLines(of: accounts, model, disk).append(outcome, at: now)
        } catch {
          faults.append(error)
        }
        // What fails for a name that nobody has takes as long as for one that somebody has.
        let name = AccountName(outcome.account ?? "")
        try await LastLoginFile(of: accounts, model, disk)
          .note(name, isSuccess: outcome.answer == .yes, at: now)
      }
    } catch {
      faults.append(error)
    }
    let isKnown = faults == loginFaults
    loginFaults = faults
    if let first = faults.first, !isKnown { throw first }
  }

  func lastLogins(of names: [AccountName]?) throws(AccountsError) -> LastLogins? {
    try onDisk { () throws(DiskFault) in
      try disk.located(path) { accounts throws(DiskFault) in
        let model = try SideFile.model(of: accounts, disk)
        guard model.isThere else { return nil }
        return try LastLoginFile(of: accounts, model, disk).logins(of: names)
      }
    }
  }

  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool {
    var isFound = false
    try await beside { accounts, model throws(AccountsError) in
      let gone = Dictionary(names.map { ($0, AccountName?.none) }) { first, _ in first }
      isFound = try await LoginLines(of: accounts, model, disk).rename(gone)
      if try await LastLoginFile(of: accounts, model, disk).forget(names) { isFound = true }
    }
    return isFound
  }

  /// Lets the record follow accounts that came, got another name, or are gone; returns why it could not.
  func follow(_ recording: HistoryDraft, _ accounts: DirectoryFile) async -> AccountsError? {
    let changes = recording.nameChanges(addsAll: false)
    guard !changes.isEmpty || recording.addsAccounts else { return nil }
    do throws(AccountsError) {
      try await uncancelled { () throws(AccountsError) in
        try await self.follow(changes, recording, accounts)
      }
      return nil
    } catch {
      return error
    }
  }

  private func follow(
    _ changes: [NameChange], _ recording: HistoryDraft, _ accounts: DirectoryFile
  ) async throws(AccountsError) {
    let model = try onDisk { () throws(DiskFault) in try SideFile.model(of: accounts, disk) }
    var names: [AccountName: AccountName?] = [:]
    for change in changes { if let old = change.old { names[old] = .some(change.new) } }
    _ = try await LoginLines(of: accounts, model, disk).rename(names)
    try await LastLoginFile(of: accounts, model, disk).follow {
      recording.addsAccounts ? recording.nameChanges(addsAll: true) : changes
    }
  }

  /// Calls `body` with the accounts file, if there is one, in its directory, which is open.
  private func beside(
    _ body: (DirectoryFile, SideFile.Model) async throws(AccountsError) -> Void
  ) async throws(AccountsError) {
    let found = try onDisk { () throws(DiskFault) -> DirectoryFile? in
      guard let directory = try disk.directory(FilePath.directory(of: path), for: .read) else {
        return nil
      }
      return try disk.locate(path, from: directory, for: .read)
    }
    guard let accounts = found else { return }
    defer { disk.close(accounts.directory) }
    let model = try onDisk { () throws(DiskFault) in try SideFile.model(of: accounts, disk) }
    // Nothing is kept beside accounts that are not there.
    if model.isThere { try await body(accounts, model) }
  }
}
