import Testing

@testable import Accounts

@Suite("The short name of a login") struct ShortNameTests {
  private func login(_ id: BrowserLogin.ID) -> BrowserLogin {
    BrowserLogin(id: id, account: "ada", begun: 0, ends: 60, isKept: false, browser: "")
  }

  @Test("is six letters, a to z, and the same for the same identity")
  func letters() throws {
    for _ in 0..<1_000 {
      let id = BrowserLogin.ID()
      #expect(id.shortName.utf8.count == 6)
      #expect(id.shortName.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains))
      #expect(BrowserLogin.ID("\(id)".utf8)?.shortName == id.shortName)
    }
    // The file and the database have these identities: their names must not change.
    let names = try ["AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAEAAAAAAAAAAA", "__________8AAAAAAAAAAA"]
      .map { try #require(BrowserLogin.ID($0.utf8)).shortName }
    #expect(names == ["aaaaaa", "baaaaa", "pqmuys"])
  }

  @Test("is no other login's of the account, in 20,000 lists, whichever of them end")
  func distinct() {
    // So few that many logins would get the same name.
    func draw() -> BrowserLogin.ID { BrowserLogin.ID(high: .random(in: 0..<60), low: 0) }
    for _ in 0..<20_000 {
      var logins: [BrowserLogin] = []
      for _ in 0..<Int.random(in: 2...SessionLimits.mostLogins) {
        logins.append(login(BrowserLogin.ID(besides: logins, drawing: draw)))
        if Int.random(in: 0..<8) == 0 { logins.removeFirst() }
      }
      let names = Set(logins.map(\.shortName))
      if names.count != logins.count { Issue.record("\(logins.map(\.shortName))") }
    }
  }
}
