public import Accounts
import Glibc

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
  ///   - today: the user's local date, used to compute ages; the system's by default. It is
  ///     evaluated for every call: a long-running program passes a function's value.
  ///   - hasher: makes and checks password hashes.
  public init(
    documents: String, today: @autoclosure @escaping @Sendable () -> CalendarDay = .ofSystem,
    hasher: PasswordHasher = PasswordHasher()
  ) {
    self.init(
      documents: documents, disk: Disk(queue: DiskQueue()), today: today(), hasher: hasher)
  }

  /// - Parameter now: the seconds since 1970, by which failed logins are slowed.
  init(
    documents: String, disk: Disk, today: @autoclosure @escaping @Sendable () -> CalendarDay,
    hasher: PasswordHasher, now: @escaping @Sendable () -> Int = { time(nil) }
  ) {
    self.init(
      store: FileStore(
        path: "\(documents)/accounts.json", today: today(), disk: disk, now: now),
      sessions: SessionFiles(directory: documents, disk: disk),
      throttle: ThrottleFile(directory: documents, disk: disk, now: now),
      today: today(), hasher: hasher, user: disk.userName())
  }

  /// Accounts in another store, whose session and draft are in files.
  package init(
    store: some AccountStore, sessionIn directory: String, throttle: some LoginThrottle,
    today: @autoclosure @escaping @Sendable () -> CalendarDay, hasher: PasswordHasher
  ) {
    let disk = Disk(queue: DiskQueue())
    self.init(
      store: store, sessions: SessionFiles(directory: directory, disk: disk), throttle: throttle,
      today: today(), hasher: hasher, user: disk.userName())
  }
}
