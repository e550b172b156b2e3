import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Bytes outside a change are kept") struct BytesKeptTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  struct File: Sendable, CustomTestStringConvertible {
    let what: String
    /// What leads to the value of an id, which is written behind the account's last member.
    let beforeID: String
    private let (head, tail): (String, String)
    var testDescription: String { what }
    var text: String { head + tail }

    /// - Parameter text: has `ID` where the member `id` comes.
    init(what: String, beforeID: String = #", "id": "#, text: String) {
      let parts = text.split(separator: "ID", maxSplits: 1)
      (head, tail) = (String(parts[0]), String(parts[1]))
      (self.what, self.beforeID) = (what, beforeID)
    }

    /// The text with an id, by default the first one that is counted.
    func identified(_ id: AccountID = NumberedIDs.id(1)) -> String {
      #"\#(head)\#(beforeID)"mario@gmail.com \#(id)"\#(tail)"#
    }
  }

  /// Hand-written files. In each, the first name is written `"Mario"` and the password `"12345"`.
  static let files = [
    File(
      what: "own keys and an own order", beforeID: ",\n     \"id\": ",
      text: """
        {
          "$schema": "./accounts.schema.json",
          "x-comment": "mine", "accounts": [
            {"x-likes": ["a",  "b"], "firstName": "Mario", "password": "12345", "email": "mario@gmail.com",
             "x-nested": {"firstName": "not this"}ID}
          ],
          "rules": "register", "regapp": 1.0, "x-end": null
        }

        """),
    File(
      what: "tabs", beforeID: ",\n\t\t\t\"id\":\t",
      text:
        "{\n\t\"rules\": \"register\", \"accounts\":\t[\n\t\t{\n\t\t\t\"email\":\t\"mario@gmail.com\",\n"
        + "\t\t\t\"password\":\t\"12345\",\n\t\t\t\"firstName\":\t\"Mario\"ID\n\t\t}\n\t]\n}\n"),
    File(
      what: "CRLF", beforeID: ",\r\n      \"id\": ",
      text:
        "{\r\n  \"rules\": \"register\", \"accounts\": [\r\n    {\r\n      \"email\": \"mario@gmail.com\",\r\n"
        + "      \"password\": \"12345\",\r\n      \"firstName\": \"Mario\"ID\r\n    }\r\n  ]\r\n}\r\n"
    ),
    File(
      what: "one line, no end", beforeID: #","id":"#,
      text:
        #"{"rules": "register", "accounts":[{"email":"mario@gmail.com","password":"12345","firstName":"Mario"ID}]}"#
    ),
    File(
      what: "a byte-order mark",
      text:
        "\u{FEFF}{\"rules\": \"register\", \"accounts\": [{\"email\": \"mario@gmail.com\", \"password\": \"12345\", "
        + "\"firstName\": \"Mario\"ID}]}\n"),
    File(
      what: "escapes, and space in odd places", beforeID: "\n,\"id\" : ",
      text:
        "  \n{ \"r\\u0075les\" : \"register\" ,\"acc\\u006funts\" :[ \n {\"\\u0065mail\" :\"mario\\u0040gmail.com\" ,\"x-x\":"
        + "\"\\u00e9\\/\\ud83d\\ude00\", \"password\":\"12345\"\n,\"firstName\"\n:\n\"Mario\"ID } ]}  \n\n"
    ),
    File(
      what: "numbers, and other accounts that are closed",
      text:
        "{\"rules\": \"register\", \"accounts\": [7, {\"x-n\": 1.0e+400, \"email\": 5}, {\"email\": \"mario@gmail.com\", "
        + "\"x-n\": -0.10, \"password\": \"12345\", \"firstName\": \"Mario\"ID}, null, [[]]]}"),
  ]

  private func hash() async throws -> String {
    try #require(try await documents.storedPassword(of: email))
  }

  @Test("by an edit", arguments: files)
  func edit(file: File) async throws {
    try documents.write(file.text)
    try await registry.edit([.firstName: "Lu\"igi"], of: email)
    #expect(try documents.text() == file.identified().replacing("\"Mario\"", with: #""Lu\"igi""#))
    _ = try await registry.cancel()
    #expect(try documents.text() == file.identified())
  }

  @Test("by an edit of the password and the login that seals it", arguments: files)
  func password(file: File) async throws {
    try documents.write(file.text)
    try await registry.login(email, "12345")
    #expect(
      try documents.text()
        == file.identified().replacing("\"12345\"", with: "\"\(try await hash())\""))
    try await registry.edit(password: "another1")
    #expect(
      try documents.text()
        == file.identified().replacing("\"12345\"", with: "\"\(try await hash())\""))
  }

  @Test("by a seal", arguments: files)
  func seal(file: File) async throws {
    try documents.write(file.text)
    #expect(try await registry.seal().sealed == 1)
    #expect(
      try documents.text()
        == file.identified().replacing("\"12345\"", with: "\"\(try await hash())\""))
  }

  @Test("by a new account, which comes last", arguments: files)
  func register(file: File) async throws {
    try documents.write(file.text)
    try await registry.register("luigi@gmail.com")
    let text = try documents.text()
    #expect(text.commonPrefix(with: file.text).utf8.count > file.text.utf8.count / 2)
    #expect(try await registry.list(limit: 99).accounts.last?.values.email == "luigi@gmail.com")
    _ = try await registry.remove("luigi@gmail.com")
    #expect(try documents.text() == file.text)
  }

  @Test("by a new field that is undone", arguments: files)
  func newField(file: File) async throws {
    try documents.write(file.text)
    try await registry.edit([.lastName: "B", .phone: "9123456789"], of: email)
    #expect(try documents.text() != file.identified())
    _ = try await registry.cancel()
    #expect(try documents.text() == file.identified())
  }

  @Test("and without a change the file is not even written", arguments: files)
  func nothing(file: File) async throws {
    let text = file.identified(NumberedIDs.id(1_000))
    try documents.write(text)
    let state = documents.state()
    try await registry.edit([.firstName: "Mario"], of: email)
    try await registry.draft([.firstName: "Luigi"], of: email)
    _ = try await registry.cancel()
    _ = try await registry.show(email)
    _ = try await registry.check()
    await #expect(throws: AccountsError.loginFailed) { try await registry.login(email, "wrong") }
    #expect(documents.state() == state)
    #expect(try documents.text() == text)
  }

  @Test("a new account is formatted like its neighbours", arguments: [false, true])
  func style(isCRLF: Bool) async throws {
    func lines(_ lines: String...) -> String { lines.joined(separator: isCRLF ? "\r\n" : "\n") }
    try documents.write(
      lines(
        "{", "\t\"rules\": \"register\",", "\t\"accounts\": [", "\t\t{",
        "\t\t\t\"email\": \"mario@gmail.com\",",
        "\t\t\t\"password\": \"!\"", "\t\t}", "\t]", "}", ""))
    try await registry.register("luigi@gmail.com")
    let hash = try #require(try await documents.storedPassword(of: "luigi@gmail.com"))
    #expect(
      try documents.text()
        == lines(
          "{", "\t\"rules\": \"register\",", "\t\"accounts\": [", "\t\t{",
          "\t\t\t\"email\": \"mario@gmail.com\",",
          "\t\t\t\"password\": \"!\"", "\t\t},", "\t\t{", "\t\t\t\"email\": \"luigi@gmail.com\",",
          "\t\t\t\"password\": \"\(hash)\",",
          "\t\t\t\"id\": \"luigi@gmail.com \(NumberedIDs.id(1))\"", "\t\t}", "\t]", "}", ""))
  }
}
