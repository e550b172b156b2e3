import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An unusable file is never written") struct UnwritableFileTests {
  private let documents = Documents()
  private static let account = #"{"email": "mario@gmail.com", "password": "secret1"}"#

  struct File: Sendable, CustomTestStringConvertible {
    let text: String
    let rows: [String]
    var testDescription: String { text }
    init(_ text: String, _ rows: String...) { (self.text, self.rows) = (text, rows) }
  }

  static let invalid = [
    // Invalid JSON.
    File("", "1:1 file syntax"),
    File("\n", "2:1 file syntax"),
    File("{\"rules\": \"register\", \"accounts\": [\(account)]", "1:88 file syntax"),
    File("{\"rules\": \"register\", \"accounts\": [\(account),]}", "1:88 file syntax"),
    File(
      "{\"rules\": \"register\", \"accounts\": [\n  \(account)\n  \(account)\n]}", "3:3 file syntax"
    ),
    File("{\"rules\": \"register\", \"accounts\": []} x", "1:39 file syntax"),
    File("// mine\n{\"rules\": \"register\", \"accounts\": []}", "1:1 file syntax"),
    File("{'accounts': []}", "1:2 file syntax"),
    // Wrong shape.
    File("[]", "1:1 file fileIsObject"),
    File("  null", "1:3 file fileIsObject"),
    File("{}", "1:1 rules whichRulebook", "1:1 accounts required"),
    File("{\"accounts\": []}", "1:1 rules whichRulebook"),
    File("{\"rules\": null, \"accounts\": []}", "1:11 rules whichRulebook"),
    File(
      "{\"Rules\": \"standard\", \"accounts\": []}", "1:1 rules whichRulebook", "1:2 Rules knownKey"
    ),
    File(
      "{\"rules\": \"standard\",\n \"Rules\": 1, \"accounts\": [], \"ACCOUNTS\": []}",
      "2:2 Rules secondSpelling", "2:30 ACCOUNTS secondSpelling"),
    File("{\"rules\": \"register\", \"accounts\": {}}", "1:35 accounts accountsIsArray"),
    File("{\"rules\": \"register\", \"accounts\": null}", "1:35 accounts accountsIsArray"),
    // An unknown version.
    File("{\"regapp\": 2, \"accounts\": []}", "1:12 regapp newerVersion"),
    // Duplicate known keys.
    File(
      "{\"rules\": \"register\", \"accounts\": [], \"accounts\": [\(account)]}",
      "1:51 accounts once"),
    File(
      "{\"rules\": \"register\", \"accounts\": [\(account)], \"a\\u0063counts\": []}",
      "1:107 accounts once"),
    File(
      "{\"regapp\": 1, \"rules\": \"register\", \"accounts\": [], \"regapp\": 1}",
      "1:62 regapp once"),
    File(
      "{\"rules\": \"register\",\n \"accounts\": [], \"rules\": \"register\"}", "2:27 rules once"),
    // Several problems at once.
    File(
      "{\"regapp\": 9,\n \"accounts\": 7,\n \"accounts\": []}", "1:12 regapp newerVersion",
      "2:14 accounts accountsIsArray", "3:14 accounts once"),
  ]

  static let brokenRulebooks = [
    File("{\"rules\": \"regster\", \"accounts\": [\(account)]}", "1:11 rules knownRulebook"),
    File("{\"rules\": 7, \"accounts\": [\(account)]}", "1:11 rules rulebookIsTextOrObject"),
    File(
      "{\"accounts\": [],\n\"rules\": {\"logn\": {},\n \"fields\": {\"email\": {\"beforeAt\": 0}}}}",
      "2:11 rules.logn knownKey", "3:35 rules.fields.email.beforeAt count"),
  ]

  /// Every operation, especially those that write.
  static let operations: [(String, @Sendable (Registry) async throws -> Void)] = [
    ("rulebook", { _ = try await $0.rulebook() }),
    ("register", { try await $0.register("luigi@gmail.com") }),
    ("login", { try await $0.login("mario@gmail.com") }),
    ("login of an unknown one", { try await $0.login("luigi@gmail.com") }),
    ("verify", { _ = try await $0.verify(LoginRequest("mario@gmail.com", "secret1")) }),
    ("show", { _ = try await $0.show() }),
    ("show of one", { _ = try await $0.show("mario@gmail.com") }),
    ("edit", { try await $0.edit([.firstName: "M"], of: "mario@gmail.com") }),
    ("draft", { try await $0.draft([.firstName: "M"], of: "mario@gmail.com") }),
    ("save", { _ = try await $0.save() }),
    ("list", { _ = try await $0.list(limit: 9) }),
    ("account", { _ = try await $0.account("mario@gmail.com") }),
    ("remove", { _ = try await $0.remove("mario@gmail.com") }),
    ("seal", { _ = try await $0.seal() }),
    ("import", { _ = try await $0.importAccounts([NewAccount(FieldValues())]) }),
  ]

  /// Runs every operation, and compares bytes and stamp after each; returns the errors with the
  /// operations that threw them.
  private func everyOperation(_ file: File) async throws -> [AccountsError?: [String]] {
    try await documents.registry.register("mario@gmail.com")
    try await documents.registry.draft([.firstName: "Mario"])
    try documents.write(file.text)
    let (bytes, state) = (try documents.bytes(), documents.state())
    var errors: [AccountsError?: [String]] = [:]
    for (name, operation) in Self.operations {
      let failure = await error { try await operation(documents.registry()) }
      errors[failure, default: []].append(name)
      #expect(try documents.bytes() == bytes, "\(name)")
      #expect(documents.state() == state, "\(name)")
    }
    await #expect(throws: (any Error).self) {
      try await documents.registry.initialise(.register)
    }
    _ = try await documents.registry.logOut()
    _ = try await documents.registry.cancel()
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl", "session.json"])
    return errors
  }

  @Test("and every operation reports its problems with their places", arguments: invalid)
  func fileInvalid(file: File) async throws {
    let errors = try await everyOperation(file)
    let failure = try #require(errors.count == 1 ? errors.keys.first ?? nil : nil, "\(errors)")
    #expect(failure.caseName == "fileInvalid")
    #expect(failure.problems.map(\.row) == file.rows)
  }

  @Test("nor one with a broken rulebook", arguments: brokenRulebooks)
  func rulebookBroken(file: File) async throws {
    let errors = try await everyOperation(file)
    let failure = try #require(errors.count == 1 ? errors.keys.first ?? nil : nil, "\(errors)")
    #expect(failure.caseName == "rulebookBroken")
    #expect(failure.problems.map(\.row) == file.rows)
  }

  @Test("the version is optional")
  func leftOut() async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    #expect(try await documents.registry.rulebook() == .register)
  }
}
