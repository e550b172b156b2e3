import AccountsSupport
import Foundation
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import PostgresAccounts

@Suite(
  "The list of passwords that a database's rulebook names",
  .needsPostgres, .takesPlace, .patient)
struct BlocklistTests {
  private let directory = TemporaryDirectory("regapp-list")

  private func rulebook(_ path: String) -> Rulebook {
    Rulebook(name: "own", fields: .init(password: PasswordRule(blocklistFile: path)))
  }

  private func list(_ text: String = "listed\n") throws -> String {
    let path = "\(directory.path)/list.txt"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    // A user who may write the database can name any file: it is read where everyone could read it.
    chmod(directory.path, 0o755)
    chmod(path, 0o644)
    return path
  }

  private func registry(_ database: TestDatabase) -> Registry { personal(database).registry }

  private func personal(_ database: TestDatabase) -> PersonalRegistry {
    PersonalRegistry(
      database: database.address, session: "\(directory.path)/session", today: { .ofTests },
      hasher: PasswordHasher(cost: 1))
  }

  private static func values(_ email: String, _ password: String? = nil) -> FieldValues {
    var values = FieldValues()
    (values.email, values.password) = (email, password)
    return values
  }

  private static let broken = [Problem(.field(.password), .field(.notOnBlocklist))]
  private static let unreadable = "rules.fields.password.blocklistFile readableList"

  @Test("that cannot be read is an error where it is needed, and a check says so")
  func missing() async throws {
    let database = try await TestDatabase()
    let path = try list()
    let done = try await Database(database.address).setRules(rulebook(path), today: .ofTests)
    #expect(done.accounts == 0)
    let registry = registry(database)
    _ = try await registry.register(
      Self.values("a@b.co"), password: PasswordEntry("unlisted"))
    #expect(try await !registry.check().rulebookIsBroken)
    try FileManager.default.removeItem(atPath: path)
    // People who have a hash log in.
    _ = try await personal(database).login(
      LoginRequest(email: "a@b.co", password: PasswordEntry("unlisted")))
    let request = EditRequest(account: "a@b.co", password: PasswordEntry("other"))
    let failure = await error { try await registry.edit(request) }
    #expect(failure?.problems.map(\.row) == [Self.unreadable])
    #expect(failure?.caseName == "rulebookBroken")
    let report = try await registry.check()
    #expect(report.errors.map(\.row) == [Self.unreadable] && report.rulebookIsBroken)
    // The accounts are checked all the same.
    #expect(report.accounts == 1)
    // So it is with a file that has no passwords, or is something else.
    for text in ["", "{\n}\n", "0018A45C4D1DEF81644B54AB7F969B88D65:21\n"] {
      _ = try list(text)
      let failure = await error { try await registry.edit(request) }
      #expect(failure?.problems.map(\.row) == [Self.unreadable])
      #expect(try await registry.check().rulebookIsBroken)
    }
    _ = try list("listed\rother\r")
    #expect(await error { try await registry.edit(request) }?.problems == Self.broken)
  }

  @Test("is not looked for by a relative path, wherever the program runs")
  func relative() async throws {
    let database = try await TestDatabase()
    let fault = DiskFault(action: .read, path: "list.txt", reason: .notAbsolute)
    let relative = rulebook("list.txt")
    let refused = await error {
      try await Database(database.address).setRules(relative, today: .ofTests)
    }
    #expect(refused?.problems.map(\.rule) == [.rulebook(.readableList(StoreFault(fault)))])
    #expect(try database.server.psql("SELECT rules FROM public.base") == ["\"register\""])
    try await database.use(relative)
    let registry = registry(database)
    let failure = await error {
      try await registry.register(Self.values("a@b.co"), password: PasswordEntry("unlisted"))
    }
    #expect(failure?.problems.map(\.rule) == [.rulebook(.readableList(StoreFault(fault)))])
    #expect(
      try await registry.check().errors.map(\.rule) == [
        .rulebook(.readableList(StoreFault(fault)))
      ])
  }
}
