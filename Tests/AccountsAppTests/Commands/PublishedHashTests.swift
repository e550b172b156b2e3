import Testing

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile
@testable import CommandKit

/// Hashes of accounts that a program of `publish.json` checks, too.
@Suite("A login leaves a weak hash that a published program needs") struct PublishedHashTests {
  private let home = Home()
  private static let apr1 = "$apr1$abcdefgh$paCto.rW8wn6thJ8b0QQY."

  private func prepare(_ list: String?, _ password: String = apr1) throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "\(password)", "groups": ["web"]}
      ]}
      """)
    if let list { try home.write(list, to: "publish.json") }
  }

  private func stored() async throws -> String? {
    try await home.registry.account("ada@host.com").values.password
  }

  private static func list(_ program: String, _ groups: String = "") -> String {
    #"{"publish": [{"for": "\#(program)", "file": "/srv/users"\#(groups)}]}"#
  }

  /// Logs in at the command line, and then at the page, and returns the hash after each.
  private func hashesAfterLogins(
    _ environment: [String: String] = [:]
  ) async throws -> [String?] {
    var setting = Setting(input: "secret1\n")
    setting.environment = environment
    let text = try home.text()
    let ran = await home.run("login --email ada@host.com --password-stdin", setting: setting)
    #expect(ran.exit == 0, "\(ran)")
    let first = try await stored()
    try home.write(text)
    let registry = home.registry.keepingPublishedHashes(
      listedIn: home.documents, Environment(environment))
    let entry = PasswordEntry("secret1")
    let account = try await registry.authenticate(
      LoginRequest(name: "ada@host.com", password: entry))
    _ = try await registry.beginLogin(of: account, typed: entry, at: "page", in: "", keeps: false)
    return [first, try await stored()]
  }

  @Test(
    "where a program of the list could not check a stronger one, and no other",
    arguments: [
      (list("traefik"), true), (list("traefik", #", "groups": ["web"]"#), true),
      (list("traefik", #", "groups": ["ops"]"#), false), (list("nginx"), false),
      // It checks neither.
      (list("caddy"), false), (nil, false), ("{", true),
    ] as [(String?, Bool)])
  func keeps(list: String?, keeps: Bool) async throws {
    try prepare(list)
    for hash in try await hashesAfterLogins() {
      #expect((hash == Self.apr1) == keeps)
      #expect(keeps || hash?.hasPrefix("$y$") == true)
    }
  }

  @Test("where the variable names the list, too")
  func elsewhere() async throws {
    try prepare(nil)
    try home.write(Self.list("traefik"), to: "list")
    let variable = [PublishList.variable: "\(home.documents)/list"]
    #expect(try await hashesAfterLogins(variable) == [Self.apr1, Self.apr1])
  }

  @Test("and makes of a typed one a hash that each of them checks")
  func typed() async throws {
    try prepare(Self.list("traefik"), "secret1")
    for hash in try await hashesAfterLogins() { #expect(hash?.hasPrefix("$2b$") == true) }
    try prepare(Self.list("nginx"), "secret1")
    for hash in try await hashesAfterLogins() { #expect(hash?.hasPrefix("$y$") == true) }
  }
}
