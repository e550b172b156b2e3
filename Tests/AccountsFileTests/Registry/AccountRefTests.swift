import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// Who an account is that was read before, by the accounts as they are now.
@Suite("A reference to an account") struct AccountRefTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "ada@home.org"

  private static let uuid = "00000000-0000-4000-8000-000000000001"
  private static let ada =
    #"{"email": "ada@home.org", "firstName": "Ada", "password": "secret1""#
  private static let known = ada + #", "id": "ada@home.org \#(uuid)"}"#
  private static let bob = #"{"email": "bob@home.org", "password": "secret2"}"#
  /// Ada under another name, with her id.
  private static let zoe = known.replacing("ada@", with: "zoe@")

  private func write(_ accounts: String...) throws { try documents.write(accounts: accounts) }

  /// The email of the account that was read and then meant; nil for nobody.
  private func meant(_ before: String, then after: String) async throws -> String? {
    try write(before, Self.bob)
    let ref = try await registry.ref(email)
    try documents.write(accounts: [after])
    let now = try await registry.who([ref])[0]
    let bytes = try documents.bytes()
    var failure: AccountsError?
    do throws(AccountsError) { _ = try await registry.expecting([ref]).disable(email) } catch {
      failure = error
    }
    #expect(failure == (now == nil ? .notMeant([email]) : nil), "\(after)")
    #expect(try (documents.bytes() == bytes) == (now == nil))
    return now?[text: .email]
  }

  @Test("with an id means the account at which that counts, whatever its name is")
  func byID() async throws {
    let others = #", {"email": "ada@home.org", "password": "secret9"}"#
    for after in [Self.zoe, Self.zoe + others] {
      #expect(try await meant(Self.known, then: after) == "zoe@home.org")
    }
    for after in [
      Self.known.replacing("Ada", with: "Augusta"),
      Self.known.replacing("secret1", with: "secret9"), Self.known + ", " + Self.bob,
    ] { #expect(try await meant(Self.known, then: after) == email) }
  }

  @Test("with an id means nobody where that counts nowhere, whoever has the name")
  func nowhere() async throws {
    for after in [
      Self.ada + "}", Self.bob,
      // A copied block, and one that was renamed by hand.
      Self.bob.replacing(#"secret2""#, with: #"secret2", "id": "ada@home.org \#(Self.uuid)""#),
      Self.known.replacing(#"email": "ada"#, with: #"email": "zoe"#),
      Self.known.replacing("0001", with: "0002"),
    ] { #expect(try await meant(Self.known, then: after) == nil, "\(after)") }
  }

  @Test("without one means who has the name, no id, and all values as they were")
  func byName() async throws {
    let ada = Self.ada + "}"
    #expect(try await meant(ada, then: ada + ", " + Self.bob) == email)
    // Own keys are not read.
    #expect(try await meant(ada, then: Self.ada + #", "x-own": 1}"#) == email)
    for after in [
      Self.known, Self.ada + #", "mustChange": true}"#, Self.ada + #", "groups": ["ops"]}"#,
      ada.replacing("secret1", with: "secret9"), ada.replacing("Ada", with: "Augusta"),
      ada.replacing("ada@", with: "zoe@"),
    ] { #expect(try await meant(ada, then: after) == nil, "\(after)") }
  }

  @Test("with an id that does not count is one without")
  func notCounting() async throws {
    let copied = Self.ada + #", "id": "eve@home.org \#(Self.uuid)"}"#
    try write(copied, Self.bob)
    #expect(try await registry.ref(email).id == nil)
    #expect(try await meant(copied, then: copied) == email)
    #expect(try await meant(copied, then: Self.known) == nil)
  }

  @Test("is the same for a list as for a look-up, so that each finds what the other read")
  func readings() async throws {
    try write(Self.ada + #", "groups": ["ops"], "mustChange": true}"#, Self.bob, Self.zoe)
    for account in try await registry.list(limit: 9).accounts {
      let name = account[text: .email] ?? ""
      #expect(try await registry.ref(name) == AccountRef(account, named: name))
    }
  }

  @Test("of several means each of them, under the names that they have")
  func several() async throws {
    try write(Self.known, Self.bob)
    let refs = [try await registry.ref(email), try await registry.ref("bob@home.org")]
    try write(Self.bob, Self.zoe)
    let done = try await registry.expecting(refs).disable(refs.map(\.name))
    #expect(done.value.map(\.name) == ["zoe@home.org", "bob@home.org"])
    try write(Self.bob.replacing("secret2", with: "secret9"), Self.zoe)
    #expect(
      await error { try await registry.expecting(refs).remove(refs.map(\.name)) }
        == .notMeant(["bob@home.org"]))
  }

  @Test("of a history is that of the account under its present names")
  func history() async throws {
    try write(Self.known, Self.bob)
    let ref = try await registry.ref(email)
    try write(Self.zoe, Self.ada + "}")
    _ = try await registry.disable("zoe@home.org")
    let meant = registry.expecting([ref])
    #expect(try await meant.history(of: ref.name).map(\.did) == [.disable])
    try write(Self.ada + "}")
    #expect(await error { try await meant.history(of: ref.name) } == .notMeant([email]))
  }
}
