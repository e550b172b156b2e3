import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("A remembered password") struct RememberedTests {
  @Test("costs no hash, and is recorded once in five minutes") func cheap() async throws {
    let house = House()
    let ada = try await house.register("ada")
    for _ in 0..<10 { #expect(await house.status(ada) == 200) }
    #expect(house.crypt.allHashes == 1)
    #expect(house.record == ["yes"])
    house.pass(300)
    #expect(await house.status(ada) == 200)
    #expect(house.record == ["yes", "yes"])
    #expect(house.crypt.allHashes == 1)
    house.pass(900)
    #expect(await house.status(ada) == 200)
    #expect(house.crypt.allHashes == 2)
  }

  @Test("is one of its address alone, a /64 of IPv6") func address() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada, from: "2001:db8::1") == 200)
    #expect(await house.status(ada, from: "2001:db8::2") == 200)
    #expect(house.crypt.allHashes == 1)
    #expect(await house.status(ada, from: "2001:db8:0:1::1") == 200)
    #expect(await house.status(ada, from: nil) == 200)
    #expect(house.crypt.allHashes == 3)
  }

  @Test("what the file says holds at the next request") func changes() async throws {
    let house = House()
    let ada = try await house.register("ada", groups: ["web"])
    #expect(await house.status(ada, query: "?group=web") == 200)
    _ = try await house.registry.disable(ada)
    #expect(await house.status(ada) == 401)
    _ = try await house.registry.enable(ada)
    #expect(await house.status(ada) == 200)
    try house.edit("\"web\"", "\"mail\"")
    #expect(await house.status(ada, query: "?group=web") == 403)
    #expect(await house.status(ada, query: "?group=mail") == 200)
    try house.edit("\"lastName\"", "\"validUntil\": \"2027-01-14\", \"lastName\"")
    #expect(await house.status(ada) == 401)
    #expect(house.crypt.allHashes == 1)
    try house.edit("\"validUntil\": \"2027-01-14\", ", "")
    #expect(await house.status(ada) == 200)
    _ = try await house.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    #expect(await house.status(ada) == 401)
    #expect(await house.status(ada, "secret2") == 200)
  }

  @Test("the same password under another text stays good, for one hash without a count")
  func rehashed() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada) == 200)
    let another = try await PasswordHasher(cost: 1).hash(PasswordText("secret1"))
    try house.edit(house.hash(), another.text)
    for _ in 0..<3 { #expect(await house.status(ada) == 200) }
    #expect(house.crypt.allHashes == 2)
    #expect(house.record == ["yes"])
  }

  @Test("an old one is refused without a hash, a count or a record, from its address alone")
  func old() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada) == 200)
    _ = try await house.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    for _ in 0..<20 { #expect(await house.status(ada) == 401) }
    #expect(house.crypt.allHashes == 2)
    #expect(house.record == ["yes"])
    #expect(await house.status(ada, "secret2") == 200)
    #expect(await house.status(ada, from: "192.0.2.2") == 401)
    #expect(house.record == ["yes", "yes", "wrong"])
    // Back to the old text: good again.
    for _ in 0..<5 { #expect(await house.status(ada, "guess") == 401) }
    #expect(await house.status(ada) == 429)
  }

  @Test("without an address an old one is a guess") func oldWithoutAddress() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada, from: nil) == 200)
    _ = try await house.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    for _ in 0..<5 { #expect(await house.status(ada, from: nil) == 401) }
    #expect(await house.status(ada, from: nil) == 429)
  }

  @Test("an undo makes the old one good again") func undone() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada) == 200)
    let text = try String(contentsOfFile: house.path, encoding: .utf8)
    _ = try await house.registry.edit(
      EditRequest(account: ada, password: PasswordEntry("secret2")))
    #expect(await house.status(ada) == 401)
    try Data(text.utf8).write(to: URL(fileURLWithPath: house.path), options: .atomic)
    #expect(await house.status(ada) == 200)
    #expect(await house.status(ada, "secret2") == 401)
  }

  @Test("does not wait for what others did, but for its own address") func others() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada) == 200)
    for network in 1...13 {
      for _ in 0..<4 { _ = await house.status(ada, "guess", from: "198.51.100.\(network)") }
    }
    #expect(await house.status(ada, from: "203.0.113.1") == 429)
    #expect(await house.status(ada) == 200)
  }

  @Test("a seal keeps it") func sealed() async throws {
    let house = House()
    let ada = try await house.register("ada")
    try house.edit(house.hash(), "secret1")
    #expect(await house.status(ada) == 200)
    _ = try await house.registry.seal()
    #expect(await house.status(ada) == 200)
    #expect(house.record == ["yes"])
  }

  @Test("whoever is remembered is let in while as many wait for hashes as may, and a guess is not")
  func places() async throws {
    let house = House()
    let ada = try await house.register("ada")
    #expect(await house.status(ada) == 200)
    let attempts = house.site.door.attempts
    while attempts.takePlace() {}
    #expect(await house.status(ada) == 200)
    #expect(await house.status(ada, "guess") == 503)
    attempts.leavePlace()
    #expect(await house.status(ada, "guess") == 401)
    #expect(attempts.takePlace(), "the guess has left its place")
  }

  @Test("equal requests at once are one hash") func shared() async throws {
    let gate = GatedCrypt()
    let house = House(hasher: gate.hasher)
    let ada = try await house.register("ada")
    async let statuses = withTaskGroup(of: Int.self) { group in
      for _ in 0..<30 { group.addTask { await house.status(ada) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    defer { gate.open() }
    try await gate.waitUntilBegun(1)
    #expect(try await comesTrue { house.site.door.joined == 29 })
    gate.open()
    #expect(await statuses == Array(repeating: 200, count: 30))
    #expect(gate.begun == 1)
    #expect(house.record == ["yes"])
  }

  @Test("whoever is disabled while an equal request is proved does not pass")
  func disabledMeanwhile()
    async throws
  {
    let gate = GatedCrypt()
    let house = House(hasher: gate.hasher)
    let ada = try await house.register("ada")
    async let first = house.status(ada)
    defer { gate.open() }
    try await gate.waitUntilBegun(1)
    async let second = house.status(ada)
    #expect(try await comesTrue { house.site.door.joined == 1 })
    _ = try await house.registry.disable(ada)
    gate.open()
    _ = await first
    #expect(await second == 401)
  }

  @Test("40 people of one address all come in") func office() async throws {
    let house = House()
    for number in 0..<40 { try await house.register("person\(number)") }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { await house.status("person\(number)@example.com") }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 40))
    #expect(house.crypt.allHashes == 40)
  }

  @Test("of namesakes with one password is remembered, and each request asks for its own groups")
  func namesakes() async throws {
    let house = House()
    _ = try await house.registry.initialise(.authorisation)
    for (number, group) in [(1, "users"), (2, "admin")] {
      var values = FieldValues()
      values[.email] = .text("jane\(number)@example.com")
      values[.firstName] = .text("Jane")
      values[.lastName] = .text("Muster")
      values[.groups] = .texts([group])
      _ = try await house.registry.register(values, password: PasswordEntry("password1"))
    }
    _ = try await house.registry.disable("jane2@example.com")
    let statuses = await withTaskGroup(of: (String, Int).self) { group in
      for query in ["", "?group=admin", "?group=admin", "?group=root", "?group=users"] {
        group.addTask { (query, await house.status("Jane", "password1", query: query)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (query, status) in statuses {
      #expect(status == (["", "?group=users"].contains(query) ? 200 : 403), "\(query)")
    }
    let hashes = house.crypt.allHashes
    for _ in 0..<5 { #expect(await house.status("Jane", "password1") == 200) }
    #expect(house.crypt.allHashes == hashes)
    _ = try await house.registry.enable("jane2@example.com")
    #expect(await house.status("Jane", "password1") == 401)
  }

  @Test("must-change comes before an invitation") func order() async throws {
    let house = House()
    let done = try await house.registry.register(
      FieldValues(email: "ada@example.com"),
      invitingUntil: try #require(CalendarDay("2027-01-22")))
    let code = try #require(done.value.code.text)
    #expect(await house.ask("ada@example.com", code)["Regapp-Answer"] == "invited")
    try house.edit("\"invitedUntil\"", "\"mustChange\": true, \"invitedUntil\"")
    #expect(await house.ask("ada@example.com", code)["Regapp-Answer"] == "must-change")
  }
}
