import Accounts
import AccountsFile
import CommandKit
import Glibc
import HTTP
import PostgresAccounts
import Product
import RegApp

/// The accounts that are served, in a file or in a database.
struct ServedAccounts: Sendable {
  let registry: Registry
  private let counts: CountsInMemory?
  private let today: @Sendable () -> CalendarDay

  init(_ invocation: Invocation) throws {
    let countsInMemory = invocation.arguments.has("--count-in-memory")
    let world = invocation.world
    today = world.today
    let documents = try DocumentsDirectory(invocation.context).documents(
      option: invocation.arguments[.documents])
    switch documents {
    case .directory(let path):
      counts = countsInMemory ? CountsInMemory(now: world.now) : nil
      registry = Registry(
        documents: path, mayBegin: false, today: world.today, hasher: world.hasher,
        log: .ofSystem, throttle: counts, now: world.now)
    case .database(let address):
      guard !countsInMemory else {
        throw Report.usage(
          "--count-in-memory works only with a file", hint: "a database counts failed logins itself"
        )
      }
      counts = nil
      registry = Registry(
        database: try DatabaseAddress(address), today: world.today, hasher: world.hasher,
        log: .ofSystem)
    }
  }

  /// What is served of them.
  ///
  /// - Parameter address: where the page is; nil for the door alone.
  func site(
    _ address: ServeAddress?, realm: String, expectsClient: Bool, _ log: ServeLog
  ) -> Site {
    let queue = AddressQueue(turns: Self.processors)
    let now = { @Sendable in Server.monotonic() / 1_000 }
    return Site(
      page: address.map {
        PasswordPage($0, registry, queue: queue, now: now, today: today, log: log)
      },
      realm: realm,
      door: Door(
        registry, counts: counts, queue: queue, now: now,
        warn: { notice in
          if case .loginNotRecorded(let error) = notice { log.note(rarely: error) }
        }),
      log: log, expectsClient: expectsClient)
  }

  /// The rulebook as it is now; nil where it cannot be read, which `look` says.
  func rulebook() async -> Rulebook? { try? await registry.rulebook() }

  /// Says at the start why the accounts cannot be used: the server runs on, since somebody may put it
  /// right.
  func look(_ log: ServeLog) async {
    do throws(AccountsError) { _ = try await registry.rulebook() } catch { log.note(error) }
  }

  private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
