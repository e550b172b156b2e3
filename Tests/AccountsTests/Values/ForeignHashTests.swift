import AccountsSupport
import TestSupport
import Testing

@testable import Accounts

@Suite("Hashes of other programs") struct ForeignHashTests {
  private static let bcrypt = "$2y$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
  private static let base64 = "aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g="

  private static let schemes: [String] = [
    "{SSHA512}\(base64)", "{ssha256}\(base64)", "{MD5}X03MO1qnZdYdgyfeuILPmQ==",
    "{SMD5}\(base64)", "{SHA}5f4dcc3b5aa765d61d8327deb882cf99", "{CRAM-MD5}\(base64)",
    "{SCRAM-SHA-256}4096,c2FsdA==,\(base64),\(base64)", "{PBKDF2-SHA512}10000$salt$\(base64)",
    "{x-issha, 1024}\(base64)", "{OWN-SCHEME}\(base64)", "{SASL}ada.lovelace@EXAMPLE.COM",
    "{CRYPT}\(bcrypt)", "{BLF-CRYPT}\(bcrypt)",
    "{ARGON2ID}$argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHQ$\(base64)", "{CRYPT}abJnggxhB/yWI",
    "{PLAIN}secret1", "{cleartext}correct horse battery staple",
    "pbkdf2_sha256$260000$salt$\(base64)", "bcrypt_sha256$\(bcrypt)", "bcrypt$\(bcrypt)",
    "argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdA$\(base64)", "scrypt$salt$16384$8$1$\(base64)",
    "sha1$salt$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8",
    "md5$saltsalt$5f4dcc3b5aa765d61d8327deb882cf99",
    "pbkdf2:sha256:600000$saltsaltsaltsalt$\(base64)",
    "scrypt:32768:8:1$saltsaltsaltsalt$\(base64)\(base64)",
    "SCRAM-SHA-256$4096:c2FsdA==$\(base64):\(base64)", "PBKDF2$sha512$901$c2FsdA==$\(base64)",
    "1|\(bcrypt)", "2y\(bcrypt.dropFirst(3))", "ada:\(bcrypt)", "ada@example.com:\(bcrypt)",
    bcrypt.replacing("$", with: "$$"), "{CRYPT}!$6$saltsalt$\(base64)", "{CRYPT}!",
    "{crypt}*LK*", "{SSHA}!\(base64)", "{SSHA512}\(base64) ",
    "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g= ", "{MD5}X03MO1qnZdYdgyfeu ILPmQ==",
    "{OWN-SCHEME}\(base64)\r", "pbkdf2_sha256$260000$salt$\(base64)\r",
    "pbkdf2_sha256$1000000$a-long-salt$dG9vc2hvcnQ=",
    "md5$a salt with spaces and more of it$5f4dcc", "ada:\(bcrypt) ", "\"\(bcrypt)\"",
    "'\(bcrypt)'\r", "'$1$saltsalt$abcdefghijklmnopqrstuv'",
    bcrypt.replacing("$", with: "\\$"),
  ]

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
  }()

  /// Forms that are one program's own.
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

  @Test("are no typed passwords", arguments: schemes + surrounded + others)
  func foreign(text: String) throws {
    let found = ForeignHash(text.utf8.span)
    let shape = try #require(found)
    #expect(throws: FieldRule.foreignHash(shape)) { try StoredPassword(text) }
    #expect(HashKind(ofStored: text.utf8.span) == .other)
    let values = FieldValues(email: "ada@example.com", password: text)
    #expect(
      Rulebook.register.problems(with: values, today: .ofTests)
        == [Problem(.field(.password), .field(.foreignHash(shape)))])
    // People who really have such a password can set it, if it is long enough and may hold its
    // characters.
    if text.count < 5 || text.utf8.contains(13) { return }
    #expect(
      Rulebook.register.problems(
        with: FieldValues(email: "ada@example.com"), newPassword: PasswordEntry(text),
        today: .ofTests) == [])
  }

  @Test("are passwords only if they have less than 24 characters, and no sign of a hash")
  func short() throws {
    for (program, text) in [
      ("DES", "abJnggxhB/yWI"), ("LM", "AAD3B435B51404EE"), ("MySQL 3", "5d2e19393cc5ef67"),
      ("Oracle 7", "D4DF7931AB130E37"), ("Cisco 7", "0822455D0A16"),
      ("MD5 in 22 characters", "X03MO1qnZdYdgyfeuILPmQ"), ("Jetty", "OBF:1v1v1x1b"),
      ("Jetty's DES", "CRYPT:abJnggxhB/yWI"),
    ] {
      #expect(try StoredPassword(text) == .typed(PasswordText(text)), "\(program)")
    }
  }

  @Test("are what digests in base 64 look like, too, with any signs of it")
  func digests() {
    var dice = Dice(9)
    let signs = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for length in [24, 27, 32, 43, 64, 86] {
      for _ in 0..<500 {
        let text = String((0..<length).map { _ in dice.pick(signs) })
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        #expect(
          ForeignHash(text.utf8.span) != nil && ForeignHash(plain.utf8.span) != nil, "\(text)")
      }
    }
  }

  /// Odd passwords that close the account, since they have the shape of a hash.
  private static let closing: [String] = [
    "{secret}", "{}abcdefghijklmnopqrstuv", "{a}abcdefghijklmnopqrstu", "{PLAIN}",
    "{smile} and wave, whoever comes along", "{x}[y](z)<w>{x}[y](z)<w>", "{1}abcdefghijklmnopqrst",
    "{MD5}short", "{MD5}short              ", "\\$10 and \\$20 is what it costs, \\$30 in all",
    "{love}liebeliebe", "$100 or $200, and no more than that, dear reader",
    "correct$horse$battery$staple$and$a$few$more$words",
    "My Pa$$word is long, and has $igns in it, $o what?",
    "50$ for 3:00h, 100$ for 6:00h, 200$ for all",
    "${HOME}/.ssh/id_ed25519_of_my_own_machine_at_home", "p@$$w0rd:p@$$w0rd",
    "7b1e0f9d8c6a5b4e3d2c1f0a9b8e7d6c", "https://example.com/?a=b&c=d#e{f}",
    "ada:lovelace:1815:analytical:engine:number:one", " secret1", "secret1 ", "#1 fan of this band",
    "{noop}", "{SASL}", "пароль{MD5}очень длинный, и со словами",
  ]

  /// Odd passwords that do not.
  private static let ordinary: [String] = [
    "secret1", "\"quoted words, and $ome more of them\"", "'$'", "a$b$c", "tr0ub4dor&3", "NULL",
    "Xq7$kL9!mN2@pR5#sT8%vW1^yZ4&bC6*dE3(fG0)hJ", "4f9a", "0123456789abcdef", "(secret1)",
    "\"secret1\"", "b'secret1'", "md5 is weak", "S: the last one", "'!important'", "0x0200 is 512",
    "sha1:short", "AQAAAA", "salt=pepper",
  ]

  /// Passwords as people and their managers make them, and which of them close the account.
  private static let ofPeople: (open: [String], closing: [String]) = (
    [
      "12345", "Pa$$w0rd", "P@$$w0rd", "P@$$word123", "$ecret2024", "$unshine!", "(ilovecats)",
      "correct horse battery staple", "correct-horse-battery-staple", "correcthorsebatterystaple",
      "CorrectHorseBatteryStaple", "Correct.Horse.Battery.Staple7", "magnet-spoken-grudge-outlive",
      "Magnet-Spoken-Grudge-Outlive3", "sommer-im-schwarzwald-2024", "IchLiebeMeineKatzeMimi2019",
      "ilovemydogandmycatandmywife", "Juventus1897", "tr0ub4dor&3", "zxcvbnm,./",
      "qwertyuiopasdfghjklzxcvbnm", "abcdefghijklmnopqrstuvwxyz", "привет-медвед-2024", "hunter2",
      "gatto nero sul tetto", "abcdef-ghijkl-mnopqr", "xoTgyn-9kuhmo-covcic", "t7!kP#2vL9@qZx5w",
      "X7k2mPq9Lr4tVb8nZ3wY", "Magnet3-Spoken-Grudge-Outlive", "spade_arrow7_lamp_kettle_moss",
    ],
    [
      "!QAZ2wsx", "*secret*", "{curly}Brace7", "mario.balotelli@gmail.com1990",
      "1234567890123456789012345", "X7k2mPq9Lr4tVb8nZ3wYa1s2", "b3BlbnNzbCByYW5kIGJhc2U2NCAx",
      "4f8b2c9d1e7a6f3b5c8d9e0f1a2b3c4d", "550e8400-e29b-41d4-a716-446655440000",
      "Quee1eiy-ohX0ahNg-aeTh8Eiv", "aeCheing8aeRahQu4ieNgahgh6ohnaeC",
    ]
  )

  @Test("are none of the passwords that only look odd", arguments: ordinary + ofPeople.open)
  func free(text: String) throws {
    #expect(ForeignHash(text.utf8.span) == nil)
    let password = try PasswordText(text)
    #expect(try StoredPassword(text) == .typed(password))
    #expect(HashKind(ofStored: text.utf8.span) == .typed)
  }

  @Test("share their shape with some passwords", arguments: closing + ofPeople.closing)
  func shaped(text: String) throws {
    let found = ForeignHash(text.utf8.span)
    let shape = try #require(found)
    #expect(throws: FieldRule.foreignHash(shape)) { try StoredPassword(text) }
  }

  @Test("are no phrases of four to six words", arguments: ["-", ".", "_", ",", "", " "])
  func phrases(joint: String) {
    var dice = Dice(3)
    let words = [
      "correct", "horse", "battery", "staple", "anna", "bach", "chor", "lied", "haus", "baum",
      "sonne", "regen", "stern", "berg", "fluss", "wiese", "garten", "morgen", "abend", "tag",
    ]
    for round in 0..<400 {
      var picked = (0..<(4 + dice.below(3))).map { _ in dice.pick(words) }
      if round % 2 == 1 { picked = picked.map { $0.prefix(1).uppercased() + $0.dropFirst() } }
      if round % 4 > 1 { picked[dice.below(picked.count)] += "\(dice.below(10))" }
      let phrase = picked.joined(separator: joint)
      for text in [phrase, phrase + "7", phrase + joint + "204"] {
        #expect(ForeignHash(text.utf8.span) == nil, "\(text)")
      }
    }
  }

  /// Each rule at its edges, by its number.
  private static let edges: [(text: String, shape: ForeignHash?)] = [
    // (1)
    ("!x", .marked), ("*0", .marked), ("{", .marked), ("*LK*", .marked), ("x!", nil), ("!!", nil),
    ("*!*", nil), ("!$1$a$b", nil), ("!*{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", nil),
    // (2)
    (" a", .marked), ("a\u{A0}", .marked), ("a\t", .marked), ("\u{200B}a", .marked),
    ("a\u{AD}", .marked), ("\u{2028}", .marked), ("\u{E0001}a", .marked), ("a b", nil),
    ("\u{301}a", nil), ("\u{E000}a", nil),
    // (3)
    ("\"$1$a$b\"", .marked), ("<!>", .marked), ("(\u{AB}*\u{BB}),", .marked),
    ("[\u{200B}$1$a$b\u{A0}]", .marked), ("\"$1 a\"", nil), ("\u{201E}!\u{201C}", nil), ("\"", nil),
    // (4)
    ("$aaaaaaaaaaaaaa", nil), ("$aaaaaaaaaaaaaaa", .long), ("#aaaaaaaaaaaaaaa", .long),
    ("_aaaaaaaaaaaaaaa", .long), ("(aaaaaaaaaaaaaaa", .long), ("\"#aaaaaaaaaaaaaa", .long),
    ("a{aaaaaaaaaaaaa}", .long), ("a}aaaaaaaaaaaaa{", .long), ("a{{aaaaaaaaaaaaa", nil),
    ("a$aaaaaaaaaaaaa$", .long), ("a$aaaaaaaaaaaaaa", nil), ("$éééééééééééééé", nil),
    ("$ééééééééééééééé", .long),
    // (5)
    ("é0123456789abcdef0123456789ABCDEFé", .long), ("é0123456789abcdef0123456789ABCDEé", nil),
    // (6)
    ("aB3aB3aB3aB3aB3aB3aB3aB", nil), ("aB3aB3aB3aB3aB3aB3aB3aB3", .long),
    ("aB3+/=-_.:$,;#|@~%&{aB3a", .long), ("an aB3aB3aB3aB3aB3aB3aB3aB3 it is", .long),
    ("an\u{A0}aB3aB3aB3aB3aB3aB3aB3aB3\u{3000}it", .long), ("an éaB3aB3aB3aB3aB3aB3aB3aB3", nil),
    ("an aB3aB3aB3aB3aB3aB3aB3aB3\u{200B}a", nil), ("aB3aB3aB3aB3!aB3aB3aB3aB3aB3", nil),
    ("(aB3aB3aB3aB3aB3aB3aB3aB)", .long), ("[aB3aB3aB3aB3aB3aB3aB3aB]", nil),
  ]

  @Test("have one of six shapes", arguments: edges)
  func shapes(text: String, shape: ForeignHash?) {
    #expect(ForeignHash(text.utf8.span) == shape)
  }

  @Test(
    "are no words, joined by one sign each or by none",
    arguments: [
      ("correct-horse-battery-staple", true), ("Correct.Horse.Battery.Staple7", true),
      ("I-am_the.Walrus,goo-goo-goo-2024", true), ("a1-b22-correct-horse-battery", true),
      ("correct-horse-battery-X-2024", true), ("correct-horse-battery-staple-X", true),
      ("correct-horse-battery-staple1234", true), ("correcthorsebatterystaple", true),
      ("correct1horse2battery3staple", true), ("CorrectHorse1BatteryStaple2024", true),
      ("correct--horse-battery-staple", false), ("-correct-horse-battery-staple", false),
      ("correct-horse-battery-staple-", false), ("correct-horse-battery-STAPLE", false),
      ("correct-horse-battery123-staple", false), ("correct-horse-battery-staple12345", false),
      ("2024-correct-horse-battery-staple", false), ("correct+horse+battery+staple", false),
      ("correctHorseBatteryStaple", false), ("CorrectHorseBatterystApleIsIt", false),
      ("correct12horsebatterystaple", false), ("CorrectHorseBatteryStapleOfIt", false),
    ])
  func words(text: String, isOpen: Bool) {
    #expect((ForeignHash(text.utf8.span) == nil) == isOpen)
  }

  @Test("are what a slip in the scheme of a hash leaves, unless that is a hash still")
  func slips() {
    let hashes = [
      Self.bcrypt, "$6$saltsalt$" + String(repeating: "aB3/", count: 21),
      "$y$j9T$saltsaltsalt$" + String(repeating: "aB3/", count: 10),
      "$apr1$salt$abcdefghijklmnopqrstuv", Self.sha, "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3",
    ]
    for hash in hashes {
      let signs = Array(hash)
      let end = signs.firstIndex(of: "}") ?? (signs.dropFirst().firstIndex(of: "$") ?? 0)
      var slips: [[Character]] = []
      for place in 0...end {
        let (before, after) = (Array(signs[..<place]), Array(signs[(place + 1)...]))
        slips.append(before + after)
        slips.append(before + [after[0], signs[place]] + after.dropFirst())
        for other in " .-_\"'(A\u{A0}\u{200B}" {
          slips += [before + [other] + after, before + [other, signs[place]] + after]
        }
      }
      for text in slips.map({ String($0) }) where !StoredPassword.isKept(text.utf8.span) {
        #expect(ForeignHash(text.utf8.span) != nil, "\(text)")
      }
    }
  }

  @Test("are not found among up to 23 letters and digits, nor in any bytes by a trap")
  func bytes() {
    var dice = Dice(7)
    let signs = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    for length in 1...23 {
      for _ in 0..<200 {
        let text = String((0..<length).map { _ in dice.pick(signs) })
        #expect(ForeignHash(text.utf8.span) == nil, "\(text)")
      }
    }
    let some: [UInt8] = [0x80, 0xA0, 0xBF, 0xC2, 0xE2, 0xF4, 0xFF, 0x20, 0x22, 0x24, 0x7B, 0x61]
    for round in 0..<20_000 {
      let bytes = (0..<dice.below(40)).map { _ in
        round % 2 == 0 ? dice.pick(some) : UInt8(dice.below(256))
      }
      _ = ForeignHash(bytes.span)
      _ = StoredPassword.isKept(bytes.span)
    }
  }
}
