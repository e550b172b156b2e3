import AccountsSupport
import TestSupport
import Testing
import TextTools

@testable import Accounts

@Suite("What is obviously valid") struct ObviouslyValidTests {
  private static let rulebooks =
    Rulebook.builtIns + [
      Rulebook(
        fields: Rulebook.Fields(
          email: EmailRule(beforeAt: 2, firstLabel: 2, afterDot: 3, maximumCharacters: 20),
          firstName: NameRule(required: true, maximumCharacters: 5),
          lastName: NameRule(letters: .english, maximumCharacters: 6),
          birthDate: BirthDateRule(minimumAge: 10, maximumAge: 90),
          phone: PhoneRule(mask: .russian), groups: GroupsRule(allowed: ["ops", "Группа"])))
    ]

  private static let pieces = [
    "ada", "Ada", "ops", "Группа", "é", "e\u{301}", "İ", "я", "漢", "@", "@", "example", ".", ".",
    ".org", "-", "_", "+", "7", "912", "0123456789", " ", " ", "'", ",", ":", "\t", "\n", "\r\n",
    "\u{0}", "\u{7F}", "\u{85}", "\u{AD}", "\u{34F}", "\u{200B}", "\u{202E}", "2000-02-29",
    "2001-02-29", "2026-06-15", "$y$", "$2b$10$", "{SHA}", "!", "*", "\"", "\\",
    "0123456789012345678901234567890123456789012345678901234567890123456789",
  ]

  private static let right: [(Field, String)] = [
    (.email, "ada.lovelace+1@mail.example.org"), (.username, "ada_1.x-y"),
    (.password, "$y$j9T$salt$hash"), (.password, "!"), (.firstName, "Ада"), (.firstName, "Zoë"),
    (.lastName, "Lovelace"), (.birthDate, "1986-12-09"), (.validFrom, "2020-02-29"),
    (.validUntil, "9999-12-31"),
  ]

  @Test("breaks no rule, whatever the text", arguments: UInt64(0)..<8)
  func soundness(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<4_000 {
      let rulebook = dice.pick(Self.rulebooks)
      let field = dice.pick(Field.allCases)
      let usual = dice.pick(Self.right).1
      var text = dice.below(3) == 0 ? usual : ""
      for _ in 0..<dice.below(5) { text += dice.pick(Self.pieces) }
      let isValid = rulebook.isObviouslyValid(text.utf8.span, as: field, today: .ofTests)
      let broken: [Rule]
      if field == .password {
        // As it is stored: a hash or a lock.
        let stored = try? StoredPassword(text)
        if case .typed = stored {
          broken = [.caution(.passwordIsTyped)]
        } else {
          broken = text.firstForbiddenScalar.map { [.field(.noControlCharacters($0))] } ?? []
        }
        if isValid { #expect(stored != nil) }
      } else {
        broken = rulebook.brokenRules(text, in: field, today: .ofTests).map(Rule.field)
      }
      if isValid { #expect(broken.isEmpty, "\(field) \(text.debugDescription)") }
      // ASCII that keeps the rules of these is obviously valid.
      let exact: [Field] = [.username, .firstName, .lastName, .birthDate, .validFrom, .validUntil]
      if exact.contains(field), text.utf8.span.isPrintableASCII {
        #expect(isValid == broken.isEmpty, "\(field) \(text.debugDescription)")
      }
      if field == .email, rulebook.fields.email.domains.isEmpty {
        #expect(isValid == broken.isEmpty, "\(text.debugDescription)")
      }
    }
  }

  @Test("is what most fields hold")
  func completeness() {
    func isValid(_ rulebook: Rulebook, _ text: String, as field: Field) -> Bool {
      rulebook.isObviouslyValid(text.utf8.span, as: field, today: .ofTests)
    }
    for (field, text) in Self.right { #expect(isValid(.register, text, as: field), "\(text)") }
    #expect(isValid(.register, "бухгалтерия 2", as: .groups))
    #expect(isValid(.standard, "+79123456789", as: .phone))
    #expect(isValid(.albums, "+7 (912) 345-67-89", as: .phone))
    #expect(!isValid(.albums, "digits", as: .phone))
    #expect(!isValid(.standard, "digits", as: .phone))
  }

  @Test("among hashes is what the judge finds strong or weak", arguments: UInt64(0)..<4)
  func hashes(seed: UInt64) {
    var dice = Dice(seed)
    let judge = PasswordHasher().judge()
    let weak = Rule.caution(.weakHash(scheme: "", isReplaced: false))
    var verdicts = HashVerdicts(judge) { _, strength in strength == .weak ? weak : nil }
    let (salt, letters) = ("SaltSaltSaltSaltSaltS/", Array("./0Az$$$:*!\\ é,="))
    func tail(_ count: Int) -> String { String(repeating: "x", count: count) }
    let hashes = [
      "$y$jBT$\(salt)$\(tail(43))", "$y$j9T$\(salt)$\(tail(43))", "$y$j1T$\(salt)$\(tail(43))",
      "$gy$jBT$\(salt)$\(tail(43))", "$2b$10$\(salt)\(tail(31))", "$2b$09$\(salt)\(tail(31))",
      "$2x$12$\(salt)\(tail(31))", "$6$salt$\(tail(86))", "$7$CU..../....\(salt)$\(tail(43))",
      "$6$rounds=100000$salt$\(tail(86))", "$6$rounds=99999$salt$\(tail(86))",
      "$5$rounds=100000$saltsaltsaltsalt$\(tail(43))", "$sha1$100000$\(salt)$\(tail(28))",
      "$argon2id$v=19$m=65536,t=3,p=4$\(salt)$\(tail(43))", "typed", "!", "",
      "$1$salt$\(tail(22))", "$1$SaltSalt$\(tail(22))", "$apr1$s$\(tail(22))", "$1$$\(tail(22))",
      "$6$rounds=10$\(tail(86))", "$5$other$\(tail(43))", "$5$rounds=1000$\(tail(43))",
    ]
    var counts: [HashStrength: Int] = [:]
    for _ in 0..<3_000 {
      var text = Array(dice.pick(hashes))
      // One of the letters is gone, or another.
      if dice.below(2) == 0, !text.isEmpty {
        let place = dice.below(text.count)
        if dice.below(2) == 0 { text.remove(at: place) } else { text[place] = dice.pick(letters) }
      }
      let hash = String(text)
      guard let verdict = verdicts.obvious(hash.utf8.span) else { continue }
      let strength: HashStrength = verdict == nil ? .strong : .weak
      counts[strength, default: 0] += 1
      #expect(PasswordHash(hash).map { judge.strength(of: $0) } == strength, "\(hash)")
      #expect(hash.firstForbiddenScalar == nil)
    }
    #expect(counts[.strong, default: 0] > 300 && counts[.weak, default: 0] > 300)
  }
}
