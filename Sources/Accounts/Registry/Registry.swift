import Glibc

/// What a person can do with the accounts in one documents directory: register, log in, see,
/// edit, save, cancel, log out, list, remove, verify, check and seal.
///
/// It prints nothing, asks nothing and reads no environment. All file work runs on a background
/// queue and all hashing on threads of its own; every call suspends, and none blocks its caller.
/// Many processes may share a documents directory, and many tasks a registry.
///
///     let registry = Registry(documents: "/srv/app/accounts", today: today)
///     let outcome = try await registry.login(
///       LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1")))
///     print(outcome.account.email)
public struct Registry: Sendable {
  let base: any AccountBase
  let desk: Desk
  let throttle: ThrottleFile
  let hasher: PasswordHasher
  let today: @Sendable () -> CalendarDay

  /// - Parameters:
  ///   - documents: the documents directory; it need not exist.
  ///   - today: the user's own day, by which ages are told. What stands here is evaluated anew for
  ///     every call: a program that runs for days passes a function's value.
  ///   - hasher: makes and checks password hashes.
  public init(
    documents: String, today: @autoclosure @escaping @Sendable () -> CalendarDay,
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
    base = FileAccountBase(path: "\(documents)/accounts.json", today: today(), disk: disk)
    desk = Desk(directory: documents, disk: disk)
    throttle = ThrottleFile(directory: documents, disk: disk, now: now)
    self.today = today
    self.hasher = hasher
  }

  /// The rulebook that the accounts keep.
  public func rulebook() async throws(AccountsError) -> Rulebook { try await base.rulebook() }
}

/// Something that did not keep a deed from being done, and that the person should know.
public enum Notice: Sendable, Hashable {
  /// An account was made.
  case created(email: String)
  /// The typed password could not be made a hash, or a weak hash a stronger one.
  case notSealed(AccountsError)
  /// The password was made a hash, and the edit that changes it does not know.
  case editNotCarried(AccountsError)
  /// The new file stands, but may not survive a power cut.
  case mayNotSurvivePowerCut(path: String)
}

/// A profile, and what there is to say about how it came to be.
public struct Outcome: Sendable {
  /// Whose profile it is.
  public let account: Account
  /// What else there is to say.
  public let notices: [Notice]
}

extension Registry {
  /// Whose profile a command is about where it names nobody: the session's account; else, where
  /// the rulebook says so and nobody has logged out, the only valid one of the file.
  func current() async throws(AccountsError) -> StoredAccount {
    switch try await desk.session() {
    case .loggedIn(let email):
      let finding = try await base.find(email: email)
      if finding.accounts.isEmpty {
        return try await only(under: finding.rulebook, orElse: .accountGone(email: email))
      }
      return try Self.open(finding.accounts, path: finding.path)
    case .none:
      return try await only(under: base.rulebook(), orElse: .neverLoggedIn)
    case .loggedOut: throw .notLoggedIn(.loggedOut)
    case .broken(let path, let problem):
      throw .notLoggedIn(.sessionBroken(path: path, problem))
    }
  }

  private func only(
    under rulebook: Rulebook, orElse reason: AccountsError.NotLoggedIn
  ) async throws(AccountsError) -> StoredAccount {
    guard try await base.somebodyIsRegistered() else {
      throw .notLoggedIn(reason == .neverLoggedIn ? .nobodyRegistered : reason)
    }
    guard rulebook.login.opensOnlyAccount else { throw .notLoggedIn(reason) }
    let finding = try await base.findOnly()
    let closed = finding.accounts.contains(where: \.isClosed)
    guard closed || finding.accounts.count == 1 else { throw .notLoggedIn(reason) }
    return try Self.open(finding.accounts, path: finding.path)
  }

  /// The one account of several that is meant, if it is not closed.
  static func open(
    _ accounts: [StoredAccount], path: String
  ) throws(AccountsError) -> StoredAccount {
    if accounts.count == 1, let account = accounts.first, !account.isClosed { return account }
    throw .accountClosed(path: path, Self.problems(of: accounts))
  }

  /// What is wrong with closed accounts, each problem once: those that share an email share it.
  static func problems(of accounts: [StoredAccount]) -> [Problem] {
    var seen: Set<Problem> = []
    return accounts.flatMap(\.problems).filter { seen.insert($0).inserted }
  }

  /// The account with an email, whether or not it is closed.
  func named(_ email: String) async throws(AccountsError) -> StoredAccount {
    let email = FieldValues.trimmed(email, for: .email) ?? ""
    let finding = try await base.find(email: email)
    guard let account = finding.accounts.first else { throw .noSuchAccount(email: email) }
    guard finding.accounts.count == 1 else {
      throw .accountClosed(path: finding.path, Self.problems(of: finding.accounts))
    }
    return account
  }

  /// The edit, where there is one that can be understood.
  func editIfAny() async throws(AccountsError) -> Edit? {
    do throws(AccountsError) {
      return try await desk.edit()
    } catch .noteBroken {
      return nil
    }
  }

  /// Does something to the session and the edit under the desk's lock.
  func atDesk<Result: Sendable>(
    _ body: () async throws(AccountsError) -> Result
  ) async throws(AccountsError) -> Result {
    let lock = try await desk.lock()
    let result: Result
    do throws(AccountsError) {
      result = try await body()
    } catch {
      await desk.unlock(lock)
      throw error
    }
    await desk.unlock(lock)
    return result
  }

  /// Does what follows from a deed that is done already; where that fails, the error says so.
  func following(
    _ done: AccountsError.Done, _ steps: () async throws(AccountsError) -> Void
  ) async throws(AccountsError) {
    do throws(AccountsError) { try await steps() } catch { throw .partlyDone(done, error) }
  }

  func notices(of uncertain: DiskFault?) -> [Notice] {
    uncertain.map { [.mayNotSurvivePowerCut(path: $0.path)] } ?? []
  }
}
