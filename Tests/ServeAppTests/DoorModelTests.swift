import Accounts
import HTTP
import PostgresServer
import TestSupport
import Testing
import TextTools

@testable import PostgresAccounts
@testable import ServeApp

/// Compares each answer of the door with a model that knows the list and the people alone: who may
/// enter which host.
@Suite("Who may enter which host", .takesPlace) struct DoorModelTests {
  private static let page = "https://accounts.example.com/"
  static let people: KeyValuePairs<String, [String]> = [
    "ada": ["staff"], "bob": ["lab", "ops"], "cyd": ["staff", "lab"], "dee": [], "eve": ["Staff"],
  ]
  /// The groups that may enter the hosts of the list; without one, everybody.
  private static let list: [String: [String]] = [
    "wiki.example.com": [], "lab.example.com:8443": ["staff", "lab"], "ops.example.com": ["ops"],
    "localhost:3000": ["Staff", "night shift"],
  ]
  private static let entries = list.map { host, groups in
    groups.isEmpty
      ? host
      : "{\"host\": \"\(host)\", \"groups\": [\(groups.map { "\"\($0)\"" }.joined(separator: ", "))]}"
  }
  static let hosts = list.keys.sorted() + ["evil.example.com", ""]

  /// The right answer: a status, and the reason of a refusal.
  private static func right(
    _ groups: [String]?, at host: String, nobody: Answer.Status
  ) -> (Answer.Status, String?) {
    guard let asked = list[host] else { return (.forbidden, "host") }
    guard let groups else { return (nobody, nil) }
    return asked.isEmpty || !Set(asked).isDisjoint(with: groups)
      ? (.ok, nil) : (.forbidden, "group")
  }

  static func basic(_ name: String) -> String {
    "Authorization: Basic \(Base64.text(Array("\(name)@example.com:secret1".utf8)))\r\n"
  }

  /// In a file, and in a database where there is a server.
  static let stores = ServerPrograms.arePresent ? [false, true] : [false]

  private static func at(
    _ inDatabase: Bool, _ body: (TestSite) async throws -> Void
  ) async throws {
    try await Connection.$patience.withValue(600) { try await body(site(inDatabase: inDatabase)) }
  }

  private static func site(inDatabase: Bool = false) async throws -> TestSite {
    var database: DatabaseAddress?
    if inDatabase {
      let hosts = try GuardedHosts(list.map { try GuardedHosts.Entry($0, groups: $1) })
      database = try DatabaseAddress(try await DatabaseLoginTests.database(hosts).address)
    }
    let site = TestSite(page: page, hosts: entries, database: database)
    for (name, groups) in people { try await site.register(name, groups: groups) }
    return site
  }

  @Test(
    "by a password, at each line and at the door alone", arguments: stores)
  func basic(inDatabase: Bool) async throws { try await Self.at(inDatabase, answersToPasswords) }

  private func answersToPasswords(_ site: TestSite) async throws {
    var alone = Site(
      finder: PageFinder(nil), door: site.served.door, log: site.served.log,
      expectsClient: false)
    alone.patience = site.served.patience
    for host in Self.hosts {
      // A name that is nobody's waits after a few guesses.
      let stranger = "stranger\(host.utf8.count)"
      for (name, groups) in Self.people.map({ ($0.key, $0.value as [String]?) }) + [(stranger, nil)]
      {
        let right = Self.right(groups, at: host, nobody: .unauthorized)
        for query in ["", "?login", "?login=later"] {
          var browser = Browser(site)
          let answer = await browser.ask(host, fields: Self.basic(name), query: query)
          #expect(answer.status == right.0, "\(name) at \(host)\(query)")
          #expect(answer["Regapp-Answer"] == right.1)
          #expect((answer["Remote-User"] != nil) == (right.0 == .ok))
          // All groups of the account, under any list.
          if right.0 == .ok {
            #expect(answer["Remote-Groups"] == groups?.joined(separator: ","))
          }
        }
        let request = TestSite.request(
          "GET /verify HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: \(host)\r\n\(Self.basic(name))\r\n")
        let answer = await alone.answer(try #require(request))
        #expect(answer.status == right.0 && answer["Regapp-Answer"] == right.1)
      }
      // Nobody at all, and no attempt.
      for fields in ["", "Authorization: Basic x\r\n", "Authorization: Bearer x\r\n"] {
        var browser = Browser(site)
        for query in ["", "?login"] {
          let answer = await browser.ask(host, fields: fields, query: query)
          let right = Self.right(nil, at: host, nobody: .unauthorized)
          #expect(answer.status == right.0 && answer["Regapp-Answer"] == right.1)
          #expect(Browser.setCookies(answer).isEmpty)
        }
      }
    }
  }

  @Test(
    "by a session, which a code begins at each host, whatever its groups", arguments: stores)
  func session(inDatabase: Bool) async throws { try await Self.at(inDatabase, answersToSessions) }

  private func answersToSessions(_ site: TestSite) async throws {
    for (name, groups) in Self.people {
      var browser = Browser(site)
      _ = await browser.logIn("\(name)@example.com", at: "wiki.example.com")
      for host in Self.hosts {
        // The code is made all the same; the host answers.
        let code = host == "wiki.example.com" ? nil : await browser.logIn(nil, at: host)
        #expect(
          (code?.status == .seeOther) == (host != "wiki.example.com" && Self.list[host] != nil))
        if Self.list[host] == nil { browser.jar[host] = browser.jar["wiki.example.com"] }
        let right = Self.right(groups, at: host, nobody: .found)
        for query in ["?login", "?login=later"] {
          let answer = await browser.ask(host, query: query)
          #expect(answer.status == right.0, "\(name) at \(host)")
          #expect(answer["Regapp-Answer"] == right.1)
          guard right.1 == "group" else { continue }
          #expect(text(answer).contains("\(name)@example.com is in none"))
          #expect(text(answer).contains(" enter \(host)."))
          #expect(text(answer).contains("<a href=\"/_regapp/out\">"))
        }
        // A line of one's own asks for a group, too: both must hold.
        let narrowed = await browser.ask(host, query: "?login&group=lab")
        #expect((narrowed.status == .ok) == (right.0 == .ok && groups.contains("lab")))
      }
      // The profile lists the hosts that they may enter.
      let profile = text(await browser.open("/"))
      for (host, asked) in Self.list {
        let may = asked.isEmpty || !Set(asked).isDisjoint(with: groups)
        #expect(profile.contains(">\(host)</a>") == may, "\(name), \(host)")
      }
    }
    var browser = Browser(site)
    for host in Self.hosts {
      let right = Self.right(nil, at: host, nobody: .found)
      let answer = await browser.ask(host)
      #expect(answer.status == right.0 && answer["Regapp-Answer"] == right.1)
    }
  }

  @Test("an edit of the list by hand holds at the next request, 100 of 100") func byHand()
    async throws
  {
    let site = try await Self.site()
    var browser = Browser(site)
    let host = "lab.example.com"
    _ = await browser.logIn("ada@example.com", at: host)
    let entry = { (groups: String) in "{\"host\": \"\(host)\", \"groups\": [\(groups)]}" }
    let lists: [([String], Answer.Status, String?)] = [
      ([entry("\"staff\"")], .ok, nil), ([entry("\"lab\"")], .forbidden, "group"),
      (["\(host)"], .ok, nil), (["wiki.example.com"], .forbidden, "host"),
      ([entry("")], .unavailable, nil),
    ]
    for round in 0..<100 {
      let (list, status, reason) = lists[round % lists.count]
      site.guardHosts(list)
      let bySession = await browser.ask(host)
      #expect(bySession.status == status && bySession["Regapp-Answer"] == reason, "\(list)")
      let byPassword = await browser.ask(host, fields: Self.basic("ada"))
      #expect(byPassword.status == status && byPassword["Regapp-Answer"] == reason, "\(list)")
    }
  }

  @Test(
    "host and origin come first: no hash, no count, no record, no cookie", arguments: stores)
  func order(inDatabase: Bool) async throws { try await Self.at(inDatabase, answersInOrder) }

  private func answersInOrder(_ site: TestSite) async throws {
    let made = site.crypt.allHashes
    var browser = Browser(site)
    for name in ["ada", "x", ""] {
      for (host, fields, reason) in [
        ("evil.example.com", "", "host"),
        (
          "ops.example.com", "Sec-Fetch-Site: cross-site\r\nSec-WebSocket-Version: 13\r\n", "origin"
        ),
      ] {
        for _ in 0..<6 {
          let answer = await browser.ask(
            host, fields: "\(Browser.navigation)\(fields)\(Self.basic(name))")
          #expect(answer.status == .forbidden && answer["Regapp-Answer"] == reason)
          #expect(answer["WWW-Authenticate"] == nil && answer["Location"] == nil)
          #expect(Browser.setCookies(answer).isEmpty)
        }
      }
    }
    #expect(site.crypt.allHashes == made)
    #expect(site.record.isEmpty)
    let logins = try await site.registry.lastLogins()
    for (name, _) in Self.people {
      let login = logins?.login(under: [AccountName("\(name)@example.com")]) ?? LastLogin()
      #expect(login == LastLogin())
    }
    // The same of names that can be nobody's.
    let nameless = "Authorization: Basic \(Base64.text(Array(":secret1".utf8)))\r\n"
    #expect(await browser.ask("evil.example.com", fields: nameless)["Regapp-Answer"] == "host")
    #expect(await browser.ask("wiki.example.com", fields: nameless).status == .unauthorized)
  }

  @Test("the log names each refused host once, at most 64") func log() async throws {
    let site = try await Self.site()
    var browser = Browser(site)
    for number in 0..<100 {
      for host in ["h\(number).example.com", "H\(number).example.com.:8443"] {
        let answer = await browser.ask(host)
        #expect(text(answer).contains("is not in the list of hosts"))
      }
      site.pass(60)
    }
    #expect(site.lines.count == 64)
    #expect(Set(site.lines).count == 64)
    #expect(site.lines.allSatisfy { $0.contains("which is not in serve.hosts of the rules") })
  }
}
