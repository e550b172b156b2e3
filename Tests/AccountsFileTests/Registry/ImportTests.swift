import AccountsSupport
import Foundation
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Importing accounts") struct ImportTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private static func account(
    _ email: String?, _ password: String? = "secret1", _ fields: [Field: String] = [:],
    ownKeys: [JSONLiteral.Member] = []
  ) -> NewAccount {
    var values = FieldValues()
    for (field, text) in fields { values[text: field] = text }
    values.email = email
    values.password = password
    return NewAccount(values, ownKeys: ownKeys)
  }

  /// The member of the id with a number, as the others in the file are written.
  private static func id(_ email: String, _ number: Int) -> String {
    #""id":"\#(email) \#(NumberedIDs.id(number))""#
  }

  private static let odd = """
    { "x-own" : [1,2], "rules" : "register",
    \t"accounts":[
    \t\t{ "email":"mario@gmail.com" ,"password":"secret1", "x-n" : 7 },
    \t\t{"email":"luigi@gmail.com","password":"secret2","firstName":"Luigi"}
    \t], "x-x":{} }\r\n
    """

  @Test("adds them after the others in their layout, and keeps every other byte")
  func keepsBytes() async throws {
    try documents.write(Self.odd)
    let outcome = try await registry.importAccounts([
      Self.account("ada@mail.co.uk", HashOfSecret1.sha512, [.firstName: "Ada"])
    ])
    #expect((outcome.added, outcome.replaced, outcome.skipped) == (1, 0, 0))
    let line =
      #"{"email":"ada@mail.co.uk","password":"\#(HashOfSecret1.sha512)","firstName":"Ada","#
      + Self.id("ada@mail.co.uk", 1) + "}"
    #expect(
      try documents.text()
        == Self.odd.replacing("Luigi\"}\n", with: "Luigi\"},\n\t\t\(line)\n"))
  }

  @Test("leaves out what is refused; what repeats a name that is left out is no repetition")
  func leavesOut() async throws {
    let outcome = try await registry.importAccounts(
      [
        Self.account("ada@mail.ru", "1"), Self.account("ada@mail.ru", nil),
        Self.account("ADA@mail.ru"), Self.account("eve@mail.ru"), Self.account("kim@mail.ru"),
      ], generates: true, leavesOutRefused: true, unread: [3])
    #expect(outcome.effects == [.refused, .added, .refused, .refused, .added])
    #expect(outcome.refusals.map(\.index) == [0, 2])
    #expect(outcome.refusals.last?.reason == .repeats(earlier: 1))
    #expect(outcome.generated.map(\.name) == ["ada@mail.ru"])
    let names = try await registry.list(limit: 9).accounts.map(\.values.email)
    #expect(names == ["ada@mail.ru", "kim@mail.ru"])
  }

  @Test("leaves out what repeats a name that is taken, without asking for each again")
  func leavesOutTaken() async throws {
    let ada = Self.account("ada@mail.ru", HashOfSecret1.md5)
    _ = try await registry.importAccounts([ada])
    let outcome = try await registry.importAccounts(
      [ada, ada, ada, ada, Self.account("eve@mail.ru", HashOfSecret1.md5)], leavesOutRefused: true)
    #expect(outcome.effects == [.refused, .refused, .refused, .refused, .added])
    #expect(
      outcome.refusals.map(\.reason) == [
        .taken(.email), .taken(.email), .repeats(earlier: 1), .repeats(earlier: 1),
      ])
  }

  @Test("leaves out who would get the name of an account that keeps it, however many follow")
  func leavesOutInTurn() async throws {
    func account(_ name: String, _ username: String, _ fields: [Field: String] = [:]) -> NewAccount
    {
      Self.account(
        "\(name)@mail.ru", HashOfSecret1.md5,
        fields.merging([.username: username]) { $1 })
    }
    _ = try await registry.importAccounts([account("ada", "one"), account("bob", "two")])
    let outcome = try await registry.importAccounts(
      [
        account("ada", "nine", [.phone: "x"]), account("bob", "one"), account("cid", "two"),
        account("dan", "four"),
      ], onConflict: .replace, leavesOutRefused: true)
    #expect(outcome.effects == [.refused, .refused, .refused, .added])
    #expect(outcome.refusals.dropFirst().map(\.reason) == [.taken(.username), .taken(.username)])
  }

  @Test("does not import accounts of which something is unread, but tells all that is wrong")
  func unread() async throws {
    let accounts = [Self.account("ada@mail.ru"), Self.account("x")]
    let outcome = try await registry.importAccounts(accounts, unread: [0])
    #expect(outcome.refusals.map(\.index) == [1])
    _ = try await registry.importAccounts([accounts[0]], unread: [0])
    #expect(!documents.exists("accounts.json"))
  }

  @Test("finds names that repeat, however far apart")
  func repeatedFarApart() async throws {
    var accounts = (0..<40_000).map {
      Self.account("user\($0)@mail.ru", HashOfSecret1.md5, [.username: "u\($0)"])
    }
    accounts[39_999] = Self.account("USER7@mail.ru", HashOfSecret1.md5)
    accounts[20_000] = Self.account("other@mail.ru", HashOfSecret1.md5, [.username: "U16384"])
    let outcome = try await registry.importAccounts(accounts)
    #expect(
      outcome.refusals == [
        Refusal(20_000, .repeats(earlier: 16_384)),
        Refusal(39_999, .repeats(earlier: 7)),
      ])
    #expect(!documents.exists("accounts.json"))
  }

  @Test("finds names that are taken, of many accounts and by many")
  func takenByMany() async throws {
    let old = (0..<20_000).map {
      #"{"email":"user\#($0)@mail.ru","username":"u\#($0)","password":"*"}"#
    }
    let shared = [#"{"email":"two@mail.ru","password":"*"}"#, #"{"email":"Two@mail.ru"}"#]
    try documents.write(accounts: old + shared, rules: "standard")
    var new = (0..<20).map { Self.account("new\($0)@mail.ru", "*", [.username: "n\($0)"]) }
    new[3] = Self.account("n3@mail.ru", "*", [.username: "U19999"])
    new[5] = Self.account("User18000@mail.ru", "*", [.username: "n5"])
    new[6] = Self.account("TWO@mail.ru", "*", [.username: "n6"])
    let outcome = try await registry.importAccounts(new)
    #expect(
      outcome.refusals == [
        Refusal(3, .taken(.username)), Refusal(5, .taken(.email)),
        Refusal(6, .taken(.email)),
      ])
  }

  @Test("keeps hashes and locks unchanged, and hashes each typed password")
  func passwords() async throws {
    let crypt = CountingCrypt()
    let given = [
      HashOfSecret1.md5, HashOfSecret1.bcrypt5, "$pbkdf2-sha256$x$y", "$apr1$a$b", "!!", "*",
      HashOfSecret1.apr1, HashOfSecret1.sha1,
      "secret1", "secret1",
    ]
    let accounts = given.enumerated().map { Self.account("p\($0)xx@mail.ru", $1) }
    let outcome = try await documents.registry(hasher: crypt.hasher()).importAccounts(accounts)
    #expect(outcome.added == given.count)
    #expect(crypt.allHashes == 2)
    #expect(outcome.uselessHashes == ["pbkdf2-sha256": 1, "apr1": 1])
    let stored = try await registry.list(limit: 99).accounts.compactMap(\.values.password)
    #expect(Array(stored.prefix(8)) == Array(given.prefix(8)))
    #expect(stored.suffix(2).allSatisfy { $0.hasPrefix("$y$") } && stored[8] != stored[9])
    try await registry.login("p6xx@mail.ru")
    try await registry.login("p7xx@mail.ru")
    try await registry.login("p8xx@mail.ru")
    try await registry.login("p1xx@mail.ru")
  }

  @Test("takes a text as typed that is only as long as a hash, if it is told so, and no other one")
  func longIsTyped() async throws {
    let texts = ["5f4dcc3b5aa765d61d8327deb882cf99", "$100 or $200, and no more"]
    let accounts = texts.enumerated().map { Self.account("p\($0)xx@mail.ru", $1) }
    let refused = try await registry.importAccounts(accounts).refusals.map(\.reason)
    #expect(refused == texts.map { _ in Self.broken(.password, .foreignHash(.long)) })
    let marked = try await registry.importAccounts(
      [Self.account("ada@mail.ru", "!Welcome1")], longIsTyped: true)
    #expect(marked.refusals.map(\.reason) == [Self.broken(.password, .foreignHash(.marked))])
    // The rulebook counts even so.
    let long = Self.account("ada@mail.ru", String(repeating: "a", count: 512))
    #expect(
      try await registry.importAccounts([long], longIsTyped: true).refusals.map(\.reason)
        == [Self.broken(.password, .maximumBytes(511))])
    #expect(try documents.names() == [])
    #expect(try await registry.importAccounts(accounts, longIsTyped: true).added == 2)
    for (index, text) in texts.enumerated() {
      try await registry.login("p\(index)xx@mail.ru", text)
    }
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let account: NewAccount
    /// The problem of the second of three accounts.
    let reason: Refusal.Reason
    let onConflict: ImportConflict

    init(
      _ description: String, _ account: NewAccount, _ reason: Refusal.Reason,
      onConflict: ImportConflict = .fail
    ) {
      (testDescription, self.account) = (description, account)
      (self.reason, self.onConflict) = (reason, onConflict)
    }
  }

  private static func broken(_ field: Field, _ rule: FieldRule) -> Refusal.Reason {
    .invalid([Problem(.field(field), .field(rule))])
  }

  static let refused = [
    Refused("no email", account(nil), broken(.email, .required)),
    Refused("an email that is none", account("ada"), broken(.email, .address(.noAt))),
    Refused("no password", account("ada@mail.ru", nil), broken(.password, .required)),
    Refused(
      "a typed password that breaks the rules", account("ada@mail.ru", "1234"),
      broken(.password, .minimumCharacters(5))),
    Refused(
      "a text that only begins like a lock", account("ada@mail.ru", "!Welcome1"),
      broken(.password, .foreignHash(.marked))),
    Refused(
      "a phone of another form", account("ada@mail.ru", "secret1", [.phone: "1"]),
      broken(.phone, .phone(mask: "+7 (***) ***-**-**"))),
    Refused(
      "an email of the import's own, in other letters", account("FIRST@mail.ru"),
      .repeats(earlier: 0)),
    Refused("somebody's email", account("Mario@Gmail.com"), .taken(.email)),
    Refused(
      "an email that two have", account("twin@gmail.com"), .closed([]), onConflict: .replace),
    Refused(
      "somebody who has a key twice", account("twice@gmail.com"), .closed([]), onConflict: .replace),
    Refused(
      "somebody whom a key closes that no field is", account("club@gmail.com"), .closed([]),
      onConflict: .replace),
    Refused(
      "somebody with a field of another kind that stays", account("kind@gmail.com"), .closed([]),
      onConflict: .replace),
  ]

  private static let crowd = """
    {"rules": "register", "accounts": [
      {"email": "mario@gmail.com", "password": "secret1"},
      {"email": "twin@gmail.com", "password": "secret1"},
      {"email": "Twin@gmail.com", "password": "secret1"},
      {"email": "twice@gmail.com", "password": "secret1", "phone": "9123456789", "phone": ""},
      {"email": "kind@gmail.com", "password": "secret1", "phone": 9123456789},
      {"email": "club@gmail.com", "password": "secret1", "club": "Inter"}
    ]}
    """

  @Test("adds none if one is wrong, and hashes nothing", arguments: refused)
  func allOrNothing(row: Refused) async throws {
    try documents.write(Self.crowd)
    let crypt = CountingCrypt()
    let outcome = try await documents.registry(hasher: crypt.hasher()).importAccounts(
      [Self.account("first@mail.ru"), row.account, Self.account("last@mail.ru")],
      onConflict: row.onConflict)
    let reasons = outcome.refusals.map { refusal in
      if case .closed = refusal.reason { Refusal.Reason.closed([]) } else { refusal.reason }
    }
    #expect(reasons == [row.reason] && outcome.refusals.first?.index == 1)
    #expect(crypt.allHashes == 0)
    #expect(try documents.text() == Self.crowd)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("reports every problem of every account, in order")
  func allProblems() async throws {
    let outcome = try await registry.importAccounts([
      Self.account("a", "1"), Self.account("ada@mail.ru"), Self.account("ada@mail.ru", nil),
      Self.account("ADA@mail.ru"),
    ])
    #expect(outcome.refusals.map(\.index) == [0, 2, 2, 3])
    #expect(outcome.refusals.last?.reason == .repeats(earlier: 1))
    #expect(try documents.names() == [])
  }

  @Test("with skip, an existing account stays byte for byte, and missing fields are no problem")
  func skip() async throws {
    try documents.write(Self.odd)
    let crypt = CountingCrypt()
    let outcome = try await documents.registry(hasher: crypt.hasher()).importAccounts(
      [Self.account("MARIO@gmail.com", nil), Self.account("luigi@gmail.com", "other12")],
      onConflict: .skip)
    #expect((outcome.added, outcome.replaced, outcome.skipped) == (0, 0, 2))
    #expect(try documents.text() == Self.odd)
    #expect(crypt.allHashes == 0)
    let broken = try await registry.importAccounts(
      [Self.account("mario@gmail.com", nil, [.phone: "1"])], onConflict: .skip)
    #expect(broken.refusals.count == 1)
  }

  @Test("with replace, an existing account takes the new values, and keeps the rest and its layout")
  func replace() async throws {
    try documents.write(Self.odd)
    let outcome = try await registry.importAccounts(
      [
        Self.account(
          "LUIGI@gmail.com", HashOfSecret1.md5, [.lastName: "L"],
          ownKeys: [.init("groups", .array([.string("dev")]))]),
        Self.account("mario@gmail.com", nil, [:], ownKeys: [.init("x-n", .integer(8))]),
        Self.account("ada@mail.ru", HashOfSecret1.md5),
      ], onConflict: .replace)
    #expect((outcome.added, outcome.replaced, outcome.skipped) == (1, 2, 0))
    let md5 = HashOfSecret1.md5
    let luigi =
      #"{"email":"luigi@gmail.com","password":"\#(md5)","firstName":"Luigi","lastName":"L","#
      + #""groups":["dev"],"# + Self.id("luigi@gmail.com", 4) + "}"
    let ada = #"{"email":"ada@mail.ru","password":"\#(md5)","# + Self.id("ada@mail.ru", 6) + "}"
    let expected = Self.odd
      .replacing(#""x-n" : 7"#, with: #""x-n" : 8, "id" : "mario@gmail.com \#(NumberedIDs.id(5))""#)
      .replacing(
        #"{"email":"luigi@gmail.com","password":"secret2","firstName":"Luigi"}"#,
        with: "\(luigi),\n\t\t\(ada)")
    #expect(try documents.text() == expected)
  }

  @Test("replacing with the current values writes nothing")
  func replaceBySame() async throws {
    try documents.write(Self.odd)
    let before = documents.state()
    let same = Self.account("luigi@gmail.com", nil, [.firstName: "Luigi"])
    #expect(try await registry.importAccounts([same], onConflict: .replace).replaced == 1)
    #expect(documents.state() == before)
    #expect(try documents.text() == Self.odd)
  }

  @Test("a dry run reports the same and writes nothing, not even a directory")
  func dryRun() async throws {
    let path = "\(documents.path)/new"
    let new = Registry(documents: path, today: { .ofTests }, hasher: .failing)
    let outcome = try await new.importAccounts([Self.account("ada@mail.ru")], isDryRun: true)
    #expect(outcome.added == 1)
    #expect(!documents.exists("new"))
    let wrong = try await new.importAccounts([Self.account("ada")], isDryRun: true)
    #expect(wrong.refusals.count == 1)
  }

  @Test("checks again under the lock: an account registered in the meantime is not overwritten")
  func changedMeanwhile() async throws {
    try documents.write(accounts: [])
    let documents = documents
    let slow = PasswordHasher(cost: 1) { password, setting in
      do {
        try documents.write(accounts: [#"{"email": "ADA@mail.ru", "password": "secret1"}"#])
      } catch {
        Issue.record("\(error)")
      }
      return Crypt.hash(password, setting: setting)
    }
    let registry = documents.registry(hasher: slow)
    let outcome = try await registry.importAccounts([
      Self.account("ada@mail.ru"), Self.account("bob@mail.ru"),
    ])
    #expect(outcome.refusals.map(\.index).contains(0))
    #expect(try await registry.list(limit: 9).accounts.count == 1)
  }
}
