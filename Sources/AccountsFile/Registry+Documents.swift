@_exported public import Accounts
import Glibc

extension Registry {
  /// The accounts in a documents directory: `accounts.json`, and beside it the history and the failed
  /// logins. No session is read or written, whatever is in the directory.
  ///
  /// All file work runs on a background queue. Many processes may share a directory.
  ///
  ///     let registry = Registry(documents: "/srv/app/accounts")
  ///
  /// - Parameters:
  ///   - documents: the directory; it need not exist.
  ///   - today: the local date, used to compute ages; the system's by default. It is evaluated for
  ///     every call: a long-running program passes a function's value.
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
      throttle: ThrottleFile(directory: documents, disk: disk, now: now),
      today: today(), hasher: hasher, user: disk.userName())
  }

  /// Everything that is wrong with another accounts file, and everything worth a warning.
  public func check(file path: String) async throws -> CheckReport {
    let other = FileStore(path: path, today: today(), disk: disk)
    guard try await other.load().text != nil else {
      throw AccountsError.disk(DiskFault(action: .read, path: path, reason: .missing))
    }
    var findings = try await other.checked(hasher.judge())
    // It need not be in a documents directory.
    findings.beside = []
    return findings
  }

  /// The bytes of a file that is to be imported.
  public func text(ofFile path: String) async throws -> [UInt8] {
    try await FileStore(path: path, today: today(), disk: disk).bytes()
  }

  /// Puts bytes in a file's place as durably as accounts are written: completely or not at all, with
  /// mode 0600. A device or a descriptor such as `/dev/fd/3` is only written to. The files of the
  /// accounts are refused.
  ///
  /// - Parameter ifChanged: whether a file that holds these bytes is left alone, and another one
  ///   keeps its mode and owner: it belongs to a program that reads it.
  /// - Returns: whether anything was written.
  public func write(
    _ bytes: [UInt8], toFile path: String, ifChanged: Bool = false
  ) async throws -> Done<Bool> {
    try await FileStore(path: path, today: today(), disk: disk)
      .overwrite(with: bytes, ifChanged: ifChanged, sparing: store as? FileStore)
  }

  /// The disk that the accounts are on; for accounts elsewhere, one of its own.
  private var disk: Disk { (store as? FileStore)?.disk ?? Disk(queue: DiskQueue()) }
}

/// The name of the user who runs the program, or the number.
package func systemUserName() -> String { Disk(queue: DiskQueue()).userName() }

extension CalendarDay {
  /// Today, where the system's clock and time zone say.
  public static var ofSystem: CalendarDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? .distantPast
  }
}
