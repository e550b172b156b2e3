import LosslessJSON
import Testing

@testable import Accounts

@Suite("A rulebook in a file") struct RulebookReadingTests {
  @Test("may be the name of a built-in one", arguments: Rulebook.builtIns)
  func named(rulebook: Rulebook) throws {
    #expect(try ReadRulebook("\"\(rulebook.name)\"").rulebook == rulebook)
  }

  /// The one rule that a rulebook must say, as `Rulebook.init` says it, too.
  private static let oneRule = #""fields": {"email": {}, "password": {"required": true}}"#

  @Test("may say one rule alone, and then equals Rulebook.init")
  func defaults() throws {
    #expect(try ReadRulebook("{\(Self.oneRule)}").rulebook == Rulebook())
    #expect(try ReadRulebook(#"{"login": {}, \#(Self.oneRule)}"#).rulebook == Rulebook())
  }

  @Test("asks for no email where the key is the user name and nothing else is said")
  func keyAlone() throws {
    #expect(
      try ReadRulebook(#"{"key": "username", \#(Self.oneRule)}"#).rulebook
        == Rulebook(key: .username))
    #expect(try ReadRulebook(#"{\#(Self.oneRule), "key": "email"}"#).rulebook == Rulebook())
  }

  @Test("may contain only what differs from the defaults")
  func partly() throws {
    let read = try ReadRulebook(
      #"{"fields": {"password": {"characters": 12}, "phone": {"required": true}}}"#)
    var expected = Rulebook()
    expected.fields.password.characters = 12
    expected.fields.required.insert(.phone)
    #expect(read.rulebook == expected)
  }

  @Test("may contain everything")
  func whole() throws {
    let read = try ReadRulebook(
      """
      {
        "name": "guild",
        "login": {
          "by": "firstName", "unknown": "refuse", "opensOnlyAccount": true, "upgradesHashes": false
        },
        "fields": {
          "email": {"required": true, "beforeAt": 2, "firstLabel": 4, "afterDot": 6, "maximumCharacters": 99,
            "domains": ["mail.example.com"]},
          "password": {
            "required": true, "characters": 10, "letters": 1, "digits": 2, "lowercase": 3,
            "uppercase": 4, "onlyLettersAndDigits": true, "maximumCharacters": 64, "notOwnNames": true,
            "blocklist": true, "blocklistFile": "../leaked.txt", "cost": 12, "hash": "bcrypt"
          },
          "firstName": {"required": true, "letters": "english", "maximumCharacters": 40},
          "lastName": {"required": false, "letters": "any", "maximumCharacters": 50},
          "birthDate": {"required": true, "minimumAge": 16, "maximumAge": 99},
          "phone": {"required": true, "mask": "+44 **** ******", "trunk": "0"},
          "groups": {"allowed": ["ops", "Mail team"]}
        }
      }
      """)
    let expected = Rulebook(
      name: "guild",
      login: .init(
        by: [.firstName], unknown: .refuse, opensOnlyAccount: true, upgradesHashes: false),
      fields: .init(
        email: EmailRule(
          beforeAt: 2, firstLabel: 4, afterDot: 6, maximumCharacters: 99,
          domains: ["mail.example.com"]),
        password: PasswordRule(
          characters: 10, maximumCharacters: 64, letters: 1, digits: 2, lowercase: 3, uppercase: 4,
          onlyLettersAndDigits: true, notOwnNames: true, blocklist: true,
          blocklistFile: "../leaked.txt", hash: .bcrypt, cost: 12),
        firstName: TextRule(letters: .english, maximumCharacters: 40),
        lastName: TextRule(maximumCharacters: 50),
        birthDate: AgeRule(minimumAge: 16, maximumAge: 99),
        phone: PhoneRule(mask: try #require(PhoneMask("+44 **** ******", trunk: "0"))),
        groups: ListRule(allowed: ["ops", "Mail team"]),
        required: [.firstName, .birthDate, .phone]))
    #expect(read.rows == [])
    #expect(read.rulebook == expected)
  }

  @Test("with another country's mask does not inherit our trunk prefix")
  func maskWithoutTrunk() throws {
    let read = try ReadRulebook(#"{"fields": {"phone": {"mask": "+1 (***) ***-****"}}}"#)
    #expect(read.rulebook?.fields.phone.mask == PhoneMask("+1 (***) ***-****"))
    let ours = try ReadRulebook(#"{"fields": {"phone": {"mask": "+7 (***) ***-**-**"}}}"#)
    #expect(ours.rulebook?.fields.phone.mask == .russian)
  }

  @Test("may allow phone numbers of any country, and then has no trunk prefix")
  func digits() throws {
    let read = try ReadRulebook(#"{"fields": {"phone": {"mask": "digits"}}}"#)
    #expect(read.rulebook?.fields.phone.mask == .digits)
    let json = try #require(read.rulebook).json.text(style: .compact)
    #expect(try ReadRulebook(json).rulebook == read.rulebook)
    let trunk = try ReadRulebook(#"{"fields": {"phone": {"mask": "digits", "trunk": "8"}}}"#)
    #expect(trunk.problems.map(\.rule) == [.rulebook(.trunk)])
  }

  @Test("with escapes equals one without")
  func escapes() throws {
    let read = try ReadRulebook(
      #"{"n\u0061me": "r\u0065d", "login": {"\u0062y": "email"}, "from": "register"}"#)
    #expect(read.rulebook?.name == "red")
  }

  @Test("reads back from Rulebook.json", arguments: Rulebook.builtIns + [Self.unusual])
  func roundTrip(rulebook: Rulebook) throws {
    for style in [JSONStyle.pretty, .compact, .oneLine] {
      let text = String(decoding: rulebook.json.bytes(style: style), as: UTF8.self)
      let read = try ReadRulebook(text)
      #expect(read.rows == [])
      #expect(read.rulebook == rulebook)
    }
  }

  @Test(
    "is read with a problem at every key that holds something else", arguments: RuleKey.all
  )
  func wrongKind(key: RuleKey) throws {
    let names = key.path.split(separator: ".").dropFirst()
    let text = names.reversed().reduce("{}") { "{\"\($1)\": \($0)}" }
    #expect(try ReadRulebook(text).problems.map(\.field) == [key.path])
  }

  /// A rulebook with hardly a default value, for the round trips.
  static let unusual = Rulebook(
    name: "un\"usual — Ж",
    login: .init(by: [.firstName], opensOnlyAccount: true, upgradesHashes: false),
    fields: .init(
      email: EmailRule(
        beforeAt: 64, firstLabel: 63, afterDot: 24, maximumCharacters: 254,
        domains: [String(repeating: "a", count: 63) + ".x.abcdefghijklmnopqrstu.co", "b.CO"]),
      password: PasswordRule(
        characters: 127, maximumCharacters: 511, letters: 1, digits: 2, lowercase: 3, uppercase: 4,
        onlyLettersAndDigits: true, notOwnNames: true, blocklist: true,
        blocklistFile: "../leaked.txt", hash: .sha512crypt, cost: 123_456),
      firstName: TextRule(letters: .english, maximumCharacters: 1),
      lastName: TextRule(letters: .any, maximumCharacters: 1000),
      birthDate: AgeRule(minimumAge: 120, maximumAge: 120),
      phone: PhoneRule(mask: PhoneMask("1-***-****") ?? .russian),
      required: [.firstName, .lastName, .birthDate, .phone]))
}

extension Rulebook: CustomTestStringConvertible {
  public var testDescription: String { name }
}
