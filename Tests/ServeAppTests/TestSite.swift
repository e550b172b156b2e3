import Accounts
import AccountsFile
import AccountsSupport
import CommandKit
import Foundation
import PostgresAccounts
import Synchronization
import TestSupport
import TextTools

@testable import HTTP
@testable import ServeApp

/// Accounts in a file, or in a database, and a door before them. Time stands still but for `now`; a
/// database has its own.
final class TestSite: Sendable {
  private final class Clock: Sendable { let now = Mutex(1_800_000_000) }

  private final class Lines: Sendable { let all = Mutex<[String]>([]) }

  /// How long a database may take for what asks for the date.
  private final class Limits: Sendable { let all = Mutex<[TimeLimit?]>([]) }

  let directory = TemporaryDirectory("regapp-serve", in: TemporaryDirectory.memory)
  let crypt = CountingCrypt()
  /// The new ids of accounts in a file, in the order in which they are given.
  let ids = NumberedIDs()
  /// The registry that an administrator uses.
  let registry: Registry
  /// The entries of the list.
  private let hosts: [String]
  let served: Site
  private let log = Lines()
  private let systemLog = Lines()
  private let clock = Clock()
  private let noted = Limits()

  /// - Parameters:
  ///   - page: the address of the page; nil for the door alone.
  ///   - hosts: the entries of `serve.hosts`, as the list has them; a database has its own.
  ///   - database: where the accounts are, if not in a file.
  ///   - patience: how long a database may take; as long as the machine does.
  init(
    hasher: PasswordHasher? = nil, page: String? = nil,
    hosts: [String] = [], database: DatabaseAddress? = nil,
    patience: (door: Int, page: Int)? = (100_000, 100_000)
  ) {
    let (clock, noted) = (clock, noted)
    self.hosts = hosts
    let now: @Sendable () -> Int = { clock.now.withLock(\.self) }
    let today: @Sendable () -> CalendarDay = {
      noted.all.withLock { $0.append(TimeLimit.limit) }
      return CalendarDay("2027-01-15") ?? .distantPast
    }
    let (slow, fast) = (hasher ?? crypt.hasher(), PasswordHasher(cost: 1))
    var (administered, accounts): (Registry, Registry)
    let logins = LoginLog { [systemLog] line, isFailure in
      systemLog.all.withLock { $0.append("\(isFailure ? 5 : 6) \(line)") }
    }
    if let database {
      administered = Registry(database: database, today: today, hasher: fast, log: logins)
      accounts = Registry(database: database, today: today, hasher: slow, log: logins)
    } else {
      administered = Registry(
        documents: directory.path, today: today, hasher: fast, log: logins, now: now)
      accounts = Registry(
        holding: directory.path, today: today, hasher: slow, log: logins, now: now)
      (administered.ids, accounts.ids) = (ids.next, ids.next)
    }
    registry = administered
    let start = ContinuousClock.now
    let own = accounts.idling(by: LoginUses { start + .seconds(now() - 1_800_000_000) })
    let lines = log
    let log = ServeLog(now: now) { line in lines.all.withLock { $0.append(line[.english]) } }
    // However slow the machine is, nobody has waited for too long.
    let queue = AddressQueue(turns: 2) { try await Task.sleep(for: .seconds(100_000)) }
    let turns = HashTurns(queue: queue, now: now)
    var site = Site(
      finder: PageFinder(
        page.flatMap { ServeAddress($0) }.map {
          Page($0, own, turns: turns, today: today, log: log)
        }),
      door: Door(own, turns: turns, log: log),
      log: log, expectsClient: true)
    if let patience { site.patience = patience }
    served = site
    if database == nil, !hosts.isEmpty { guardHosts(hosts) }
  }

  /// The seconds since 1970.
  var now: Int {
    get { clock.now.withLock(\.self) }
    set { clock.now.withLock { $0 = newValue } }
  }

  /// How long a database may take for what has asked for the date since this was asked last.
  func takeLimits() -> [TimeLimit?] {
    noted.all.withLock { all in
      defer { all = [] }
      return all
    }
  }

  /// The lines that the server has logged.
  var lines: [String] { log.all.withLock(\.self) }

  /// The lines of the system's log about logins in browsers, each with its priority.
  var loginLines: [String] {
    systemLog.all.withLock { $0.filter { !$0.dropFirst(2).hasPrefix("login ") } }
  }

  func pass(_ seconds: Int) { clock.now.withLock { $0 += seconds } }

  @discardableResult
  func register(
    _ name: String, _ password: String = "secret1", groups: [String] = []
  ) async throws -> String {
    var values = FieldValues()
    values[.email] = .text("\(name)@example.com")
    values[.firstName] = .text(name.capitalized)
    values[.lastName] = .text("Muster")
    values[.birthDate] = .text("1990-01-01")
    if !groups.isEmpty { values[.groups] = .texts(groups) }
    _ = try await registry.register(values, password: PasswordEntry(password))
    return "\(name)@example.com"
  }

  /// Begins the accounts with a rulebook, and the hosts of this site.
  @discardableResult
  func initialise(_ rulebook: Rulebook) async throws -> Outcome<[String]> {
    guard !hosts.isEmpty else { return try await registry.initialise(rulebook) }
    try FileManager.default.removeItem(atPath: path)
    return try await registry.initialise(rulebook.serving(GuardedHosts(hosts)))
  }

  /// Asks the door as a proxy does, for the first host of the list.
  func ask(
    _ name: String, _ password: String = "secret1", from client: String? = "192.0.2.1",
    query: String = "", fields: String = "", at path: String = "/verify"
  ) async -> Answer {
    let credentials = Base64.text(Array("\(name):\(password)".utf8))
    let host = hosts.first.map { "X-Forwarded-Host: \($0)\r\n" } ?? ""
    return await send(
      "GET \(path)\(query) HTTP/1.1\r\nHost: a\r\n\(host)Authorization: Basic \(credentials)\r\n"
        + "\(fields)\r\n", from: client)
  }

  func status(
    _ name: String, _ password: String = "secret1", from client: String? = "192.0.2.1",
    query: String = ""
  ) async -> Int {
    let answer = await ask(name, password, from: client, query: query)
    return Int(answer.status.rawValue.prefix(3)) ?? 0
  }

  /// The answer to a whole request.
  func send(_ text: String, from client: String? = "192.0.2.1") async -> Answer {
    await send(bytes: Array(text.utf8), from: client)
  }

  /// A whole request as the parser reads it; nil if it is none.
  static func request(_ text: String) -> Request? {
    var parser = RequestParser()
    return try? parser.take(Array(text.utf8)[...])?.request
  }

  func send(bytes: [UInt8], from client: String? = "192.0.2.1") async -> Answer {
    var parser = RequestParser()
    do throws(RequestRefusal) {
      guard var request = try parser.take(bytes[...])?.request else {
        return RequestRefusal.timedOut.answer
      }
      request.client = client
      return await served.answer(request)
    } catch {
      return error.answer
    }
  }

  var path: String { directory.path + "/accounts.json" }

  /// Begins the file, or gives it another list of hosts, as an editor does.
  ///
  /// - Parameter hosts: hosts, or the objects of entries.
  func guardHosts(_ hosts: [String]) {
    let list = hosts.map { $0.first == "{" ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    let rules = "{\"from\": \"register\", \"serve\": {\"hosts\": [\(list)]}}"
    let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var text = "{\"rules\": \(rules), \"accounts\": []}"
    if let start = old.firstRange(of: "\"accounts\"") {
      text = "{\"rules\": \(rules), \(old[start.lowerBound...])"
    }
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Changes the file as an editor does.
  func edit(_ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing(old, with: new).utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The text of the first password in the file.
  func hash() throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let parts = text.split(separator: "\"password\": \"")
    return String((parts.count > 1 ? parts[1] : "").prefix { $0 != "\"" })
  }

  /// The answers in the record of logins.
  var record: [String] {
    let text =
      (try? String(contentsOfFile: directory.path + "/logins.jsonl", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"answer\":\"").last?.prefix { $0 != "\"" }.description
    }
  }
}
