@_exported public import Accounts
import Glibc

extension Registry {
  /// The accounts in a documents directory: `accounts.json`, or `accounts.jsonc` if only that
  /// exists, with the history, the record of logins and the count of failed ones. Ignores any
  /// session in the directory.
  ///
  /// All file work runs on a background queue. Many processes may share a directory.
  ///
  ///     let registry = Registry(documents: "/srv/app/accounts")
  ///
  /// - Parameters:
  ///   - documents: the directory; it need not exist.
  ///   - today: returns the local date for ages and states; by default the system's.
  ///   - hasher: makes and checks password hashes.
  ///   - logsLogins: records logins beside the accounts, and writes them to the system's log; the
  ///     rulebook may switch this off too.
  public init(
    documents: String, today: @escaping @Sendable () -> CalendarDay = { .ofSystem },
    hasher: PasswordHasher = PasswordHasher(), logsLogins: Bool = true
  ) {
    self.init(
      documents: documents, disk: Disk(queue: DiskQueue()), today: today, hasher: hasher,
      log: .ofSystem, logsLogins: logsLogins)
  }

  /// - Parameters:
  ///   - mayBegin: treats a missing accounts file as an empty one; otherwise it is `storeMissing`.
  ///   - log: writes lines about logins; nil for none.
  ///   - now: the seconds since 1970, for slowing failed logins.
  package init(
    documents: String, mayBegin: Bool = true, today: @escaping @Sendable () -> CalendarDay,
    hasher: PasswordHasher, log: LoginLog?,
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) {
    self.init(
      documents: documents, mayBegin: mayBegin, disk: Disk(queue: DiskQueue()), today: today,
      hasher: hasher, log: log, now: now)
  }

  /// The accounts for a program that looks them up again and again: it holds their directory, and
  /// what it found there while nothing has changed. Missing accounts are `storeMissing`.
  package init(
    holding documents: String, today: @escaping @Sendable () -> CalendarDay,
    hasher: PasswordHasher, log: LoginLog?, now: @escaping @Sendable () -> Int
  ) {
    self.init(
      documents: documents, mayBegin: false, disk: Disk(queue: DiskQueue()), today: today,
      hasher: hasher, log: log, now: now, holdsDirectory: true)
  }

  init(
    documents: String, mayBegin: Bool = true, disk: Disk,
    today: @escaping @Sendable () -> CalendarDay, hasher: PasswordHasher, log: LoginLog? = nil,
    logsLogins: Bool = true, now: @escaping @Sendable () -> Int = { time(nil) },
    holdsDirectory: Bool = false
  ) {
    let store = FileStore(
      source: .documents(documents), mayBegin: mayBegin, today: today, disk: disk, now: now,
      holdsDirectory: holdsDirectory)
    self.init(
      store: store, throttle: store, today: today, hasher: hasher, log: log,
      logsLogins: logsLogins, user: disk.userName)
  }

  package func missingFile() async throws(AccountsError) -> String? {
    try await (store as? FileStore)?.missingFile()
  }

  /// The keys that close accounts of a file, as a check of it says; nothing of a database, which is
  /// not read whole for it.
  package func unknownKeys() async -> [Problem] {
    let found = try? await (store as? FileStore)?.checked(hasher)
    return found?.errors.filter { $0.rule.meaningOfKey != nil } ?? []
  }

  /// All problems and warnings of another accounts file.
  public func check(file path: String) async throws(AccountsError) -> CheckReport {
    let other = FileStore(source: .file(path), today: today, disk: disk)
    guard try await other.load().text != nil else {
      throw .disk(DiskFault(action: .read, path: path, reason: .missing))
    }
    var findings = try await other.checked(hasher)
    // It need not be in a documents directory.
    findings.beside = []
    return findings
  }

  /// The accounts' disk; for accounts elsewhere, a separate one.
  var disk: Disk { (store as? FileStore)?.disk ?? Disk(queue: DiskQueue()) }
}

/// The name of the user who runs the program, or the number.
package func systemUserName() -> String { Disk(queue: DiskQueue()).userName() }

extension CalendarDay {
  /// Today, by the system's clock and time zone.
  public static var ofSystem: CalendarDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? .distantPast
  }
}
