import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// The same accounts are written twice: as they are, and with an escape in every key, which no
/// plain row has. Each value is on a line of its own, so that its place is the same in both.
@Suite("Accounts that are read by their bytes") struct RowTests {
  private let plain = Documents()
  private let escaped = Documents()

  private static let values: [Field: [String]] = [
    .email: [
      #""ada@example.com""#, #""Ada@Example.com""#, #""bad""#, #""ä@example.com""#, "5", "null",
      #""\u0061da@example.com""#, #""""#, #""ada@example.com""#,
    ],
    .username: [#""ada""#, #""ADA""#, #""no name""#, #""""#, "7", #""\u0061da""#, #""éa""#],
    .password: [
      #""$y$jBT$FdcyVXClcKKxLekirY3xh1$DIKVfCg26moKf5Ajjp7mVPbaPWJw6rufto0bEq4WMl.""#,
      #""$y$jBT$FdcyVXClcKKxLekirY3xh1$DIKVfCg26moKf5Ajjp7mVPbaPWJw6rufto0bEq4WMl.""#,
      #""$6$salt$short""#, #""!$y$jBT$a$b""#, #""*""#, #""typed1""#, #""x""#, #""""#, "true",
      #""$2b$10$SaltSaltSaltSaltSaltSaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx""#, #""\ud800""#,
    ],
    .firstName: [
      #""Ada""#, #""Ада""#, #""Zoë""#, #""Zoe\u0308""#, #""\n""#, #""""#, #"" ""#, "[]",
      "\"e\u{301}\"", "\"İ\"", #""漢""#,
    ],
    .lastName: [#""Lovelace""#, #""O'Neill""#, #""Лавлейс""#, #""-""#, #""\u202E""#, "{}"],
    .birthDate: [#""1986-12-09""#, #""1986-02-30""#, #""2030-01-01""#, #""1800-01-01""#, "1986"],
    .phone: [#""+79123456789""#, #""+7 (912) 345-67-89""#, #""12""#, "12"],
    .groups: [
      #"["ops"]"#, #"["ops", "dev"]"#, #"["ops", "ops"]"#, "[]", #""ops""#, #"["a,b"]"#, "[1]",
      #"["\u006Fps"]"#, #"["Группа"]"#, #"[" ops"]"#, "[[\"ops\"]]",
    ],
    .disabled: ["true", "false", #""left""#, #""no""#, "1"],
    .validFrom: [#""2020-01-01""#, #""2030-01-01""#, #""2020-13-01""#, "1"],
    .validUntil: [#""2040-12-31""#, #""2021-01-01""#, #""soon""#, "[]"],
  ]

  /// A file of random accounts, and the same with escapes in its keys and texts.
  private static func texts(_ count: Int, _ dice: inout Dice) -> (plain: String, escaped: String) {
    let rules = dice.pick(["register", "albums", "authorisation", "standard"])
    var texts = ("", "")
    for index in 0..<count {
      var members: [(key: String, value: String)] = []
      for field in Field.allCases {
        let isUsual = dice.below(4) > 0
        guard isUsual || dice.below(3) > 0, let values = values[field] else { continue }
        var value = isUsual ? values[0] : dice.pick(values)
        if isUsual, Field.keys.contains(field), dice.below(20) > 0 {
          value = field == .email ? "\"ada\(index)@example.com\"" : "\"ada\(index)\""
        }
        members.append((field.key, value))
        if dice.below(40) == 0 { members.append((field.key, dice.pick(values))) }
      }
      if dice.below(10) == 0 { members.append(("x-note", "{\"email\": 5}")) }
      if dice.below(10) == 0 { members.shuffle(using: &dice) }
      func text(_ spelled: (String) -> String) -> String {
        let end = index == count - 1 ? "" : ","
        if dice.state(of: index) == 7 { return "  null\(end)\n" }
        let members = members.map { key, value in
          let text = value.hasPrefix("\"") ? spelled(String(value.dropFirst().dropLast())) : nil
          return "\"\(spelled(key))\":\n\(text.map { "\"\($0)\"" } ?? value)"
        }.joined(separator: ",\n")
        return "  {\n\(members)\n  }\(end)\n"
      }
      texts.0 += text { $0 }
      texts.1 += text { text in
        guard let first = text.unicodeScalars.first, first.isASCII, first != "\\" else {
          return text
        }
        let digits = String(first.value, radix: 16)
        let rest = String(text.unicodeScalars.dropFirst())
        return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)\(rest)"
      }
    }
    let head = "{\n\"regapp\": 1,\n\"rules\": \"\(rules)\",\n\"accounts\": [\n"
    return (head + texts.0 + "]\n}\n", head + texts.1 + "]\n}\n")
  }

  @Test("break the same rules, and share the same names", arguments: UInt64(0)..<4)
  func findings(seed: UInt64) throws {
    var dice = Dice(seed)
    let (plain, escaped) = Self.texts(200, &dice)
    let file = try AccountsDocument(path: "/a", bytes: Array(plain.utf8))
    let other = try AccountsDocument(path: "/a", bytes: Array(escaped.utf8))
    let rows = file.rows.indices.count { AccountsDocument.Row(file, $0).isPlain }
    #expect(rows > file.rows.count / 4)
    let others = other.rows.indices.count { AccountsDocument.Row(other, $0).isPlain }
    #expect(others < rows / 4)
    let hasher = PasswordHasher()
    let findings = file.findings(hasher, today: .ofTests)
    let escapedOnes = other.findings(hasher, today: .ofTests)
    #expect(findings.errors == escapedOnes.errors)
    #expect(findings.warnings == escapedOnes.warnings)
    #expect(!findings.errors.isEmpty && !findings.warnings.isEmpty)
    #expect(file.sharedNames().map(\.rows) == other.sharedNames().map(\.rows))
    #expect(file.rowsWithTyped.count < file.rows.count)
  }

  @Test("have warnings where they are, in one line or many", arguments: ["", "\n", "\r\n  "])
  func places(between: String) throws {
    // More than one core reads them.
    let rows = (0..<2_100).map { index in
      let password = index % 3 == 0 ? "\"password\": \"!\", " : ""
      let name = (index % 2 == 0 ? "Ада" : "Ada") + (between.isEmpty ? "" : " ")
      return "{\(password)\"firstName\": \"\(name)\"}"
    }
    let text =
      "\u{FEFF}{\"rules\": \"register\", \"accounts\": [\(rows.joined(separator: "," + between))]}"
    let file = try AccountsDocument(path: "/a", bytes: Array(text.utf8))
    let warnings = file.findings(PasswordHasher(), today: .ofTests).warnings
    let values = file.rows.flatMap { row in
      file.document.members(of: row).map(\.value).filter { value in
        file.document.string(value).map { $0 == "!" || $0.hasSuffix(" ") } ?? false
      }
    }
    #expect(warnings.count == (between.isEmpty ? 700 : 2_800))
    // Of one account, the warning of its name comes first.
    let places = warnings.compactMap { $0.place?.position }.sorted {
      ($0.line, $0.column) < ($1.line, $1.column)
    }
    #expect(places == file.document.places(at: values.map(\.range.lowerBound)))
  }

  @Test("share names that compare equal, however they are written")
  func equalNames() throws {
    let names = [
      "a`b@example.com", "A\u{1FEF}b@example.com", "\u{E9}@example.com", "e\u{301}@example.com",
      "x;y", "x\u{37E}y", "K", "\u{212A}", "k",
    ]
    let rows = names.map { "{\"email\": \"\($0)\"}" }.joined(separator: ",")
    let file = try AccountsDocument(
      path: "/a", bytes: Array("{\"rules\": \"register\", \"accounts\": [\(rows)]}".utf8))
    #expect(file.sharedNames().map(\.rows) == [[0, 1], [2, 3], [4, 5], [6, 8]])
  }

  @Test("are found by a table as by looking through the text", arguments: UInt64(0)..<4)
  func found(seed: UInt64) throws {
    var dice = Dice(seed)
    let pieces = ["a", "B", "abcdefgh", "\\u0000", "\\u0061", "@", ".", "01234567", "-"]
    var rows: [String] = []
    for _ in 0..<100 {
      func name() -> String { (0..<dice.below(4)).map { _ in dice.pick(pieces) }.joined() }
      rows.append(#"{"email": "\#(name())", "username": "\#(name())"}"#)
    }
    let text =
      #"{"rules": {"key": "username", "fields": {"password": {"required": true}}}, "accounts": [\#(rows.joined(separator: ","))]}"#
    let file = try AccountsDocument(path: "/a", bytes: Array(text.utf8))
    let (table, search) = (
      NameTable(file, isAskedOften: true), NameTable(file, isAskedOften: false)
    )
    for row in file.rows {
      for id in file.nameKeys(of: row) { #expect(table.rows(id) == search.rows(id), "\(id)") }
    }
    for name in ["", "a", "nobody", "a@", "abcdefghabcdefgh"].map({ AccountName($0) }) {
      #expect(table.find(name).rows == search.find(name).rows)
      #expect(table.find(name).id == search.find(name).id)
    }
    let shared = Set(file.rows.flatMap(file.nameKeys)).filter { search.rows($0).count > 1 }
    #expect(Set(table.shared.map(\.rows)) == Set(shared.map { search.rows($0) }))
    #expect(shared.count > 5)
  }

  @Test("are listed as they are", arguments: UInt64(0)..<2)
  func lists(seed: UInt64) async throws {
    var dice = Dice(seed)
    let texts = Self.texts(60, &dice)
    try plain.write(texts.plain)
    try escaped.write(texts.escaped)
    let sought = [nil, "ADA", "", "a l", "лав", "e", "é", "i", "@", "ada1", "zoë", "nobody"]
    for text in sought {
      for group in [nil, "ops", "Группа"] where group == nil || text == nil || text == "ADA" {
        let accounts = try await list(plain.registry, text, group, by: 25)
        let others = try await list(escaped.registry, text, group, by: 1_000)
        #expect(accounts.map(\.values) == others.map(\.values))
        #expect(accounts.map(\.nameKey) == others.map(\.nameKey))
        #expect(accounts.map(\.account) == others.map(\.account))
        #expect(accounts.map(\.state) == others.map(\.state))
        #expect(accounts.map(\.isClosed) == others.map(\.isClosed))
        #expect(accounts.map(\.ownKeys) == others.map(\.ownKeys))
        #expect(
          accounts.map(\.problems).map { $0.map(\.rule) }
            == others.map(\.problems).map { $0.map(\.rule) })
        for field in Field.allCases {
          #expect(accounts.map { $0[text: field] } == accounts.map { $0.values[text: field] })
        }
      }
    }
  }

  @Test("show no hash, themselves or by the text that they are in")
  func secrecy() async throws {
    var dice = Dice(1)
    try plain.write(Self.texts(60, &dice).plain)
    let page = try await plain.registry.list(limit: 20)
    #expect(
      page.accounts.contains { $0.values.password?.contains("FdcyVXClcKKxLekirY3xh1") == true })
    #expect(page.next != nil)
    var said = String(describing: page) + String(reflecting: page)
    dump(page, to: &said)
    #expect(said.contains("ada1@example.com"))
    // Bytes would reveal it as well.
    #expect(!said.contains("FdcyVX") && !said.contains("70, 100, 99"))
  }

  private func list(
    _ registry: Registry, _ text: String?, _ group: String?, by limit: Int
  ) async throws -> [StoredAccount] {
    var accounts: [StoredAccount] = []
    var next: Page.Cursor?
    repeat {
      let page = try await registry.list(
        from: next, limit: limit, holding: text, in: group, on: .day("2030-06-01"),
        withOwnKeys: true)
      accounts += page.accounts
      next = page.next
    } while next != nil
    return accounts
  }
}

extension Dice {
  /// The same for every text of an account.
  fileprivate func state(of index: Int) -> Int {
    var dice = Dice(UInt64(index))
    return dice.below(30)
  }
}
