public import Accounts
import AccountsDocument

extension Registry {
  /// Creates accounts that may have comments, `accounts.jsonc`, as ``initialise(_:withSamples:)``
  /// does.
  ///
  /// - Parameter lines: the lines of the first comment.
  public func initialise(
    _ rulebook: Rulebook, withSamples: Bool = false, explainedBy lines: [String]
  ) async throws(AccountsError) -> Outcome<[String]> {
    guard let store = store as? FileStore else { throw .lacks(.comments) }
    return try await initialise(rulebook, withSamples: withSamples) {
      accounts, attribution throws(AccountsError) in
      try await store.createWithComments(rulebook, accounts, lines, attribution)
    }
  }

  /// Allows comments in existing accounts: renames `accounts.json` to `accounts.jsonc`. Returns
  /// false if there is neither; throws `alreadyInitialised` if it has this name.
  public func allowComments() async throws(AccountsError) -> Bool {
    guard let store = store as? FileStore else { throw .lacks(.comments) }
    return try await store.allowComments()
  }
}

extension FileStore {
  fileprivate func createWithComments(
    _ rulebook: Rulebook, _ accounts: [FieldValues], _ lines: [String], _ attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void> {
    guard case .documents(let directory) = source else { throw .lacks(.comments) }
    try onDisk { () throws(DiskFault) in try choose() }
    // As long as this lock is held, the other file is not begun.
    let lock = try await disk.lock { () throws(DiskFault) in
      try disk.makeDirectory(source.directory).file(AccountsPath.plain)
    }
    defer { disk.unlock(lock) }
    let stamp = try onDisk { () throws(DiskFault) in try disk.stamp(of: lock.file, for: .write) }
    guard stamp == nil else { throw .alreadyInitialised(subject: path) }
    let store = FileStore(
      source: .newWithComments(directory), today: today, disk: disk, now: now)
    let comment = lines.map { "// \($0)\n" }.joined()
    return try await store.create(
      rulebook, accounts, startingWith: Array(comment.utf8), attribution)
  }

  fileprivate func allowComments() async throws(AccountsError) -> Bool {
    guard case .documents = source else { throw .lacks(.comments) }
    try onDisk { () throws(DiskFault) in try choose() }
    guard path == source.usual else { throw .alreadyInitialised(subject: path) }
    let isThere = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) in try disk.stamp(of: file, for: .write) }
    }
    guard isThere != nil else { return false }
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    guard path == source.usual else { throw .alreadyInitialised(subject: path) }
    let old = path
    try onDisk { () throws(DiskFault) in
      guard let directory = try disk.directory(source.directory, for: .write) else { return }
      defer { disk.close(directory) }
      guard try disk.stamp(of: directory.file(AccountsPath.commented), for: .write) == nil else {
        throw source.fault
      }
      try disk.rename(directory.file(AccountsPath.plain), to: AccountsPath.commented)
      try? disk.remove(AccountsIndex.file(of: lock.file))
    }
    forget()
    return old == source.usual
  }
}
