public import Accounts

extension PersonalRegistry {
  /// The accounts in a documents directory: `accounts.json`, and beside it the session, the draft, the
  /// history and the failed logins.
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
  public init(
    documents: String, today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher()
  ) {
    self.init(Registry(documents: documents, today: today, hasher: hasher), sessionIn: documents)
  }

  /// The accounts of a registry, with the session and the draft in files.
  package init(_ registry: Registry, sessionIn directory: String) {
    self.init(registry, sessions: SessionFiles(directory: directory, disk: registry.disk))
  }
}
