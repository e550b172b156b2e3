import Accounts
import AccountsApp
import AccountsFile
import CommandKit
import Glibc
import HTTP
import PostgresAccounts
import Product

/// The accounts that are served, in a file or in a database. `site` puts the whole service together
/// over them: the turns, the page, the door and its memories.
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
        holding: path, today: world.today, hasher: world.hasher, log: .ofSystem,
        throttle: counts, now: world.now
      ).keepingPublishedHashes(listedIn: path, invocation.context.environment)
    case .database(let address):
      guard !countsInMemory else {
        throw Report.usage(
          "--count-in-memory works only with a file", hint: "a database counts failed logins itself"
        )
      }
      counts = nil
      let address = try DatabaseAddress(address)
      let state = try? StateDirectory(invocation.context).path(of: address.directoryName)
      registry = Registry(
        database: address, today: world.today, hasher: world.hasher, log: .ofSystem
      ).keepingPublishedHashes(listedIn: state, invocation.context.environment)
    }
  }

  /// The site: the door and the page for these accounts.
  ///
  /// - Parameter keepsLogins: whether logins in browsers can be kept.
  func site(
    _ address: PageAddress, keepsLogins: Bool, realm: String, expectsClient: Bool, _ log: ServeLog
  ) -> Site {
    let turns = HashTurns(queue: AddressQueue(turns: Self.processors)) {
      Server.monotonic() / 1_000
    }
    let page = { @Sendable [registry, today] (address: ServeAddress) in
      Page(address, registry, keepsLogins: keepsLogins, turns: turns, today: today, log: log)
    }
    let finder =
      switch address {
      case .none: PageFinder(nil)
      case .known(let address): PageFinder(page(address))
      case .ofRulebook(let other):
        PageFinder { [registry] () throws(AccountsError) in
          (try await registry.rulebookInUse(log).serve.url ?? other).map(page)
        }
      }
    return Site(
      finder: finder, realm: realm,
      door: Door(
        registry, counts: counts, turns: turns, log: log),
      log: log, expectsClient: expectsClient)
  }

  /// The rulebook as it is now; nil if there are no accounts or it cannot be read. Throws if it is
  /// the address of the page that is wrong: that is for a restart to mend.
  func rulebook() async throws(AccountsError) -> Rulebook? {
    do throws(AccountsError) { return try await registry.rulebookInUse() } catch {
      guard case .rulebookBroken(let problems) = error else { return nil }
      let isOfAddress = problems.contains { $0.rule == .rulebook(.serveAddress) }
      if isOfAddress { throw error }
      return nil
    }
  }

  private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension Registry {
  /// Whether logins in browsers can be kept: not by a user of a database who only logs people in.
  /// If nobody can say now, each request will.
  func mayKeepLogins() async -> Bool {
    do throws(AccountsError) { _ = try await logins([BrowserLogin.ID]()) } catch {
      guard case .store(let fault) = error else { return true }
      return fault.reason as? PostgresFault != .notPermitted
    }
    return true
  }

  /// The rulebook. If the accounts could not be used when they were needed last, nobody waits as
  /// long again for a database that is away.
  func rulebookInUse(_ log: ServeLog) async throws(AccountsError) -> Rulebook {
    guard log.hasFault else { return try await rulebookInUse() }
    let found = await TimeLimit.$limit.withValue(TimeLimit(seconds: 1)) {
      do throws(AccountsError) {
        return Result<_, AccountsError>.success(try await rulebookInUse())
      } catch { return .failure(error) }
    }
    return try found.get()
  }
}

/// The page's address, as far as the start knows.
enum PageAddress {
  /// The door is served alone.
  case none
  case known(ServeAddress)
  /// As the rulebook says once it can be read, else at this address.
  case ofRulebook(else: ServeAddress?)
}
