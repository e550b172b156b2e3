import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts

@Suite("Keys that are most likely meant as fields") struct KeySlipTests {
  /// An account without a key beside its email and its password.
  private static func problems(
    _ key: String, _ value: JSONLiteral = .bool(true),
    beside values: FieldValues = FieldValues(email: "ada@example.com", password: "secret1")
  ) -> [Problem] {
    Rulebook.register.problems(
      with: values, ownKeys: [.init(key, value)], today: .ofTests)
  }

  private static let misspelt: [(key: String, field: Field)] = [
    ("validUntill", .validUntil), ("validUtil", .validUntil), ("vaildUntil", .validUntil),
    ("valid_until", .validUntil), ("valid-until", .validUntil), ("validuntil", .validUntil),
    ("VALID_UNTIL", .validUntil), ("valid_untill", .validUntil), ("valid.until", .validUntil),
    ("validForm", .validFrom), ("valid_form", .validFrom), ("Validform", .validFrom),
    ("validFrm", .validFrom), ("valid_from", .validFrom), ("validfrom", .validFrom),
    ("Disabled", .disabled), ("disabeld", .disabled), ("dissabled", .disabled),
    ("disabled ", .disabled), ("d\u{456}sabled", .disabled), ("dis_abled", .disabled),
    ("mustchange", .mustChange), ("must_change", .mustChange), ("mustChanged", .mustChange),
    ("invited_until", .invitedUntil), ("invitedUntl", .invitedUntil), ("firstname", .firstName),
    ("first_name", .firstName), ("first name", .firstName), ("fristName", .firstName),
    ("LastName", .lastName), ("last-name", .lastName), ("birthdate", .birthDate),
    ("birth_date", .birthDate), ("brithDate", .birthDate), ("Phone", .phone), ("phon", .phone),
    ("Groups", .groups), ("phonee", .phone), ("pphone", .phone), ("phone ", .phone),
    ("gruops", .groups), ("user_name", .username), ("userName", .username),
    ("usernam", .username),
  ]

  @Test("close an account that lacks the field, whatever they hold", arguments: misspelt)
  func close(key: String, field: Field) {
    for value in [JSONLiteral.bool(true), .bool(false), .null, .string("2030-01-01")] {
      #expect(Self.problems(key, value) == [Problem(.key(key), .field(.keyLike(field)))])
    }
  }

  @Test("are an owner's own where the field is there", arguments: misspelt)
  func besideField(key: String, field: Field) {
    var values = FieldValues(email: "ada@example.com", password: "secret1")
    values[field] = field == .groups ? .texts(["ops"]) : .text("x")
    #expect(!Self.problems(key, beside: values).contains { $0.subject == .key(key) })
  }

  @Test(
    "of other programs close an account unless they say that nobody is kept out",
    arguments: [
      ("disable", false), ("locked", false), ("enable", true), ("enabled", true),
      ("active", true), ("Locked", false), ("ENABLED", true),
    ])
  func marks(key: String, open: Bool) {
    #expect(Self.problems(key, .bool(open)) == [])
    let broken = Problem(.key(key), .field(.markInstead(of: .disabled, unless: open)))
    for value in [
      JSONLiteral.bool(!open), .string("\(open)"), .string("no"), .number("0"), .null, .array([]),
    ] {
      #expect(Self.problems(key, value) == [broken], "\(value)")
    }
    var values = FieldValues(email: "ada@example.com", password: "secret1")
    for disabled in [FieldValue.flag(true), .text("on leave")] {
      values[.disabled] = disabled
      #expect(Self.problems(key, .bool(!open), beside: values) == [])
    }
    // Two keys that contradict each other: the stricter counts, unless it says something else.
    values[.disabled] = .flag(false)
    #expect(Self.problems(key, .bool(!open), beside: values) == [broken])
    #expect(Self.problems(key, .string("since 2019"), beside: values) == [])
    #expect(Self.problems(key, .number("3"), beside: values) == [])
  }

  @Test("that exchange two letters of a field that says who may log in are one edit away")
  func exchanged() {
    for field in Field.allCases where KeySlip.isOfLogin(field) {
      let name = Array(field.key)
      for place in name.indices.dropLast() where name[place] != name[place + 1] {
        var key = name
        key.swapAt(place, place + 1)
        #expect(KeySlip(String(key)) == .misspelt(field), "\(String(key))")
      }
    }
    for word in KeySlip.ownWords {
      for field in Field.allCases where KeySlip.isOfLogin(field) {
        let letters = word.unicodeScalars.map(\.value)
        #expect(!KeySlip.spellings(of: field).contains { $0.isMissed(by: letters) }, "\(word)")
      }
    }
  }

  private static let shut: [(key: String, value: JSONLiteral, isDay: Bool)] =
    [
      "isDisabled", "is_disabled", "suspended", "blocked", "is_blocked", "banned", "locked_out",
      "inactive", "deactivated", "Block sign in", "nsAccountLock", "account-locked", "SUSPENDED",
    ].flatMap { key in
      [JSONLiteral.bool(true), .string("true"), .string(" YES "), .string("1"), .string("spam")]
        .map { (key, $0, false) }
    }
    + ["is_active", "isEnabled", "accountEnabled", "userEnabled", "Is Active"].flatMap { key in
      [JSONLiteral.bool(false), .string("false"), .string("No"), .string("0"), .string("2019")]
        .map { (key, $0, false) }
    }
    + ["validTo", "valid_to", "validTill", "expiresAt", "expires_at", "Expires-At", "expiry"]
    .flatMap { key in
      [
        JSONLiteral.string("2999-12-31"), .string("2020-01-01T00:00:00Z"), .string("31.12.2030"),
        .string("soon"), .bool(true),
      ].map { (key, $0, true) }
    }

  @Test("of other programs close an account where import reads them as shut, and no other values")
  func marksOfOthers() {
    for (key, value, isDay) in Self.shut {
      let rule = FieldRule.keyLike(.validUntil)
      let found = Self.problems(key, value)
      #expect(found.count == 1 && found.first?.subject == .key(key), "\(key) \(value)")
      #expect((found.first?.rule == .field(rule)) == isDay, "\(key) \(value)")
      // A day closes beside the field, too: which of two counts is for a person to say.
      var values = FieldValues(email: "ada@example.com", password: "secret1")
      values[.validUntil] = .text("2999-01-01")
      #expect(!Self.problems(key, value, beside: values).isEmpty, "\(key) \(value)")
      values[.disabled] = .text("left")
      #expect(Self.problems(key, value, beside: values) == [], "\(key) \(value)")
      for own in [
        JSONLiteral.null, .array([.string("spam")]), .object([]), .number("1735689600"),
        .number("0"), .number("1"),
      ] {
        if KeySlip.strictMarks[LoginMark(key)?.name ?? ""] == nil {
          #expect(Self.problems(key, own) == [], "\(key) \(own)")
        }
      }
    }
    for (key, value) in [
      ("suspended", JSONLiteral.bool(false)), ("suspended", .string("no")),
      ("isActive", .bool(true)),
      ("is_active", .string(" True ")), ("expiresAt", .string("never")), ("expiry", .string("")),
      ("validTo", .bool(false)), ("status", .string("deleted")), ("state", .string("locked")),
      ("userAccountControl", .string("514")), ("nsRole", .string("cn=nsDisabledRole")),
    ] {
      #expect(Self.problems(key, value) == [], "\(key) \(value)")
    }
  }

  @Test("of other programs are the same to the schema")
  func schemaOfMarks() throws {
    let schemas = KeySlip.schemas.suffix(2)
    func patterns(_ schema: JSONLiteral) -> [(Regex<AnyRegexOutput>, JSONLiteral)] {
      guard case .object(let choice) = schema, case .array(let two)? = choice.first?.value,
        case .object(let second) = two[1], case .object(let members)? = second.first?.value
      else { return [] }
      return members.compactMap { member in
        (try? Regex<AnyRegexOutput>(member.key)).map { ($0, member.value) }
      }
    }
    func holds(_ schema: JSONLiteral, _ value: JSONLiteral) -> Bool {
      guard case .object(let members) = schema else { return false }
      return members.allSatisfy { member in
        switch (member.key, member.value) {
        case ("not", let inner): !holds(inner, value)
        case ("anyOf", .array(let list)): list.contains { holds($0, value) }
        case ("const", let wanted): value == wanted
        case ("type", .string): if case .string = value { true } else { false }
        case ("type", .array):
          if case .string = value { true } else if case .bool = value { true } else { false }
        case ("pattern", .string(let pattern)):
          if case .string(let text) = value {
            (try? Regex<AnyRegexOutput>(pattern).firstMatch(in: text)) != nil
          } else {
            true
          }
        default: false
        }
      }
    }
    func refuses(_ schema: JSONLiteral, _ key: String, _ value: JSONLiteral) throws -> Bool {
      try patterns(schema).contains { try $0.0.firstMatch(in: key) != nil && !holds($0.1, value) }
    }
    let keys =
      LoginMark.table.flatMap(\.names) + ["Is_Active", "account-locked", "expires_at;x", "club"]
    let values: [JSONLiteral] = [
      .null, .bool(true), .bool(false), .number("1"), .array([]), .string("yes"), .string(" No "),
      .string("x"), .string(""), .string("never"), .string("2030-01-01"),
    ]
    for key in keys {
      for value in values {
        var open = FieldValues(email: "ada@example.com", password: "secret1")
        let alone = !Self.problems(key, value, beside: open).isEmpty
        open[.disabled] = .flag(false)
        let beside = !Self.problems(key, value, beside: open).isEmpty
        let (first, last) = (schemas[schemas.startIndex], schemas[schemas.startIndex + 1])
        #expect(try refuses(last, key, value) == beside, "\(key) \(value)")
        #expect(
          try (refuses(first, key, value) || refuses(last, key, value)) == alone, "\(key) \(value)")
      }
    }
  }

  @Test("that are marks with a slip are known as such, and people's words are none")
  func mistypedMarks() {
    for key in [
      "disabel", "disble", "diable", "lockd", "lokced", "enabeld", "enabed", "acitve", "Lokced",
      "suspnded", "is_actve", "blokced", "isDisabeld", "expriy", "expiersAt", "vaildTo",
    ] {
      #expect(KeySlip.isMistypedMark(key) && LoginMark.isLikely(key), "\(key)")
      #expect(Self.problems(key) == [], "\(key)")
    }
    for key in OwnKeysOfPeople.all + ["banner", "locker", "blocker", "actives", "docked"] {
      #expect(!KeySlip.isMistypedMark(key), "\(key)")
    }
  }

  @Test("are no others: those that people use close nobody")
  func ownKeys() {
    #expect(Set(OwnKeysOfPeople.all).count == OwnKeysOfPeople.all.count)
    #expect(OwnKeysOfPeople.all.count >= 300)
    let values = FieldValues(email: "ada@example.com", password: "secret1")
    let members = OwnKeysOfPeople.all.map { JSONLiteral.Member($0, .string("x")) }
    #expect(Rulebook.register.problems(with: values, ownKeys: members, today: .ofTests) == [])
    let named = FieldValues(username: "ada", password: "analytical engine")
    #expect(Rulebook.standard.problems(with: named, ownKeys: members, today: .ofTests) == [])
  }

  @Test("are looked for in the names of fields alone")
  func fieldsThemselves() {
    for field in Field.allCases {
      #expect(KeySlip(field.key + "2") == nil)
      #expect(KeySlip("my_" + field.key) == nil)
      #expect(KeySlip(field.key + "_kana") == nil)
      #expect(KeySlip.words(of: field).joined() == field.key.lowercased())
    }
    #expect(KeySlip.field(hintedAtBy: "Group") == .groups)
    #expect(KeySlip.field(hintedAtBy: "until") == .validUntil)
    #expect(KeySlip.field(hintedAtBy: "expires") == .validUntil)
  }

  @Test("are the same to the schema, by one edit of any name", arguments: Field.allCases)
  func schema(field: Field) throws {
    let schema = try #require(KeySlipSchema(of: field))
    var dice = Dice(UInt64(field.key.utf8.count))
    let signs = Array("abcdefghijklmnopqrstuvwxyzEDNUS_-2 .і")
    let name = Array(field.key)
    for _ in 0..<400 {
      var key = name
      for _ in 0..<Int.random(in: 0...2, using: &dice) {
        let place = Int.random(in: 0..<key.count, using: &dice)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: key.remove(at: place)
        case 1: key.insert(signs.randomElement(using: &dice) ?? "x", at: place)
        case 2: key[place] = signs.randomElement(using: &dice) ?? "x"
        case 3: key.swapAt(place, max(0, place - 1))
        default: key.append(signs.randomElement(using: &dice) ?? "x")
        }
      }
      let text = String(key)
      if text == field.key { continue }
      let isSlip = KeySlip(text) == .misspelt(field)
      #expect(try schema.refuses(text) == isSlip, "\(text)")
    }
    for key in OwnKeysOfPeople.all { #expect(try !schema.refuses(key), "\(key)") }
  }
}

/// The condition of the schema on the keys of an account without a field.
private struct KeySlipSchema {
  private let exempt: Regex<AnyRegexOutput>
  private let like: Regex<AnyRegexOutput>

  init?(of field: Field) {
    guard let place = Field.allCases.firstIndex(of: field),
      case .object(let members) = KeySlip.schemas[place],
      case .array(let choice)? = members.first?.value, choice.count == 2,
      case .object(let names) = choice[1],
      case .object(let either)? = names.first?.value, case .array(let two)? = either.first?.value,
      case .object(let first) = two[0], case .string(let free)? = first.first?.value,
      case .object(let second) = two[1], case .object(let not)? = second.first?.value,
      case .string(let near)? = not.first?.value,
      let exempt = try? Regex(free), let like = try? Regex(near)
    else { return nil }
    (self.exempt, self.like) = (exempt, like)
  }

  func refuses(_ key: String) throws -> Bool {
    try exempt.wholeMatch(in: key) == nil && like.wholeMatch(in: key) != nil
  }
}
