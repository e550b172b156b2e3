import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("The hosts that somebody may enter") struct HostsTests {
  private let home = Home()
  private static let rules = #"""
    {"from": "register", "serve": {"hosts": ["wiki.example.com",
      {"host": "lab.example.com:8443", "groups": ["lab", "night shift"]},
      {"host": "ops.example.com", "groups": ["ops"], "from": ["https://office.example.com"]}]}}
    """#

  private func write(_ rules: String = Self.rules) throws {
    try home.write(
      #"""
      {"rules": \#(rules), "accounts": [
      {"email": "ada@example.com", "password": "secret-word-1", "groups": ["lab"]},
      {"email": "bob@example.com", "password": "secret-word-1", "groups": ["Lab"]},
      {"email": "cyd@example.com", "password": "secret-word-1", "groups": ["night shift", "lab"]},
      {"email": "dee@example.com", "password": "secret-word-1", "groups": ["lab"], "disabled": true}]}
      """#)
  }

  @Test("are found by list host:, as the door finds them") func list() async throws {
    try write()
    for (query, found) in [
      ("host:lab.example.com", ["ada", "cyd"]), ("host:LAB.example.com.:443", ["ada", "cyd"]),
      ("host:wiki.example.com", ["ada", "bob", "cyd"]), ("host:ops.example.com", []),
      ("host:lab.example.com ada", ["ada"]), ("хост:lab.example.com", ["ada", "cyd"]),
    ] {
      let ran = await home.run("list", query)
      #expect(ran.out.split(separator: "\n").map { String($0.prefix(3)) } == found, "\(query)")
      #expect(ran.exit == 0)
    }
    let unknown = await home.run("list host:lap.example.com")
    #expect(unknown.exit == 64 && unknown.out == "")
    #expect(unknown.err.contains("host: must be wiki.example.com, lab.example.com:8443 or ops"))
    try write("\"register\"")
    #expect(await home.run("list host:wiki.example.com").exit == 64)
  }

  @Test("stand in the profile, none for who is not open") func show() async throws {
    try write()
    let ada = await home.run("show ada@example.com")
    #expect(
      ada.out.contains("May enter:") && ada.out.contains("wiki.example.com, lab.example.com:8443\n")
    )
    let json = await home.run("show ada@example.com --json")
    #expect(
      json.out.contains(#""hosts": ["wiki.example.com", "lab.example.com:8443"]"#)
        || json.out.contains("\"lab.example.com:8443\""))
    let dee = await home.run("show dee@example.com")
    #expect(!dee.out.contains("May enter"))
    #expect(await home.run("show dee@example.com --json").out.contains(#""hosts": []"#))
  }

  @Test("are in the rules as they are written, and in words") func rules() async throws {
    try write()
    let words = await home.run("rules").out
    #expect(words.contains("lab.example.com:8443 for the groups lab, night shift"))
    #expect(
      words.contains("ops.example.com for the groups ops, also from https://office.example.com"))
  }

  @Test("a group that nobody has is a warning of check, and no error") func check() async throws {
    try write()
    let ran = await home.run("check")
    #expect(ran.exit == 0)
    #expect(ran.out.contains("lets the group \"ops\" enter ops.example.com, and nobody is in it"))
    #expect(!ran.out.contains("\"lab\" enter") && !ran.out.contains("\"night shift\" enter"))
  }

  @Test("are written by init --serve-host, beside the page") func initialise() async throws {
    let line =
      "init standard --serve-url https://accounts.example.com/ --serve-host wiki.example.com "
      + "--serve-host Lab.example.com:8443"
    #expect(await home.run(line).exit == 0)
    #expect(try home.text().contains("lab.example.com:8443"))
    #expect(await home.run("check").exit == 0)
    for wrong in [
      "--serve-host *", "--serve-host a.example --serve-host A.example:1",
      "--serve-url https://a.example/ --serve-host a.example",
      "--serve-url https://a.example/x/ --serve-host b.example",
    ] {
      #expect(await Home().run("init standard \(wrong)").exit == 64, "\(wrong)")
    }
  }
}
