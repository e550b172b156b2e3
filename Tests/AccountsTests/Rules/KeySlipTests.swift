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
    for disabled in [FieldValue.flag(true), .flag(false), .text("on leave")] {
      values[.disabled] = disabled
      #expect(Self.problems(key, .bool(!open), beside: values) == [])
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
      #expect(KeySlip(field.rawValue + "2") == nil)
      #expect(KeySlip("my_" + field.rawValue) == nil)
      #expect(KeySlip(field.rawValue + "_kana") == nil)
      #expect(KeySlip.words(of: field).joined() == field.rawValue.lowercased())
    }
    #expect(KeySlip.field(hintedAtBy: "Group") == .groups)
    #expect(KeySlip.field(hintedAtBy: "until") == .validUntil)
    #expect(KeySlip.field(hintedAtBy: "expires") == .validUntil)
  }

  @Test("are the same to the schema, by one edit of any name", arguments: Field.allCases)
  func schema(field: Field) throws {
    let schema = try #require(KeySlipSchema(of: field))
    var dice = Dice(UInt64(field.rawValue.utf8.count))
    let signs = Array("abcdefghijklmnopqrstuvwxyzEDNUS_-2 .і")
    let name = Array(field.rawValue)
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
      if text == field.rawValue { continue }
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
