@_exported public import Accounts
public import AccountsFile

extension Registry {
  /// The accounts in a database.
  ///
  ///     let address = try DatabaseAddress("postgres://db1,db2/accounts")
  ///     let registry = Registry(database: address)
  ///
  /// - Parameters:
  ///   - address: where the database is; nothing is asked of it yet.
  ///   - today: returns the local date, by which ages and states are judged; by default the
  ///     system's.
  ///   - hasher: makes and checks password hashes.
  ///   - logsLogins: whether logins are recorded in the database, and told to the system's log; the
  ///     rulebook may switch that off too.
  public init(
    database address: DatabaseAddress,
    today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher(), logsLogins: Bool = true
  ) {
    self.init(
      database: address, today: today, hasher: hasher, log: .ofSystem, logsLogins: logsLogins,
      libpq: Libpq())
  }

  /// - Parameter log: where lines about logins go; nil for nowhere.
  package init(
    database address: DatabaseAddress,
    today: @escaping @Sendable () -> CalendarDay,
    hasher: PasswordHasher = PasswordHasher(), log: LoginLog? = nil, logsLogins: Bool = true,
    libpq: Libpq = Libpq()
  ) {
    let store = PostgresStore(address, today: today, libpq: libpq)
    self.init(
      store: store, throttle: store, today: today, hasher: hasher, log: log,
      logsLogins: logsLogins, user: systemUserName)
  }
}

extension PersonalRegistry {
  /// The accounts in a database; the session and the draft are in files on this machine.
  ///
  ///     let address = try DatabaseAddress("postgres://db1,db2/accounts")
  ///     let personal = PersonalRegistry(
  ///       database: address, session: "/home/ada/.local/state/regapp/db")
  ///
  /// The other parameters are those of `Registry(database:)`.
  ///
  /// - Parameter directory: where the session and the draft are kept; it need not exist.
  public init(
    database address: DatabaseAddress, session directory: String,
    today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher(), logsLogins: Bool = true
  ) {
    self.init(
      Registry(database: address, today: today, hasher: hasher, logsLogins: logsLogins),
      sessionIn: directory)
  }
}
