public import Accounts

extension PersonalRegistry {
  /// The accounts in a documents directory: `accounts.json`, and beside it the session, the draft,
  /// the history, the record of logins and the count of failed ones.
  ///
  /// All file work runs on a background queue. Many processes may share a directory, and with it
  /// one session.
  ///
  ///     let personal = PersonalRegistry(documents: "/home/ada/Documents/regapp")
  ///
  /// - Parameters:
  ///   - documents: the directory; it need not exist.
  ///   - today: returns the user's local date for ages and states; by default the system's.
  ///   - hasher: makes and checks password hashes.
  ///   - logsLogins: records logins beside the accounts, and writes them to the system's log; the
  ///     rulebook may switch this off too.
  public init(
    documents: String, today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher(), logsLogins: Bool = true
  ) {
    self.init(
      Registry(documents: documents, today: today, hasher: hasher, logsLogins: logsLogins),
      sessionIn: documents)
  }

  /// A registry with its session and draft in files.
  package init(_ registry: Registry, sessionIn directory: String) {
    let files = SessionFiles(
      directory: directory, beside: registry.store as? FileStore, disk: registry.disk)
    self.init(registry, sessions: files)
  }
}
