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
  private let today: @Sendable () -> CalendarDay

  init(_ invocation: Invocation) throws {
    let world = invocation.world
    today = world.today
    let documents = try DocumentsDirectory(invocation.context).documents(
      option: invocation.arguments[.documents])
    switch documents {
    case .directory(let path):
      registry = Registry(
        holding: path, today: world.today, hasher: world.hasher, log: .ofSystem,
        now: world.now
      ).keepingPublishedHashes(listedIn: path, invocation.context.environment)
    case .database(let address):
      let address = try DatabaseAddress(address)
      let state = try? StateDirectory(invocation.context).path(of: address.directoryName)
      registry = Registry(
        database: address, today: world.today, hasher: world.hasher, log: .ofSystem
      ).keepingPublishedHashes(listedIn: state, invocation.context.environment)
    }
  }

  /// The site: the door and the page for these accounts.
  func site(_ address: PageAddress, expectsClient: Bool, _ log: ServeLog) -> Site {
    let turns = HashTurns(queue: AddressQueue(turns: Self.processors)) {
      Server.monotonic() / 1_000
    }
    let page = { @Sendable [registry, today] (address: ServeAddress) in
      Page(address, registry, turns: turns, today: today, log: log)
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
      finder: finder, door: Door(registry, turns: turns, log: log), log: log,
      expectsClient: expectsClient)
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

extension DiskFault {
  /// Whether the rights of this user are the reason, which no time mends. A directory that is still
  /// to be made may come with its disk.
  fileprivate var isOfRights: Bool {
    guard action == .write, case .errno(let code) = reason else { return false }
    return [EACCES, EPERM].contains(code)
  }
}

extension Registry {
  /// Refuses a user who may never write the accounts, beside which each password that is tried is
  /// counted. What may pass, such as a full disk, each request says.
  ///
  /// - Parameter isThere: whether they could be read: a database that is away is not asked again.
  func refuseReader(isThere: Bool) async throws(Report) {
    if case .store(let fault)? = await status()?.writeFault, let fault = fault.onDisk,
      fault.isOfRights
    {
      throw Report(
        .unavailable, "readOnly",
        "this user may not write \(visible(fault.path)), beside which wrong passwords are counted",
        hint:
          "serve as the owner of the accounts, who can share them with a group: regapp share GROUP")
    }
    guard isThere else { return }
    do throws(AccountsError) { _ = try await logins([BrowserLogin.ID]()) } catch {
      guard case .store(let fault) = error, fault.reason as? PostgresFault == .notPermitted else {
        return
      }
      throw Report(
        .unavailable, "readOnly",
        "this user is no member of regapp_manager at \(visible(fault.subject))",
        hint: "let its owner run GRANT regapp_manager TO ROLE, or connect as another role")
    }
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
