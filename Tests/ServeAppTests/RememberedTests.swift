import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import ServeApp

@Suite("A remembered password") struct RememberedTests {
  @Test("costs no hash, and is recorded once in five minutes") func cheap() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    for _ in 0..<10 { #expect(await site.status(ada) == 200) }
    #expect(site.crypt.allHashes == 1)
    #expect(site.record == ["yes"])
    site.pass(300)
    #expect(await site.status(ada) == 200)
    #expect(site.record == ["yes", "yes"])
    #expect(site.crypt.allHashes == 1)
    site.pass(900)
    #expect(await site.status(ada) == 200)
    #expect(site.crypt.allHashes == 2)
  }

  @Test("is one of its address alone, a /64 of IPv6") func address() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada, from: "2001:db8::1") == 200)
    #expect(await site.status(ada, from: "2001:db8::2") == 200)
    #expect(site.crypt.allHashes == 1)
    #expect(await site.status(ada, from: "2001:db8:0:1::1") == 200)
    #expect(await site.status(ada, from: nil) == 200)
    #expect(site.crypt.allHashes == 3)
  }

  @Test("what the file says holds at the next request") func changes() async throws {
    let site = TestSite()
    let ada = try await site.register("ada", groups: ["web"])
    #expect(await site.status(ada, query: "?group=web") == 200)
    _ = try await site.registry.disable(ada)
    #expect(await site.status(ada) == 401)
    _ = try await site.registry.enable(ada)
    #expect(await site.status(ada) == 200)
    try site.edit("\"web\"", "\"mail\"")
    #expect(await site.status(ada, query: "?group=web") == 403)
    #expect(await site.status(ada, query: "?group=mail") == 200)
    try site.edit("\"lastName\"", "\"validUntil\": \"2027-01-14\", \"lastName\"")
    #expect(await site.status(ada) == 401)
    #expect(site.crypt.allHashes == 1)
    try site.edit("\"validUntil\": \"2027-01-14\", ", "")
    #expect(await site.status(ada) == 200)
    _ = try await site.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    #expect(await site.status(ada) == 401)
    #expect(await site.status(ada, "secret2") == 200)
  }

  @Test("the same password under another text stays good, for one hash without a count")
  func rehashed() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    let another = try await PasswordHasher(cost: 1).hash(PasswordText("secret1"))
    try site.edit(site.hash(), another.text)
    for _ in 0..<3 { #expect(await site.status(ada) == 200) }
    #expect(site.crypt.allHashes == 2)
    #expect(site.record == ["yes"])
  }

  @Test("an old one is refused without a hash, a count or a record, from its address alone")
  func old() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    _ = try await site.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    for _ in 0..<20 { #expect(await site.status(ada) == 401) }
    #expect(site.crypt.allHashes == 2)
    #expect(site.record == ["yes"])
    #expect(await site.status(ada, "secret2") == 200)
    #expect(await site.status(ada, from: "192.0.2.2") == 401)
    #expect(site.record == ["yes", "yes", "wrong"])
    // Back to the old text: good again.
    for _ in 0..<5 { #expect(await site.status(ada, "guess") == 401) }
    #expect(await site.status(ada) == 429)
  }

  @Test("without an address an old one is a guess") func oldWithoutAddress() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada, from: nil) == 200)
    _ = try await site.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    for _ in 0..<5 { #expect(await site.status(ada, from: nil) == 401) }
    #expect(await site.status(ada, from: nil) == 429)
  }

  @Test("an undo makes the old one good again") func undone() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    let text = try String(contentsOfFile: site.path, encoding: .utf8)
    _ = try await site.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    #expect(await site.status(ada) == 401)
    try Data(text.utf8).write(to: URL(fileURLWithPath: site.path), options: .atomic)
    #expect(await site.status(ada) == 200)
    #expect(await site.status(ada, "secret2") == 401)
  }

  @Test("does not wait for what others did, but for its own address") func others() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    for network in 1...13 {
      for _ in 0..<4 { _ = await site.status(ada, "guess", from: "198.51.100.\(network)") }
    }
    #expect(await site.status(ada, from: "203.0.113.1") == 429)
    #expect(await site.status(ada) == 200)
  }

  @Test("a seal keeps it") func sealed() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    try site.edit(site.hash(), "secret1")
    #expect(await site.status(ada) == 200)
    _ = try await site.registry.seal()
    #expect(await site.status(ada) == 200)
    #expect(site.record == ["yes"])
  }

  @Test("whoever is remembered is let in while as many wait for hashes as may, and a guess is not")
  func places() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    let turns = site.served.door.turns
    while turns.takePlace(of: nil) {}
    #expect(await site.status(ada) == 200)
    #expect(await site.status(ada, "guess") == 503)
    turns.leavePlace(of: nil)
    #expect(await site.status(ada, "guess") == 401)
    #expect(turns.takePlace(of: nil), "the guess has left its place")
  }

  @Test("one address leaves the last places to others") func lastPlaces() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    let turns = site.served.door.turns
    var taken = 0
    while turns.takePlace(of: "192.0.2.1") { taken += 1 }
    #expect(taken == HashTurns.mostWaiting + turns.queue.turns - HashTurns.leftToOthers)
    #expect(await site.status(ada, from: "192.0.2.1") == 503)
    #expect(await site.status(ada, from: "203.0.113.1") == 200)
    for _ in 0..<HashTurns.leftToOthers { #expect(turns.takePlace(of: "203.0.113.1")) }
    #expect(!turns.takePlace(of: "203.0.113.1"))
    turns.leavePlace(of: "192.0.2.1")
    #expect(!turns.takePlace(of: "192.0.2.1"), "others have taken more since")
    for _ in 0..<HashTurns.leftToOthers { turns.leavePlace(of: "203.0.113.1") }
    #expect(turns.takePlace(of: "192.0.2.1"), "each request has left its place")
    #expect(!turns.takePlace(of: "192.0.2.1"))
  }

  /// The /64 with a number, of 256 in a /56.
  private static func network(_ number: Int, of site: Int = 0) -> String {
    "2001:db8:0:\(String(site * 256 + number % 256, radix: 16))::1"
  }

  @Test("a /56 of IPv6 leaves the last places to others, by whichever of its addresses")
  func lastPlacesOfSite() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    let turns = site.served.door.turns
    func take(_ client: String) -> Bool {
      turns.takePlace(of: LoginOrigin(address: client).network)
    }
    var taken = 0
    while take(Self.network(taken)) { taken += 1 }
    #expect(taken == HashTurns.mostWaiting + turns.queue.turns - HashTurns.leftToOthers)
    for client in ["203.0.113.1", Self.network(0, of: 1), "2001:db8:1::1"] {
      #expect(await site.status(ada, from: client) == 200, "\(client)")
    }
    // Another one takes the rest: against several nothing is promised, but for those who are in.
    for number in 0..<HashTurns.leftToOthers { #expect(take(Self.network(number, of: 1))) }
    #expect(await site.status(ada, from: "198.51.100.1") == 503)
    #expect(await site.status(ada, from: "203.0.113.1") == 200)
    for number in 0..<taken {
      turns.leavePlace(of: LoginOrigin(address: Self.network(number)).network)
    }
    #expect(await site.status(ada, from: "198.51.100.1") == 200)
  }

  @Test("a flood of made-up names from a /56 of IPv6 keeps nobody elsewhere from logging in")
  func flood() async throws {
    let gate = GatedCrypt()
    let site = TestSite(hasher: gate.hasher)
    let ada = try await site.register("ada")
    let refused = Counter()
    @Sendable func ask(_ name: String, from client: String) async -> Int {
      let status = await site.status(name, from: client)
      if status == 503 { refused.count.withLock { $0 += 1 } }
      return status
    }
    @Sendable func areAsked(_ count: Int) -> Bool {
      refused.count.withLock(\.self) + site.served.door.checks.asking == count
    }
    let statuses: [Int] = try await withThrowingTaskGroup(of: Int?.self) { group in
      defer { gate.open() }
      for number in 0..<330 {
        group.addTask {
          _ = await ask("x\(number)@b.co", from: Self.network(number))
          return nil
        }
      }
      try await waits(for: "330 that are refused or wait") { areAsked(330) }
      for client in ["203.0.113.1", Self.network(0, of: 1)] {
        group.addTask { await ask(ada, from: client) }
      }
      try await waits(for: "two more") { areAsked(332) }
      gate.open()
      return try await group.reduce(into: []) { if let status = $1 { $0.append(status) } }
    }
    #expect(statuses == [200, 200])
  }

  private final class Counter: Sendable { let count = Mutex(0) }

  @Test("equal requests at once are one hash") func shared() async throws {
    let gate = GatedCrypt()
    let site = TestSite(hasher: gate.hasher)
    let ada = try await site.register("ada")
    async let statuses = withTaskGroup(of: Int.self) { group in
      for _ in 0..<30 { group.addTask { await site.status(ada) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    defer { gate.open() }
    try await gate.waitUntilBegun(1)
    #expect(try await comesTrue { site.served.door.checks.joined == 29 })
    gate.open()
    #expect(await statuses == Array(repeating: 200, count: 30))
    #expect(gate.begun == 1)
    #expect(site.record == ["yes"])
  }

  @Test("whoever is disabled while an equal request is proved does not pass")
  func disabledMeanwhile()
    async throws
  {
    let gate = GatedCrypt()
    let site = TestSite(hasher: gate.hasher)
    let ada = try await site.register("ada")
    async let first = site.status(ada)
    defer { gate.open() }
    try await gate.waitUntilBegun(1)
    async let second = site.status(ada)
    #expect(try await comesTrue { site.served.door.checks.joined == 1 })
    _ = try await site.registry.disable(ada)
    gate.open()
    _ = await first
    #expect(await second == 401)
  }

  @Test("40 people of one address all come in") func office() async throws {
    let site = TestSite()
    for number in 0..<40 { try await site.register("person\(number)") }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { await site.status("person\(number)@example.com") }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 40))
    #expect(site.crypt.allHashes == 40)
  }

  @Test("of namesakes with one password is remembered, and each request asks for its own groups")
  func namesakes() async throws {
    let site = TestSite()
    _ = try await site.initialise(.authorisation)
    for (number, group) in [(1, "users"), (2, "admin")] {
      var values = FieldValues()
      values[.email] = .text("jane\(number)@example.com")
      values[.firstName] = .text("Jane")
      values[.lastName] = .text("Muster")
      values[.groups] = .texts([group])
      _ = try await site.registry.register(values, password: PasswordEntry("password1"))
    }
    _ = try await site.registry.disable("jane2@example.com")
    let statuses = await withTaskGroup(of: (String, Int).self) { group in
      for query in ["", "?group=admin", "?group=admin", "?group=root", "?group=users"] {
        group.addTask { (query, await site.status("Jane", "password1", query: query)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (query, status) in statuses {
      #expect(status == (["", "?group=users"].contains(query) ? 200 : 403), "\(query)")
    }
    let hashes = site.crypt.allHashes
    for _ in 0..<5 { #expect(await site.status("Jane", "password1") == 200) }
    #expect(site.crypt.allHashes == hashes)
    _ = try await site.registry.enable("jane2@example.com")
    #expect(await site.status("Jane", "password1") == 401)
  }

  @Test("must-change comes before an invitation") func order() async throws {
    let site = TestSite()
    let code = try await site.invite(FieldValues(email: "ada@example.com"))
    #expect(await site.ask("ada@example.com", code)["Regapp-Answer"] == "invited")
    try site.edit("\"invitedUntil\"", "\"mustChange\": true, \"invitedUntil\"")
    #expect(await site.ask("ada@example.com", code)["Regapp-Answer"] == "must-change")
  }
}
