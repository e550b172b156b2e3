import AccountsSupport
import Exchange
import Foundation
import LosslessJSON
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import PostgresAccounts

@Suite(
  "Accounts that move",
  .needsPostgres, .takesPlace, .patient)
struct MovingTests {
  /// The output of `export --format json --with-hashes`.
  private static func export(_ registry: Registry) async throws -> String {
    var writer = ExchangeWriter(.json, withHashes: true)
    var text = writer.head
    var next: Page.Cursor?
    repeat {
      let page = try await registry.list(from: next, limit: 17, withOwnKeys: true)
      for account in page.accounts {
        #expect(!account.isClosed, "\(account.problems)")
        text += try writer.text(of: ExchangeRecord(account.values, ownKeys: account.ownKeys))
      }
      next = page.next
    } while next != nil
    return text + writer.end
  }

  private static func take(_ text: String, into registry: Registry) async throws {
    let reading = ExchangeFormat.json.read(ExchangeText(text))
    #expect(reading.faults.isEmpty)
    let accounts = reading.records.map { NewAccount($0.values, ownKeys: $0.ownKeys) }
    let report = try await registry.importAccounts(accounts)
    #expect(report.refusals.isEmpty)
    #expect(report.added == accounts.count)
  }

  /// The accounts of an export by their emails, each with its keys in order, as bytes.
  private static func accounts(_ text: String) throws -> [String: [UInt8]] {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var accounts: [String: [UInt8]] = [:]
    let array = document.value(for: JSONKey("accounts"), in: document.root)
    for element in document.elements(of: array) {
      guard case .object(let members)? = document.literal(element) else {
        Issue.record("no object")
        continue
      }
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      let email = try #require(members.first { $0.key == "email" }?.value)
      accounts[email.text(style: .compact)] = JSONLiteral.object(sorted).bytes(style: .compact)
    }
    return accounts
  }

  private static func registry(documents: String, rules: Rulebook) throws -> Registry {
    try FileManager.default.createDirectory(
      atPath: documents, withIntermediateDirectories: true)
    let text = JSONLiteral.object([
      .init("regapp", .integer(1)), .init("rules", rules.json), .init("accounts", .array([])),
    ]).text(style: .pretty)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(documents)/accounts.json"))
    return Registry(
      documents: documents, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
  }

  @Test("into a database and back are the same, key by key", arguments: 1...6)
  func moves(seed: UInt64) async throws {
    var dice = Dice(seed)
    let rulebook = Rulebook(name: "own")
    let directory = TemporaryDirectory("regapp-moving")
    let file = try Self.registry(documents: "\(directory.path)/one", rules: rulebook)
    let accounts = (0..<60).map { number in
      let (values, ownKeys) = dice.account(number, under: rulebook)
      return NewAccount(values, ownKeys: ownKeys)
    }
    #expect(try await file.importAccounts(accounts).added == accounts.count)
    let text = try await Self.export(file)

    let database = try await TestDatabase()
    try await database.use(rulebook)
    let moved = Registry(
      database: database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    try await Self.take(text, into: moved)
    let there = try await Self.export(moved)
    let wanted = try Self.accounts(text)
    #expect(wanted.count == accounts.count)
    #expect(try Self.accounts(there) == wanted)

    let back = try Self.registry(documents: "\(directory.path)/two", rules: rulebook)
    try await Self.take(there, into: back)
    #expect(try Self.accounts(try await Self.export(back)) == wanted)
  }
}
