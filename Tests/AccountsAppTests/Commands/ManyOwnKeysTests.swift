import AccountsSupport
import LosslessJSON
import Testing

@testable import AccountsApp

@Suite("Very many own keys of one account") struct ManyOwnKeysTests {
  private let home = Home()

  private static func account(_ members: [String]) -> String {
    #"{"email": "ada@example.com", "# + members.joined(separator: ", ") + "}"
  }

  /// The own keys that are there, with their values.
  private func values() async throws -> [String: String] {
    let account = try #require(
      try await home.registry.list(limit: 1, withOwnKeys: true).accounts.first)
    return Dictionary(
      uniqueKeysWithValues: account.ownKeys.map { ($0.key, $0.value.text(style: .compact)) })
  }

  @Test(
    "are changed, removed and added in one pass as few are, and undo brings them back",
    arguments: [6, 1_000])
  func changed(count: Int) async throws {
    func file(_ members: [String]) -> String {
      #"{"rules": "register", "accounts": ["# + Self.account([#""password": "!""#] + members)
        + "]}\n"
    }
    let there = (0..<count).map { #""x-key\#($0)x": \#($0)"# }
    try home.write(file(there))
    let before = try await values()
    let new = (0..<count / 3).map { #""x-new\#($0)x": [\#($0)]"# }
    let asked = (0..<count).compactMap { number -> String? in
      switch number % 3 {
      case 0: #""x-key\#(number)x": "a""#
      case 1: #""x-key\#(number)x": null"#
      default: nil
      }
    }
    try home.write("[\(Self.account(asked + new))]\n", to: "a.json")
    let applied = await home.run("apply \(home.documents)/a.json")
    #expect(applied.exit == 0, "\(applied.err.prefix(500))")
    let left = (0..<count).compactMap { number -> String? in
      switch number % 3 {
      case 0: #""x-key\#(number)x": "a""#
      case 1: nil
      default: there[number]
      }
    }
    let id = #""id": "ada@example.com \#(NumberedIDs.id(1))""#
    #expect(try home.text() == file(left + new + [id]))
    let undone = await home.run("undo")
    #expect(undone.exit == 0, "\(undone.err.prefix(500))")
    #expect(try await values() == before)
  }
}
