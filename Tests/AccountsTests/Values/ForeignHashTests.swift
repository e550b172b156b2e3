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
    // People who really have such a password can set it, as far as a password may hold its
    // characters.
    if text.utf8.contains(13) { return }
    let new = PasswordEntry(text)
    #expect(
      Rulebook.register.problems(
        with: FieldValues(email: "ada@example.com"), newPassword: new, today: .ofTests) == [])
  }

  private static let hex = "5f4dcc3b5aa765d61d8327deb882cf99"
  private static let digits = String(repeating: "0a9F", count: 16)
  private static let identity = "AQAAAAEAACcQAAAAE" + String(repeating: "aB3/", count: 16) + "A=="
  private static let sha = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="

  /// Hashes and locks with something around them, as copies and tables leave it.
  static let surrounded: [String] = {
    let hashes = [
      bcrypt, "$6$saltsalt$" + String(repeating: "aB3/", count: 21),
      "$apr1$salt$abcdefghijklmnopqrstuv",
      "$y$j9T$saltsaltsalt$" + String(repeating: "aB3/", count: 10), sha,
      "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3", "!" + bcrypt, "*" + bcrypt,
    ]
    let around: [(String, String)] = [
      (" ", ""), ("\u{A0}", ""), ("\u{FEFF}", ""), ("\u{200B}", ""), ("\"", "\""), ("'", "'"),
      ("`", "`"), ("b'", "'"), ("b\"", "\""), ("(", ")"), ("\u{201C}", "\u{201D}"), (" '", "' "),
    ]
    return hashes.flatMap { hash in around.map { $0.0 + hash + $0.1 } }
      + [
        bcrypt + " ", bcrypt + "\u{A0}", bcrypt + "\"", " !", "*\u{A0}", "'*'", "\u{FEFF}!!",
        "- " + bcrypt,
      ]
      .filter { $0.utf8.first != UInt8(ascii: "*") }
  }()

  @Test(
    "or locks with space, quotes or other text around them are none, either", arguments: surrounded)
  func around(text: String) throws {
    #expect(throws: FieldRule.foreignHash(.quoted)) { try StoredPassword(text) }
    #expect(HashKind(ofStored: text.utf8.span) == .other)
  }

  /// Forms that are one program's own: with those above and around, more than 110.
  static let others: [String] = [
    "md5" + hex, "MD5" + hex, "{SASL}ada@x.org", "{KERBEROS}ada@X.ORG", "{NOOP}secret1", "{noop}x",
    "{bcrypt}" + bcrypt,
    "{argon2@SpringSecurity_v5_8}$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$" + base64,
    "{pbkdf2@SpringSecurity_v5_8}" + digits, "{ldap}{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3",
    "{PKCS5S2}" + base64, "{ssha512}06$saltsaltsalt$" + base64, "{MD4}" + hex, "{NTLM}" + hex,
    "{SHA384}" + base64 + base64, "{SHA512-CRYPT}$6$saltsalt$" + base64,
    "{SHA512.HEX}" + digits + digits,
    "grub.pbkdf2.sha512.10000." + digits + "." + digits, "0x0200" + digits + digits,
    "0x0100" + String(digits.prefix(48)), "0XC007" + digits, "S:" + String(digits.prefix(60)),
    "S:" + String(digits.prefix(60)) + ";T:" + digits + digits, "T:" + digits + digits,
    ":pbkdf2:sha512:30000:64:c2FsdHNhbHQ=:" + base64, ":A:" + hex, ":B:838c83e1:" + hex,
    ":bcrypt:10:" + base64, ":pbkdf2-legacy:" + hex,
    "-pbkdf2-" + String(digits.prefix(40)) + ",c2FsdA,10",
    "-pbkdf2:sha256-" + digits + ",c2FsdA,600000",
    "-hashed-" + String(digits.prefix(40)) + ",c2FsdHNhbHQ",
    "#" + digits, "sha256:64000:18:c2FsdHNhbHQ=:" + base64, "sha1:64000:18:c2FsdHNhbHQ=:" + base64,
    "sha1:" + String(digits.prefix(40)), "md5:" + hex, "sha512:" + digits + digits,
    "bcrypt:" + base64,
    "pbkdf2:sha256:600000:" + base64, "scrypt:32768:8:1:" + base64, "ssha:" + base64,
    identity, hex + ":saltsaltsaltsalt", hex + ":sK", digits + ":saltsalt:1", digits + ":saltsalt",
    "ada:my realm:" + hex, "ada:realm:" + hex,
    "ada:1000:" + hex + ":" + hex + ":[U          ]:LCT-5F000000:",
    "ada:500:aad3b435b51404eeaad3b435b51404ee:" + hex + ":::", "ada::HOST:" + hex + ":" + hex,
    "{\"hash\":\"" + base64 + "\",\"salt\":\"c2FsdA==\"}",
    "{\"value\":\"" + base64 + "\",\"iterations\":27500}",
    "salt=c2FsdA==,stored_key=" + base64 + ",server_key=" + base64 + ",iterations=4096",
    "SCRAM-SHA-1$4096:c2FsdA==$" + base64 + ":" + base64, "{SCRAM-SHA-512}4096,c2FsdA==," + base64,
    "argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHQ$" + base64, "pbkdf2_sha512$100000$salt$" + base64,
    "password: " + bcrypt, "ada = " + bcrypt, "<hash>" + bcrypt + "</hash>",
    "ada:" + bcrypt + ":1000:1000::/:",
    "ada:$6$saltsalt$" + base64 + ":19000:0:99999:7:::", "hash=" + bcrypt,
    bcrypt.replacing("$", with: "$$"),
    " pbkdf2_sha256$260000$salt$" + base64,
    "'pbkdf2:sha256:600000$saltsaltsaltsalt$" + base64 + "'",
    " {SSHA512}" + base64, "\u{A0}{CRYPT}" + bcrypt, "b'{SSHA256}" + base64 + "'", " md5" + hex,
    "'" + identity + "'", "\u{FEFF}#" + digits,
  ]

  @Test("of one program's own form are no typed passwords", arguments: others)
  func ofOneProgram(text: String) throws {
    #expect(Self.foreign.count + Self.others.count >= 110)
    let found = ForeignHash(text.utf8.span)
    let hash = try #require(found)
    #expect(throws: FieldRule.foreignHash(hash)) { try StoredPassword(text) }
    #expect(
      ForeignHash((text + " ").utf8.span) != nil && ForeignHash(("\t" + text).utf8.span) != nil)
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
    "ada:lovelace:1815:analytical:engine:number:one", " secret1", "secret1 ",
    "(secret1)", "\"secret1\"", "b'secret1'", "md5 is weak", "#1 fan of this band",
    "S: the last one",
    "'!important'", "0x0200 is 512", "sha1:short", "AQAAAA", "{noop}", "{SASL}", "salt=pepper",
    "пароль{MD5}очень длинный, и со словами",
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

  @Test("in hexadecimal digits have seven lengths, and no other sign")
  func hexadecimal() {
    for count in [32, 40, 56, 64, 96, 100, 128] {
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
    let schema = try #require(PasswordSchema())
    let refused = Self.foreign.map(\.text) + Self.surrounded + Self.others
    for text in refused + Self.others.map({ " " + $0 + "\t" }) {
      #expect(!schema.allows(text), "\(text)")
    }
    for text in Self.ordinary { #expect(schema.allows(text), "\(text)") }
    for text in [
      Self.bcrypt, "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=", "!", "*" + Self.bcrypt, "!!", "*LK*",
      "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3",
    ] { #expect(schema.allows(text), "\(text)") }
  }
}

/// The schema of a password.
private struct PasswordSchema {
  private typealias Condition = (pattern: Regex<AnyRegexOutput>, least: Int)
  private var allowed: [Condition] = []
  private var foreign: [Condition] = []

  init?() {
    guard case .object(let members) = JSONLiteral.object(ForeignHash.schema),
      case .array(let all)? = members.first?.value, case .object(let first) = all[0],
      case .array(let choice)? = first.first?.value, case .object(let not) = choice[2],
      case .object(let either)? = not.first?.value, case .array(let list)? = either.first?.value
    else { return nil }
    allowed = choice.prefix(2).compactMap(Self.condition)
    foreign = list.compactMap(Self.condition)
    guard allowed.count == 2, foreign.count == list.count else { return nil }
  }

  private static func condition(_ schema: JSONLiteral) -> Condition? {
    guard case .object(let members) = schema else { return nil }
    var (pattern, least) = (Regex<AnyRegexOutput>?.none, 0)
    for member in members {
      switch member.value {
      case .string(let text): pattern = try? Regex(text).matchingSemantics(.unicodeScalar)
      case .number(let text): least = Int(text) ?? .max
      default: return nil
      }
    }
    return pattern.map { ($0, least) }
  }

  func allows(_ text: String) -> Bool {
    func holds(_ condition: Condition) -> Bool {
      text.unicodeScalars.count >= condition.least
        && (try? condition.pattern.firstMatch(in: text)) != nil
    }
    return allowed.contains(where: holds) || !foreign.contains(where: holds)
  }
}
