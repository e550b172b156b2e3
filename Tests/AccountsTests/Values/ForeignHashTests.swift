import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts

@Suite("Hashes of other programs") struct ForeignHashTests {
  private static let bcrypt = "$2y$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
  private static let base64 = "aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g="

  static let foreign: [(text: String, hash: ForeignHash)] = [
    ("{SSHA512}\(base64)", .hash(scheme: "{SSHA512}")),
    ("{ssha256}\(base64)", .hash(scheme: "{SSHA256}")),
    ("{MD5}X03MO1qnZdYdgyfeuILPmQ==", .hash(scheme: "{MD5}")),
    ("{SMD5}\(base64)", .hash(scheme: "{SMD5}")),
    ("{SHA}5f4dcc3b5aa765d61d8327deb882cf99", .hash(scheme: "{SHA}")),
    ("{CRAM-MD5}\(base64)", .hash(scheme: "{CRAM-MD5}")),
    ("{SCRAM-SHA-256}4096,c2FsdA==,\(base64),\(base64)", .hash(scheme: "{SCRAM-SHA-256}")),
    ("{PBKDF2-SHA512}10000$salt$\(base64)", .hash(scheme: "{PBKDF2-SHA512}")),
    ("{x-issha, 1024}\(base64)", .hash(scheme: "{X-ISSHA, 1024}")),
    ("{OWN-SCHEME}\(base64)", .hash(scheme: nil)),
    ("{SASL}ada.lovelace@EXAMPLE.COM", .hash(scheme: "{SASL}")),
    ("{CRYPT}\(bcrypt)", .braced(scheme: "{CRYPT}")),
    ("{BLF-CRYPT}\(bcrypt)", .braced(scheme: "{BLF-CRYPT}")),
    (
      "{ARGON2ID}$argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHQ$\(base64)",
      .braced(scheme: "{ARGON2ID}")
    ),
    ("{CRYPT}abJnggxhB/yWI", .hash(scheme: "{CRYPT}")),
    ("{PLAIN}secret1", .plain(scheme: "{PLAIN}")),
    ("{cleartext}correct horse battery staple", .plain(scheme: "{CLEARTEXT}")),
    ("pbkdf2_sha256$260000$salt$\(base64)", .hash(scheme: "pbkdf2_sha256")),
    ("bcrypt_sha256$\(bcrypt)", .hash(scheme: "bcrypt_sha256")),
    ("bcrypt$\(bcrypt)", .hash(scheme: "bcrypt")),
    ("argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdA$\(base64)", .hash(scheme: "argon2")),
    ("scrypt$salt$16384$8$1$\(base64)", .hash(scheme: "scrypt")),
    ("sha1$salt$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", .hash(scheme: "sha1")),
    ("md5$saltsalt$5f4dcc3b5aa765d61d8327deb882cf99", .hash(scheme: "md5")),
    ("pbkdf2:sha256:600000$saltsaltsaltsalt$\(base64)", .hash(scheme: "pbkdf2")),
    ("scrypt:32768:8:1$saltsaltsaltsalt$\(base64)\(base64)", .hash(scheme: "scrypt")),
    ("SCRAM-SHA-256$4096:c2FsdA==$\(base64):\(base64)", .hash(scheme: "SCRAM-SHA-256")),
    ("PBKDF2$sha512$901$c2FsdA==$\(base64)", .hash(scheme: "PBKDF2")),
    ("1|\(bcrypt)", .hash(scheme: nil)), ("2y\(bcrypt.dropFirst(3))", .hash(scheme: nil)),
    ("ada:\(bcrypt)", .line), ("ada@example.com:\(bcrypt)", .line),
    (bcrypt.replacing("$", with: "$$"), .doubledDollars),
    ("{CRYPT}!$6$saltsalt$\(base64)", .hash(scheme: "{CRYPT}")),
    ("{CRYPT}!", .hash(scheme: "{CRYPT}")), ("{crypt}*LK*", .hash(scheme: "{CRYPT}")),
    ("{SSHA}!\(base64)", .hash(scheme: "{SSHA}")),
    ("{SSHA512}\(base64) ", .hash(scheme: "{SSHA512}")),
    ("{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g= ", .hash(scheme: "{SHA}")),
    ("{MD5}X03MO1qnZdYdgyfeu ILPmQ==", .hash(scheme: "{MD5}")),
    ("{OWN-SCHEME}\(base64)\r", .hash(scheme: nil)),
    ("pbkdf2_sha256$260000$salt$\(base64)\r", .hash(scheme: "pbkdf2_sha256")),
    ("pbkdf2_sha256$1000000$a-long-salt$dG9vc2hvcnQ=", .hash(scheme: "pbkdf2_sha256")),
    ("md5$a salt with spaces and more of it$5f4dcc", .hash(scheme: "md5")),
    ("ada:\(bcrypt) ", .line), ("\"\(bcrypt)\"", .quoted), ("'\(bcrypt)'\r", .quoted),
    ("'$1$saltsalt$abcdefghijklmnopqrstuv'", .quoted),
    (bcrypt.replacing("$", with: "\\$"), .quoted),
  ]

  @Test("are no typed passwords, and named where their scheme is known", arguments: foreign)
  func named(text: String, hash: ForeignHash) {
    #expect(ForeignHash(text.utf8.span) == hash)
    #expect(throws: FieldRule.foreignHash(hash)) { try StoredPassword(text) }
    #expect(HashKind(ofStored: text.utf8.span) == .other)
    let values = FieldValues(email: "ada@example.com", password: text)
    #expect(
      Rulebook.register.problems(with: values, today: .ofTests)
        == [Problem(.field(.password), .field(.foreignHash(hash)))])
    // Whoever really has such a password can set it, as far as a password may hold its characters.
    if text.utf8.contains(13) { return }
    let new = PasswordEntry(text)
    #expect(
      Rulebook.register.problems(
        with: FieldValues(email: "ada@example.com"), newPassword: new, today: .ofTests) == [])
  }

  private static let ordinary = [
    "secret1", "{secret}", "{}abcdefghijklmnopqrstuv", "{a}abcdefghijklmnopqrstu", "{PLAIN}",
    "{smile} and wave, whoever comes along", "{x}[y](z)<w>{x}[y](z)<w>", "{1}abcdefghijklmnopqrst",
    "{MD5}short", "{MD5}short              ", "\"quoted words, and $ome more of them\"",
    "\\$10 and \\$20 is what it costs, \\$30 in all", "'$'", "{love}liebeliebe", "a$b$c",
    "$100 or $200, and no more than that, dear reader",
    "correct$horse$battery$staple$and$a$few$more$words",
    "My Pa$$word is long, and has $igns in it, $o what?",
    "50$ for 3:00h, 100$ for 6:00h, 200$ for all",
    "tr0ub4dor&3", "NULL", "${HOME}/.ssh/id_ed25519_of_my_own_machine_at_home", "p@$$w0rd:p@$$w0rd",
    "Xq7$kL9!mN2@pR5#sT8%vW1^yZ4&bC6*dE3(fG0)hJ", "4f9a", "0123456789abcdef",
    "7b1e0f9d8c6a5b4e3d2c1f0a9b8e7d6c", "https://example.com/?a=b&c=d#e{f}",
    "ada:lovelace:1815:analytical:engine:number:one", "пароль{MD5}очень длинный, и со словами",
  ]

  @Test("are none of the passwords that only look odd", arguments: ordinary)
  func free(text: String) throws {
    #expect(ForeignHash(text.utf8.span) == nil)
    let password = try PasswordText(text)
    #expect(try StoredPassword(text) == .typed(password))
  }

  @Test("are none of those that programs make of letters, digits and signs")
  func generated() {
    var dice = Dice(7)
    let signs = Array(
      "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&()*+-./:;<=>?@[]^_{|}~")
    for length in [12, 16, 20, 32, 64, 128] {
      for _ in 0..<2_000 {
        let text = String((0..<length).map { _ in signs.randomElement(using: &dice) ?? "x" })
        if StoredPassword.isKept(text.utf8.span) { continue }
        #expect(ForeignHash(text.utf8.span) == nil, "\(text)")
      }
    }
  }

  @Test("in hexadecimal digits have four lengths, and no other sign")
  func hexadecimal() {
    for count in [32, 40, 64, 128] {
      let digits = String(repeating: "0aF9", count: count / 4)
      #expect(ForeignHash.hexadecimal(digits.utf8.span) == count)
      #expect(ForeignHash.hexadecimal((digits.dropLast() + "g").utf8.span) == nil)
      #expect(ForeignHash.hexadecimal((digits + "0").utf8.span) == nil)
      #expect(ForeignHash(digits.utf8.span) == nil)
    }
    #expect(ForeignHash.hexadecimal("0123456789abcdef".utf8.span) == nil)
  }

  @Test("are what the schema refuses, too, and it takes what login takes")
  func schema() throws {
    guard case .object(let members) = JSONLiteral.object(ForeignHash.schema),
      case .array(let all)? = members.first?.value, case .object(let first) = all[0],
      case .array(let choice)? = first.first?.value, case .object(let not) = choice[2],
      case .object(let either)? = not.first?.value, case .array(let foreign)? = either.first?.value
    else {
      Issue.record("another schema")
      return
    }
    func matches(_ schema: JSONLiteral, _ text: String) throws -> Bool {
      guard case .object(let members) = schema else { return false }
      for member in members {
        if case .string(let pattern) = member.value {
          guard try Regex(pattern).firstMatch(in: text) != nil else { return false }
        } else if case .number(let least) = member.value {
          guard text.unicodeScalars.count >= Int(least) ?? .max else { return false }
        }
      }
      return true
    }
    func isAllowed(_ text: String) throws -> Bool {
      try choice.prefix(2).contains { try matches($0, text) }
        || !foreign.contains { try matches($0, text) }
    }
    for (text, _) in Self.foreign { #expect(try !isAllowed(text), "\(text)") }
    for text in Self.ordinary { #expect(try isAllowed(text), "\(text)") }
    for text in [
      Self.bcrypt, "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=", "!", "*" + Self.bcrypt,
      "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3",
    ] { #expect(try isAllowed(text), "\(text)") }
  }
}
