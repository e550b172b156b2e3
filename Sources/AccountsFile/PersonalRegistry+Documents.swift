public import Accounts

extension PersonalRegistry {
  /// The accounts in a documents directory: `accounts.json`, and beside it the session, the draft, the
  /// history, the record of logins and the count of failed ones.
  ///
  /// All file work runs on a background queue. Many processes may share a directory: they have one
  /// session.
  ///
  ///     let personal = PersonalRegistry(documents: "/home/ada/Documents/regapp")
  ///
  /// - Parameters:
  ///   - documents: the directory; it need not exist.
  ///   - today: returns the user's local date, by which ages and states are judged; by default the
  ///     system's.
  ///   - hasher: makes and checks password hashes.
  ///   - logsLogins: whether logins are recorded beside the accounts, and told to the system's log; the
  ///     rulebook may switch that off too.
  public init(
    documents: String, today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher(), logsLogins: Bool = true
  ) {
    self.init(
      Registry(documents: documents, today: today, hasher: hasher, logsLogins: logsLogins),
      sessionIn: documents)
  }

  /// The accounts of a registry, with the session and the draft in files.
  package init(_ registry: Registry, sessionIn directory: String) {
    self.init(registry, sessions: SessionFiles(directory: directory, disk: registry.disk))
  }
}
