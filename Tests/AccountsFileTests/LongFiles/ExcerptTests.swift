import AccountsSupport
import Glibc
import LosslessJSON
import StoreSuite
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

/// Every file is long to these stores, so that they read and change it in excerpts wherever they
/// can.
extension LongFile {
  static let always = LongFile(size: 1, head: 40, stripe: 100, buffer: 64)
  static let never = LongFile(size: .max)
}

@Suite("Excerpts of long files") struct ExcerptTests {
  private let documents = Documents()

  private let clock = StandingClock(0)

  private func store(_ long: LongFile, at path: String) -> FileStore {
    FileStore(
      source: .file(path), today: { .ofTests },
      disk: Disk(queue: DiskQueue(), lockPatience: days, long: long),
      now: { [clock] in clock.now })
  }

  @Test("keep every promise of a store", arguments: Promise.all + Promise.history)
  func keep(_ promise: Promise) async throws {
    try await promise.keep(documents.tested(store(.always, at: documents.accountsPath), clock))
  }

  @Test("are made anew where the file is cut off while it is copied")
  func cutOff() async throws {
    let rows = (0..<40).map { "{\"email\": \"user\($0)@example.com\", \"password\": \"*\"}" }
    let path = documents.accountsPath
    let short = "{\"rules\": \"register\", \"accounts\": [\(rows[7])]}"
    try documents.write(
      "{\"rules\": \"register\", \"accounts\": [\n\(rows.joined(separator: ",\n"))]}\n")
    var calls = SystemCalls()
    calls.copy = { _, _, _ in
      // An editor that saves in place does this, in the middle of the copy.
      try? Array(short.utf8).withUnsafeBytes { bytes in
        let descriptor = Glibc.open(path, O_WRONLY | O_TRUNC)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes.baseAddress, bytes.count) == bytes.count)
      }
      return -1
    }
    let disk = Disk(queue: DiskQueue(), calls: calls, lockPatience: days, long: .always)
    let store = FileStore(source: .file(path), today: { .ofTests }, disk: disk)
    // Until the clock is past the stamp, the whole file is read.
    while let stamp = documents.state(), !stamp.isOver(by: calls.now()) { calls.pause() }
    let found = try await store.find(.name(AccountName("user7@example.com"), in: nil))
    let id = try #require(found.accounts.first?.nameKey)
    let edits = [AccountRecord.Change(.groups, from: nil, to: .texts(["staff"]))]
    let done = try await store.apply([.edit(id, edits, mayBreakRules: true)], WriteOptions())
    #expect(done.value.effects == [.changed])
    let text = try documents.text()
    #expect(text.contains("staff") && text.contains("user7@") && !text.contains("user8@"))
  }

  @Test(
    "say of every name, and make of every change, what the whole file does", arguments: 0..<40)
  func agree(_ seed: Int) async throws {
    var dice = Dice(UInt64(seed))
    let file = RandomFile(&dice)
    let (one, other) = (documents.path(of: "one.json"), documents.path(of: "other.json"))
    try documents.write(file.text, to: "one.json")
    try documents.write(file.text, to: "other.json")
    // Both with and without an index.
    if dice.below(2) == 0 {
      _ = try? await store(.always, at: one).check(PasswordHasher(cost: 1))
    }
    let (excerpts, whole) = (store(.always, at: one), store(.never, at: other))
    // A broken file is as broken in both ways.
    func told(_ work: () async throws -> some Any) async -> String {
      let result: Any
      do { result = try await work() } catch { result = error }
      return String(reflecting: result).replacing("other.json", with: "one.json")
    }
    for _ in 0..<12 {
      let lookup = Lookup.name(
        AccountName(dice.pick(file.names)), in: dice.pick([nil, Field.email, .username]))
      #expect(
        await told { try await excerpts.find(lookup).accounts.map { ($0, $0.id) } }
          == told { try await whole.find(lookup).accounts.map { ($0, $0.id) } })
      let ids = Lookup.ids([RandomFile.ids[dice.below(RandomFile.ids.count)]])
      #expect(
        await told { try await excerpts.find(ids).accounts.map { ($0, $0.id) } }
          == told { try await whole.find(ids).accounts.map { ($0, $0.id) } })
      let account = try? await whole.find(lookup).accounts.first
      let changes = file.changes(&dice, of: account)
      #expect(
        await told { try await excerpts.apply(changes, WriteOptions()).value }
          == told { try await whole.apply(changes, WriteOptions()).value })
      let (one, other) = try (documents.text(of: "one.json"), documents.text(of: "other.json"))
      #expect(one == other)
    }
    #expect(documents.exists("one.history.jsonl") == documents.exists("other.history.jsonl"))
  }
}

/// An accounts file as hands write them: of any layout, with names in any spelling, shared, missing
/// and escaped.
private struct RandomFile {
  private(set) var text: String
  let names: [String]
  static let ids = (1...4).compactMap { AccountID("0f8b2c1e-7c0a-4a3e-9a3e-00000000000\($0)") }

  init(_ dice: inout Dice) {
    names = (0..<8).map { ["user\($0)@example.com", "User\($0)", "ÄÖ\($0)@example.com"][$0 % 3] }
    let newline = dice.pick(["\n", "\r\n", "", "\n\n"])
    let space = dice.pick([" ", "", "\t", "   "])
    let indent = newline.isEmpty ? space : newline + dice.pick(["  ", "\t", "      "])
    var accounts: [String] = []
    for index in 0..<dice.below(14) {
      var members: [String] = []
      if dice.below(8) > 0 {
        var name = dice.below(4) > 0 ? "user\(index)@example.com" : dice.pick(names)
        if dice.below(4) == 0 { name = name.uppercased() }
        if dice.below(4) == 0 { name = name.replacing("@", with: "\\u0040") }
        members.append("\"\(dice.pick(["email", "email", "\\u0065mail"]))\":\(space)\"\(name)\"")
      }
      if dice.below(3) == 0 { members.append("\"username\":\(space)\"user\(dice.below(9))\"") }
      if dice.below(3) > 0 { members.append("\"password\":\(space)\"$5$rounds=1000$a$b\"") }
      if dice.below(2) == 0 {
        members.append("\"firstName\":\(space)\"\(dice.pick(["Ada", "Zoë"]))\"")
      }
      if dice.below(6) == 0 {
        members.append("\"x-own\": [{\"a\": 1}, {\"b\": [2, {}]}, \"}, {\"]")
      }
      if dice.below(9) == 0 { members.append("\"email\": 5") }
      if dice.below(2) == 0 {
        let name = dice.below(3) > 0 ? "user\(index)@example.com" : "user\(dice.below(9))"
        var id = dice.pick(Self.ids).description
        if dice.below(5) == 0 { id = id.replacing("f8", with: "\\u00668") }
        members.append("\"id\":\(space)\"\(name) \(id)\"")
      }
      accounts.append(
        dice.below(20) == 0 ? "null" : "{" + indent + members.joined(separator: "," + indent) + "}")
    }
    let list = accounts.joined(separator: "," + indent)
    let rules = dice.pick(["\"register\"", "\"standard\"", "{\"login\": {\"by\": \"email\"}}"])
    let key = dice.pick(["accounts", "accounts", "\\u0061ccounts"])
    let tail = dice.pick([
      "", ", \"x-more\": [{}, {}, {\"rules\": \"register\", \"accounts\": []}]", newline,
    ])
    text =
      "{\(indent)\"rules\": \(rules),\(indent)\"\(key)\":\(space)[\(indent)\(list)\(newline)]\(tail)}"
    if dice.below(30) == 0 {
      text = String(decoding: dice.mutated(Array(text.utf8)), as: UTF8.self)
    }
  }

  func changes(_ dice: inout Dice, of account: StoredAccount?) -> [AccountChange] {
    (0...dice.below(3)).compactMap { _ in
      var values = FieldValues()
      if let id = account?.nameKey, dice.below(2) == 0 {
        if dice.below(6) == 0 { return .remove(id) }
        values.firstName = dice.pick(["Grace", "Zoë", "x"])
        if dice.below(3) == 0 { values.email = dice.pick(names) }
        if dice.below(5) == 0 { values.groups = ["staff"] }
        var edits: [AccountRecord.Change] = []
        for field in Field.allCases {
          if let value = values[field] {
            edits.append(.init(field, from: account?.values[field], to: value))
          }
        }
        return .edit(id, edits, mayBreakRules: dice.below(2) == 0)
      }
      values.email = dice.below(2) == 0 ? dice.pick(names) : "new\(dice.below(99))@example.com"
      if dice.below(2) == 0 { values.username = "user\(dice.below(12))" }
      values.firstName = "Ada"
      values.lastName = "Lovelace"
      values.password = "*"
      return .add(NewAccount(values), onConflict: dice.pick([.fail, .skip, .replace]))
    }
  }
}
