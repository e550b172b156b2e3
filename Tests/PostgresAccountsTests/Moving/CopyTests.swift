import AccountsSupport
import Foundation
import LosslessJSON
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile
@testable import PostgresAccounts

@Suite(
  "Copying all accounts",
  .needsPostgres, .takesPlace, .patient)
struct CopyTests {
  private let directory = TemporaryDirectory("regapp-copy")

  private func copy(_ from: CopyPlace, to: CopyPlace) async throws -> CopyReport {
    try await copyAccounts(
      from: from, to: to, user: "me", today: { .ofTests }, now: { 1_800_000_000 })
  }

  private func registry(_ path: String) -> Registry {
    Registry(documents: path, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
  }

  private func registry(_ database: TestDatabase) -> Registry {
    Registry(
      database: database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
  }

  private func contents(_ path: String) async throws -> StoreContents {
    try await copyableStore(documents: path, today: { .ofTests }).contents()
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/accounts.json"))
    return path
  }

  /// Accounts of all states, with keys of their owners, a history with changes of all kinds, and
  /// logins.
  private func source(_ seed: UInt64 = 1) async throws -> String {
    let rules = Rulebook(name: "own").json.text(style: .compact)
    let path = try write(
      #"""
      {"x-motd": {"deep": [1.50, "\u0000"], "\ud800": 1e400}, "regapp": 1, "rules": \#(rules),
       "accounts": [
        {"email": "closed@example.com", "firstName": 7, "x-note": null, "x-note": "\u0000", "x-x": "\ud800"},
        {"username": "someone", "email": "Ada@Example.com", "password": "!"},
        {"email": "locked@example.com", "password": "!$y$jAT$abc", "disabled": "gone"},
        {"email": "salted@example.com", "mustChange": true,
         "password": "{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3OA=="},
        {"email": "old@example.com", "password": "!", "validUntil": "2001-01-01", "firstName": "é"}
       ], "x-last": null}
      """#, to: "source")
    let registry = registry(path)
    var dice = Dice(seed)
    let accounts = (0..<30).map { number in
      let (values, ownKeys) = dice.account(number, under: Rulebook(name: "own"))
      return NewAccount(values, ownKeys: ownKeys)
    }
    _ = try await registry.importAccounts(accounts)
    _ = try await registry.edit(
      EditRequest(account: "old@example.com", fields: [.lastName: "First"]))
    _ = try await registry.edit(
      EditRequest(account: "old@example.com", fields: [.lastName: "Second"]))
    _ = try await registry.remove(["locked@example.com"])
    _ = try await registry.undo()
    _ = try await registry.verify(
      LoginRequest(
        email: "old@example.com", password: PasswordEntry("x"),
        from: LoginOrigin(service: "sshd", address: "192.0.2.7")))
    _ = try await registry.verify(
      LoginRequest(email: "nobody@example.com", password: PasswordEntry("x")))
    return path
  }

  /// The accounts as bytes, each with its keys in order; by their emails.
  private func accounts(_ contents: StoreContents) -> [[UInt8]: [[UInt8]]] {
    let file = contents.accounts.document
    var found: [[UInt8]: [[UInt8]]] = [:]
    for row in contents.accounts.rows {
      let members = file.members(of: row).map { member in
        Array(file.bytes[member.key.range]) + Array(file.bytes[member.value.range])
      }
      let email = file.value(for: JSONKey("email"), in: row).flatMap { file.string($0) } ?? ""
      found[Array(email.utf8)] = members.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return found
  }

  private func isID(_ member: [UInt8]) -> Bool { member.starts(with: "\"id\"".utf8) }

  private func expectSame(
    _ left: StoreContents, _ right: StoreContents, copies: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Each account without an id got one, and nothing else changed.
    let (before, after) = (accounts(left), accounts(right))
    var kept = after
    for (email, members) in before where !members.contains(where: isID) {
      kept[email]?.removeAll(where: isID)
    }
    #expect(before == kept, sourceLocation: sourceLocation)
    #expect(
      after.values.allSatisfy { $0.count(where: isID) == 1 }, sourceLocation: sourceLocation)
    let file = right.accounts
    let ids = file.accounts(at: Array(file.rows.indices), today: .ofTests).compactMap(\.id)
    #expect(Set(ids).count == after.count, sourceLocation: sourceLocation)
    #expect(left.accounts.rulebook == right.accounts.rulebook, sourceLocation: sourceLocation)
    #expect(
      CopiedRows(left, today: .ofTests).own == CopiedRows(right, today: .ofTests).own,
      sourceLocation: sourceLocation)
    #expect(
      left.history.lines.elementsEqual(right.history.lines.dropLast(copies)),
      sourceLocation: sourceLocation)
    #expect(left.attempts == right.attempts, sourceLocation: sourceLocation)
    #expect(left.loginsSince == right.loginsSince, sourceLocation: sourceLocation)
    func logins(_ contents: StoreContents) -> [AccountName: LastLogin] {
      Dictionary(contents.lastLogins.map { ($0.name, $0.login) }) { first, _ in first }
    }
    #expect(logins(left) == logins(right), sourceLocation: sourceLocation)
  }

  @Test("into a database, on to another and back leaves nothing behind", arguments: 1...4)
  func roundTrip(seed: UInt64) async throws {
    let path = try await source(seed)
    let before = try await contents(path)
    #expect(
      before.history.count > 4 && before.attempts.count == 2 && before.lastLogins.count == 1)
    let (one, two) = (try await TestDatabase(), try await TestDatabase())
    let report = try await copy(.documents(path), to: .database(one.address))
    #expect(report.accounts == before.accounts.rows.count && report.comments == 0)
    #expect(report.changes == before.history.count && report.attempts == 2)
    _ = try await copy(.database(one.address), to: .database(two.address))
    let back = "\(directory.path)/back"
    _ = try await copy(.database(two.address), to: .documents(back))
    let after = try await contents(back)
    expectSame(before, after, copies: 3)
    #expect(try await contents(path).mark == before.mark)
    // All states are judged as they were.
    let states = try await registry(path).check().errors.count
    #expect(try await registry(back).check().errors.count == states)
  }

  @Test("brings a history that goes on, and that undo takes back behind the copy")
  func history() async throws {
    let path = try await source()
    let database = try await TestDatabase()
    _ = try await copy(.documents(path), to: .database(database.address))
    let registry = registry(database)
    var entries = try await registry.history()
    #expect(entries.first?.did == .copy && entries.first?.count == 35)
    let plan = try await registry.undo(3)
    #expect(plan.value.passedOver.map(\.did) == [.copy])
    #expect(plan.value.entries.map(\.did) == [.undo, .remove, .edit])
    #expect(try await registry.account("old@example.com").values.lastName == "First")
    _ = try await registry.edit(
      EditRequest(account: "old@example.com", fields: [.lastName: "Third"]))
    entries = try await registry.history()
    #expect(entries.prefix(3).map(\.did) == [.edit, .undo, .copy])
    let numbers = entries.compactMap(\.number)
    #expect(numbers == numbers.sorted(by: >) && Set(numbers).count == entries.count)
    let report = try await registry.forgetHistory(of: "old@example.com")
    #expect(report.changes > 2)
    let rows = try database.server.psql("SELECT entry FROM public.change_account")
    #expect(!rows.contains { $0.contains("old@example.com") })
  }

  @Test("names what a database cannot hold, with its place, and writes nothing")
  func unsupported() async throws {
    let long = String((0..<6_000).map { Character(Unicode.Scalar(0x61 + $0 * 7 % 26)!) })
    let path = try write(
      """
      {"rules": "register", "accounts": [
        {"email": "a@example.com", "password": "typed1"},
        {"email": "a@example.com"},
        null,
        {"firstName": "Nobody"},
        {"email": "x\\u0000@example.com"},
        {"email": "b@example.com", "password": "$y$\\u0000"},
        {"email": "c@example.com", "password": "$y$a", "password": "typed2"},
        {"email": "d@example.com", "firstName": "\(long)"},
        {"email": "e@example.com", "username": "same"},
        {"email": "f@example.com", "username": "SAME"},
        {"email": ""}
      ]}
      """, to: "unheld")
    let database = try await TestDatabase()
    let unsupported = try await self.unsupported(.documents(path), .database(database.address))
    #expect(
      unsupported.map { "\($0.place?.position?.line ?? 0) \($0.field ?? "") \($0.reason)" } == [
        "2 password typedPassword", "3 email shared", "4  notAnObject", "5 email noKey",
        "6 email nul", "7 password nul", "8 password passwordTwice", "9 firstName tooLong",
        "11 username shared", "12 email noKey",
      ])
    #expect(!"\(unsupported)".contains("typed1") && !"\(unsupported)".contains("typed2"))
    #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["0"])
    #expect(try database.server.psql("SELECT count(*) FROM public.change") == ["0"])
  }

  @Test("counts what is no attempt, and takes a change of a name that no index takes")
  func oddLines() async throws {
    let path = try write(
      #"{"regapp": 1, "rules": "register", "accounts": [{"email": "a@example.com"}]}"#, to: "odd")
    let time = #""at":"2026-01-01T00:00:00Z","answer":"yes""#
    let attempts = [
      "{\(time)}", #"{\#(time),"account":"a@example.com","service":"sshd","from":"::1"}"#,
      #"{\#(time),"from":"::1%eth0"}"#, #"{\#(time),"from":"2001:DB8::1"}"#,
      #"{\#(time),"from":""}"#, #"{\#(time),"service":"two words"}"#,
      #"{\#(time),"account":""}"#, #"{\#(time),"account":"a\u0000"}"#,
      #"{\#(time),"account":"\#(String(repeating: "x", count: 3_000))"}"#,
    ]
    var long = ""
    for _ in 0..<3_000 { long += String(UInt8.random(in: 10...35), radix: 36) }
    let change = #"""
      {"n":1,"at":"2026-01-01T00:00:00Z","user":null,"by":null,"did":"remove",\#
      "accounts":[{"account":"\#(long)","changes":{"email":["\#(long)",null]}}]}
      """#
    for (name, lines) in [("logins", attempts), ("history", [change])] {
      let text = lines.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).jsonl"))
    }
    let database = try await TestDatabase()
    let report = try await copy(.documents(path), to: .database(database.address))
    #expect(report.attempts == 3 && report.unknownLines == 6)
    let history = try await registry(database).history()
    #expect(history.last?.accounts.first?.name == long)
  }

  @Test("names the rows that no file can hold")
  func unheldRows() async throws {
    let database = try await TestDatabase()
    let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    for (key, document) in [
      ("a", "\u{FEFF}{}"), ("b", #"{"x-x": \#(deep)}"#), ("c", "no JSON"), ("d", "[]"),
      ("e", #"{"email": "e"}"#),
    ] {
      try database.server.psql(
        """
        INSERT INTO public.account (key, doc, closed, disabled, op)
        VALUES ('\(key)', '\(document)', true, false, gen_random_uuid())
        """)
    }
    let to = CopyPlace.documents("\(directory.path)/rows")
    let unsupported = try await self.unsupported(.database(database.address), to)
    #expect(unsupported.map(\.account) == ["a", "b", "c", "d"])
    #expect(unsupported.map(\.reason) == [.byteOrderMark, .tooDeep, .notJSON, .notJSON])
    #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/rows/accounts.json"))
  }

  private func unsupported(_ from: CopyPlace, _ to: CopyPlace) async throws -> [UnsupportedValue] {
    do {
      _ = try await copy(from, to: to)
    } catch AccountsError.store(let fault) {
      if case .unsupported(let unsupported)? = fault.reason as? CopyFault { return unsupported }
      throw AccountsError.store(fault)
    }
    return []
  }

  private func fault(_ from: CopyPlace, _ to: CopyPlace) async -> CopyFault? {
    do { _ = try await copy(from, to: to) } catch AccountsError.store(let fault) {
      return fault.reason as? CopyFault
    } catch {}
    return nil
  }

  @Test("fills only what is empty, also of two at once, whatever the role's isolation")
  func emptiness() async throws {
    let path = try await source()
    let database = try await TestDatabase()
    let name = database.server.name
    try database.server.psql(
      "ALTER DATABASE \"\(name)\" SET default_transaction_isolation = 'serializable'")
    async let one = fault(.documents(path), .database(database.address))
    async let two = fault(.documents(path), .database(database.address))
    let faults = await [one, two]
    #expect(faults.count { $0 == nil } == 1 && faults.contains(.notEmpty(nil)))
    #expect(await fault(.documents(path), .database(database.address)) == .notEmpty(nil))
    // Nor is a history or a record of logins without accounts mixed with another.
    try database.server.psql("DELETE FROM public.account")
    #expect(await fault(.documents(path), .database(database.address)) == .notEmpty("change"))
    try database.server.psql("DELETE FROM public.change_account; DELETE FROM public.change")
    #expect(await fault(.documents(path), .database(database.address)) == .notEmpty("attempt"))
    #expect(await fault(.database(database.address), .documents(path)) == .noAccounts)
    // A database that was begun without accounts is empty, and so is one after a failed login.
    let begun = try await TestDatabase()
    _ = try await registry(begun).initialise(.standard)
    _ = try? await registry(begun).verify(
      LoginRequest(email: "nobody@example.com", password: PasswordEntry("x")))
    #expect(await fault(.documents(path), .database(begun.address)) == nil)
    #expect(try await registry(begun).rulebook().name == "own")
  }

  @Test("counts only if nobody wrote meanwhile")
  func changedMeanwhile() async throws {
    let path = try await source()
    let database = try await TestDatabase()
    let contents = try await contents(path)
    let (file, table) = (
      copyableStore(documents: path, today: { .ofTests }),
      PostgresStore(database.address, today: { .ofTests })
    )
    let registry = registry(path)
    await #expect(throws: CopyFault.changedMeanwhile.error("x")) {
      _ = try await table.begin(with: contents, by: Attribution(.copy)) {
        () async throws(AccountsError) in
        let request = EditRequest(account: "old@example.com", fields: [.lastName: "Other"])
        _ = try await registry.edit(request)
        if try await file.mark() != contents.mark { throw CopyFault.changedMeanwhile.error("x") }
      }
    }
    #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["0"])
    _ = try await copy(.documents(path), to: .database(database.address))
    let mark = try await table.mark()
    _ = try await self.registry(database).edit(
      EditRequest(account: "old@example.com", fields: [.lastName: "Else"]))
    #expect(try await table.mark() != mark)
  }

  @Test("notices what the database made of it")
  func differs() async throws {
    let path = try await source()
    let database = try await TestDatabase()
    try database.server.psql(
      """
      CREATE FUNCTION public.other() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.answer := 'else'; RETURN NEW; END $$;
      CREATE TRIGGER other BEFORE INSERT ON public.attempt
      FOR EACH ROW EXECUTE FUNCTION public.other();
      """)
    #expect(await fault(.documents(path), .database(database.address)) == .differs)
    #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["0"])
  }

  @Test("keeps the numbers of changes that begin late, and new ones come behind them")
  func numbers() async throws {
    let path = try await source()
    let url = URL(fileURLWithPath: "\(path)/history.jsonl")
    var lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    for index in lines.indices {
      lines[index] = lines[index].replacing(
        #"{"n":\#(index + 1),"#, with: #"{"n":\#(5_000 + index),"#)
    }
    try Data((lines.joined(separator: "\n") + "\nnot ours\n").utf8).write(to: url)
    let database = try await TestDatabase()
    let report = try await copy(.documents(path), to: .database(database.address))
    #expect(report.unknownLines == 1)
    let numbers = try await registry(database).history().compactMap(\.number).reversed()
    #expect(Array(numbers) == Array(5_000...5_000 + lines.count))
    _ = try await registry(database).edit(
      EditRequest(account: "old@example.com", fields: [.lastName: "Next"]))
    #expect(try await registry(database).history(limit: 1).first?.number == 5_001 + lines.count)
  }

  @Test("keeps keys of people's own in the rulebook, there and back")
  func ownKeysOfRules() async throws {
    let rules = #"{"from":"standard","//serve":{"hosts":["a.example.com"]}}"#
    let path = try write(
      #"{"rules": \#(rules), "accounts": [{"username": "ada", "password": "!"}]}"#, to: "rules")
    let database = try await TestDatabase()
    _ = try await copy(.documents(path), to: .database(database.address))
    #expect(try database.server.psql("SELECT rules FROM public.base") == [rules])
    let back = "\(directory.path)/rules-back"
    _ = try await copy(.database(database.address), to: .documents(back))
    let text = try String(contentsOfFile: "\(back)/accounts.json", encoding: .utf8)
    #expect(text.contains(rules), "\(text)")
  }

  @Test("leaves comments behind, and says how many")
  func comments() async throws {
    let path = "\(directory.path)/commented"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let text = """
      // ours
      {"rules": "register", "accounts": [
        {"email": "ada@example.com", /* a hash */ "password": "!", }, // Ada
      ]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/accounts.jsonc"))
    let database = try await TestDatabase()
    let report = try await copy(.documents(path), to: .database(database.address))
    #expect(report.comments == 3 && report.accounts == 1)
    let rows = try database.server.psql("SELECT doc, password FROM public.account")
    #expect(rows.count == 1 && !rows[0].contains("hash") && !rows[0].contains("Ada"), "\(rows)")
    #expect(rows[0].hasSuffix("|!"), "\(rows)")
  }
}
