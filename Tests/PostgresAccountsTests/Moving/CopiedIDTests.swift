import AccountsSupport
import Foundation
import LosslessJSON
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import PostgresAccounts

@Suite(
  "Copying the ids of all accounts",
  .needsPostgres, .takesPlace, .patient)
struct CopiedIDTests {
  private let directory = TemporaryDirectory("regapp-copied-ids")

  private func copy(_ from: CopyPlace, to: CopyPlace) async throws {
    _ = try await copyAccounts(
      from: from, to: to, user: "me", today: { .ofTests }, now: { 1_800_000_000 })
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/accounts.json"))
    return path
  }

  private func id(_ digit: Int) -> String { "00000000-0000-4000-8000-00000000000\(digit)" }

  @Test(
    "brings ids there and back, byte for byte, also those that do not count, and gives the others")
  func ids() async throws {
    let rules = Rulebook(name: "own").tableText
    let text = """
      {
        "regapp": 1,
        "rules": \(rules),
        "accounts": [
          {
            "email": "ada@example.com",
            "password": "\(HashOfSecret1.sha512)",
            "id": "Ada@example.com \(id(1))"
          },
          {"email": "bob@example.com", "password": "!", "x-note": [1.50], "id": "gone \(id(2))"},
          {"email": "eve@example.com", "password": "!"},
          {"email": "zoe@example.com", "username": "zoe", "password": "!", "id": "zoe \(id(3))"}
        ]
      }

      """
    let path = try write(text, to: "ids")
    let (database, back) = (try await TestDatabase(), "\(directory.path)/ids-back")
    _ = try await copy(.documents(path), to: .database(database.address))
    let rows = try database.server.psql("SELECT concat(id_name, ' ', id) FROM account ORDER BY key")
    let given = try #require(rows.count == 4 ? GivenID(rows[2]) : nil)
    #expect(given.name == "eve@example.com" && !(1...3).map(id).contains("\(given.id)"))
    #expect(
      rows == ["Ada@example.com \(id(1))", "gone \(id(2))", given.text, "zoe \(id(3))"])
    _ = try await copy(.database(database.address), to: .documents(back))
    let eve = #"{"email": "eve@example.com", "password": "!""#
    #expect(
      try String(contentsOfFile: "\(back)/accounts.json", encoding: .utf8)
        == text.replacing(eve, with: eve + #", "id": "\#(given.text)""#))
  }

  @Test("names ids that a database cannot hold, and copies nothing")
  func unheldIDs() async throws {
    let ids = [
      #""17""#, #""B@example.com \#(id(1))""#, #""b@example.com \#(id(1))""#, "17",
      #""e@example.com \#(id(2))", "id": "e@example.com \#(id(2))""#,
      #""f@example.com \#(id(3))""#, #""x@example.com \#(id(4))""#,
    ]
    let accounts = zip("abcdefg", ids).map { name, id in
      #"{"email": "\#(name)@example.com", "password": "!", "id": \#(id)}"#
    }
    let path = try write(
      "{\"regapp\": 1, \"rules\": \"register\", \"accounts\": [\n\(accounts.joined(separator: ",\n"))]}",
      to: "unheld-ids")
    let database = try await TestDatabase()
    let fault = await fault {
      try await copy(.documents(path), to: .database(database.address))
    }
    guard case .unsupported(let unsupported)? = fault?.reason as? CopyFault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(
      unsupported.map { "\($0.place?.position?.line ?? 0) \($0.field ?? "") \($0.reason)" }
        == ["2 id idForm", "4 id sharedID", "5 id idForm", "6 id idForm"])
    #expect(try database.server.psql("SELECT count(*) FROM account") == ["0"])
  }
}
