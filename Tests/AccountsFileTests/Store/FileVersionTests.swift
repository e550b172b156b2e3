import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import AccountsText

@Suite("The version of the file") struct FileVersionTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let salted = "{SSHA}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0"

  private func add(_ password: String, _ email: String = "new@mail.com") async throws {
    let report = try await registry.importAccounts([
      NewAccount(FieldValues(email: email, password: password))
    ])
    #expect(report.added == 1)
  }

  @Test(
    "rises with the first {SSHA} hash, in the same write, however it is written",
    arguments: [
      (#"{"regapp": 1, "accounts": []}"#, #""regapp": 2"#),
      (#"{"regapp": 1.0, "accounts": []}"#, #""regapp": 2"#),
      (#"{"accounts": []}"#, #""regapp": 2"#),
      (#"{"accounts": [], "motd": "hi"}"#, #""regapp": 2"#),
      (#"{"regapp": 2, "accounts": []}"#, #""regapp": 2"#),
    ])
  func rises(text: String, version: String) async throws {
    try documents.write(text)
    try await add(Self.salted)
    #expect(try documents.text().contains(version))
    #expect(try documents.text().contains(Self.salted))
    let warned = try await registry.check().warnings.map(\.rule)
    #expect(!warned.contains(.caution(.needsNewerVersion(.password))))
    try await registry.login("new@mail.com", "secret1")
  }

  @Test("stays where there is none, and in a new file begins as 1")
  func stays() async throws {
    try await add("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=")
    #expect(try documents.text().contains(#""regapp": 1"#))
    try await add(Self.salted, "other@mail.com")
    #expect(try documents.text().contains(#""regapp": 2"#))
  }

  @Test("rises by an undo that brings one back, and by a lock that is taken away")
  func otherWays() async throws {
    try await add(Self.salted)
    try documents.write(
      try documents.text().replacingOccurrences(of: "\"regapp\": 2", with: "\"regapp\": 1"))
    #expect(
      try await registry.check().warnings.map(\.rule).contains(
        .caution(.needsNewerVersion(.password))))
    _ = try await registry.remove("new@mail.com")
    #expect(try documents.text().contains(#""regapp": 1"#))
    _ = try await registry.undo()
    #expect(try documents.text().contains(#""regapp": 2"#))
    try documents.write(
      #"{"accounts": [{"email": "ada@mail.com", "password": "!\#(Self.salted)"}]}"#)
    #expect(
      try await registry.check().warnings.map(\.rule).contains(
        .caution(.needsNewerVersion(.password))))
    _ = try await registry.enable("ada@mail.com")
    #expect(try documents.text().contains(#""regapp": 2"#))
  }

  @Test("rises with the first mark that a password must be changed, however that is written")
  func marks() async throws {
    func isVersion2(after work: () async throws -> some Any) async throws -> Bool {
      try documents.write(accounts: [#"{"email": "ada@mail.com", "password": "secret1"}"#])
      _ = try await work()
      let text = try documents.text()
      #expect(text.contains("mustChange"))
      let warned = try await registry.check().warnings.map(\.rule)
      #expect(!warned.contains(.caution(.needsNewerVersion(.mustChange))))
      return text.contains(#""regapp": 2"#)
    }
    let edit = EditRequest(account: "ada@mail.com", fields: [.mustChange: "true"])
    var marked = FieldValues(email: "bob@mail.com", password: "secret1")
    marked.mustChangePassword = true
    let new = marked
    #expect(try await isVersion2 { try await registry.edit(edit) })
    #expect(
      try await isVersion2 { try await registry.register(new, password: PasswordEntry("secret1")) })
    #expect(try await isVersion2 { try await registry.importAccounts([NewAccount(new)]) })
    #expect(
      try await isVersion2 {
        _ = try await registry.draft(edit)
        return try await registry.save()
      })
    let isRaisedByUndo = try await isVersion2 {
      _ = try await registry.edit(edit)
      _ = try await registry.edit(
        EditRequest(account: "ada@mail.com", fields: [.mustChange: .clear]))
      #expect(try !documents.text().contains("mustChange"))
      try documents.write(
        try documents.text().replacingOccurrences(of: "\"regapp\": 2", with: "\"regapp\": 1"))
      _ = try await registry.undo()
    }
    #expect(isRaisedByUndo)
  }

  @Test("is warned of where a mark is in a file of version 1, also with escapes")
  func warnsOfMarks() async throws {
    for text in [
      #"{"email": "ada@mail.com", "password": "$y$j75$x$y", "mustChange": false}"#,
      #"{"email": "ada@mail.com", "password": "secret1", "firstName": "\u0041", "mustChange": true}"#,
    ] {
      try documents.write(accounts: [text])
      #expect(
        try await registry.check().warnings.map(\.rule)
          .contains(.caution(.needsNewerVersion(.mustChange))))
    }
  }

  @Test("rises where a hand edit brings what needs it, also with escapes")
  func handEdits() async throws {
    for account in [
      #"{"email": "ada@mail.com", "password": "secret1", "mustChange": true}"#,
      #"{"email": "ada@mail.com", "password": "secret1", "firstName": "\u0041", "mustChange": true}"#,
      #"{"email": "ada@mail.com", "password": "{SSHA}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNz\u0059Wx0"}"#,
    ] {
      let document = try AccountsDocument(
        path: "", bytes: Array(#"{"regapp": 1, "accounts": [\#(account)]}"#.utf8))
      let text = try document.ofVersionNeeded().document.bytes
      #expect(String(decoding: text, as: UTF8.self).contains(#""regapp": 2"#))
    }
  }

  @Test("stays as it is in a long file of version 2, of which a mark is written into an excerpt")
  func longFile() async throws {
    let rows = (0..<40).map {
      #"{"email": "a\#($0)@mail.com", "password": "$y$j75$x$y"}"#
    }
    for version in [1, 2] {
      try documents.write(
        "{\"regapp\": \(version), \"accounts\": [\n\(rows.joined(separator: ",\n"))\n]}")
      let registry = documents.registry(long: LongFile(size: 1))
      _ = try await registry.edit(
        EditRequest(account: "a20@mail.com", fields: [.mustChange: "true"]))
      let text = try documents.text()
      #expect(text.contains(#""regapp": 2"#))
      #expect(text.contains(#""$y$j75$x$y", "mustChange": true}"#))
      #expect(text.split(separator: "\n").count == 42)
    }
  }

  @Test("is 1 or 2; a later one is refused", arguments: ["0", "3", "1.5", "\"2\""])
  func others(number: String) async throws {
    try documents.write("{\"regapp\": \(number), \"accounts\": []}")
    let failure = await error { try await registry.list(limit: 1) }
    #expect(failure?.problems.map(\.rule) == [.file(.version(supported: 1...2))])
  }
}
