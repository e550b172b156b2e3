import AccountsSupport
import Testing

@testable import Accounts

@Suite("A greatest length") struct GreatestLengthTests {
  private let rulebook = Rulebook(
    fields: .init(
      email: EmailRule(maximumCharacters: 12),
      password: PasswordRule(characters: 3, maximumCharacters: 6),
      firstName: TextRule(maximumCharacters: 5),
      lastName: TextRule(letters: .english, maximumCharacters: 5)))

  @Test(
    "allows texts up to it, counted in characters as a person sees them",
    arguments: [
      (.email, "abc@mail.com", []), (.email, "abcd@mail.com", [.maximumCharacters(12)]),
      (.password, "123456", []), (.password, "1234567", [.maximumCharacters(6)]),
      (.password, "👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽", []), (.password, "👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽!", [.maximumCharacters(6)]),
      (.firstName, "Мария", []), (.firstName, "Татьяна", [.maximumCharacters(5)]),
      (.firstName, "Zoe\u{308}ya", []),
      (.lastName, "Smith", []), (.lastName, "Smithy", [.maximumCharacters(5)]),
    ] as [(Field, String, [FieldRule])])
  func lengths(field: Field, text: String, rules: [FieldRule]) {
    #expect(rulebook.brokenRules(text, in: field, today: .ofTests) == rules)
  }

  @Test("is none unless a rulebook sets one", arguments: Rulebook.builtIns)
  func none(rulebook: Rulebook) {
    let long = String(repeating: "a", count: 500)
    #expect(
      !rulebook.brokenRules(long, in: .firstName, today: .ofTests).contains {
        if case .maximumCharacters = $0 { true } else { false }
      })
  }

  @Test(
    "that leaves no room for what else is asked for is refused",
    arguments: [
      (#"{"password":{"characters":7,"maximumCharacters":6}}"#, "password"),
      (#"{"password":{"letters":5,"digits":2,"maximumCharacters":6}}"#, "password"),
      (#"{"password":{"lowercase":3,"uppercase":4,"maximumCharacters":6}}"#, "password"),
      (#"{"email":{"beforeAt":5,"firstLabel":3,"afterDot":3,"maximumCharacters":12}}"#, "email"),
      (#"{"email":{"domains":["mail.com"],"beforeAt":4,"maximumCharacters":12}}"#, "email"),
    ])
  func impossible(text: String, field: String) throws {
    let read = try ReadRulebook("{\"fields\":\(text)}")
    #expect(read.problems.map(\.rule) == [.rulebook(.cannotBeMet)])
    #expect(read.problems.map(\.field) == ["rules.fields.\(field)"])
    // With one character more, there is room.
    #expect(
      try ReadRulebook(
        "{\"fields\":\(text.replacing("s\":12", with: "s\":13").replacing("s\":6", with: "s\":7"))}"
      ).rows == [])
  }
}

@Suite("The domains of emails") struct EmailDomainTests {
  private let rule = EmailRule(domains: ["Example.com", "example.org"])

  @Test(
    "are allowed as they are, without case, and no sub-domain with them",
    arguments: [
      ("ada@example.com", true), ("ada@EXAMPLE.Com", true), ("ada@example.org", true),
      ("ada@mail.example.com", false), ("ada@example.com.org", false), ("ada@xexample.com", false),
      ("ada@example.net", false),
    ])
  func domains(email: String, isAllowed: Bool) {
    #expect(rule.brokenRules(email.utf8.span) == (isAllowed ? [] : [.domains(rule.domains)]))
  }

  @Test("are any if none is named")
  func any() { #expect(EmailRule(domains: []).brokenRules("ada@example.net".utf8.span) == []) }

  @Test(
    "are refused where a rulebook names what is none, or what its other rules forbid",
    arguments: [
      (#"["a"]"#, "1:32 rules.fields.email.domains address"),
      (#"["a.b", "-a.co"]"#, "1:32 rules.fields.email.domains address"),
      (#"["a@b.co"]"#, "1:32 rules.fields.email.domains address"),
      (#"[""]"#, "1:32 rules.fields.email.domains address"),
      (#"["a\nb.co"]"#, "1:32 rules.fields.email.domains noControlCharacters"),
      (#"[7]"#, "1:32 rules.fields.email.domains text"),
      (#""a.co""#, "1:31 rules.fields.email.domains listOfTexts"),
      (#"["ab.co"], "firstLabel": 3"#, "1:20 rules.fields.email cannotBeMet"),
      (#"["ab.co", "cd.co"], "afterDot": 3"#, "1:20 rules.fields.email cannotBeMet"),
    ])
  func faults(domains: String, row: String) throws {
    #expect(
      try ReadRulebook(#"{"fields":{"email":{"domains":"# + domains + "}}}").rows.first == row)
  }

  @Test("may be met by one of them alone")
  func oneIsEnough() throws {
    let text = #"{"fields":{"email":{"domains":["ab.co","abc.co"],"firstLabel":3}}}"#
    #expect(try ReadRulebook(text).rulebook?.fields.email.domains == ["ab.co", "abc.co"])
  }
}

@Suite("The groups of a rulebook") struct AllowedGroupsTests {
  @Test(
    "are the only ones that an account may be in, byte for byte",
    arguments: [
      ([], []), (["ops"], []), (["web", "ops"], []),
      (["Ops"], [.allowedGroup("Ops", among: ["ops", "web"])]),
      (["ops", "mail"], [.allowedGroup("mail", among: ["ops", "web"])]),
      (["ops", "ops"], [.groupTwice("ops")]), (["a,b"], [.groupForm("a,b")]),
    ] as [([String], [FieldRule])])
  func allowed(groups: [String], rules: [FieldRule]) {
    let rulebook = Rulebook(fields: .init(groups: ListRule(allowed: ["ops", "web"])))
    var values = FieldValues()
    (values.email, values.password, values.groups) = ("a@b.co", "x", groups)
    #expect(rulebook.problems(with: values, today: .ofTests).map(\.rule) == rules.map(Rule.field))
  }

  @Test("are refused in a rulebook if no group can have such a name")
  func faults() throws {
    let read = try ReadRulebook(#"{"fields":{"groups":{"allowed":["ops","a,b"]}}}"#)
    #expect(read.rows == ["1:39 rules.fields.groups.allowed groupForm"])
    let text = try ReadRulebook(#"{"fields":{"groups":{"allowed":"ops"}}}"#)
    #expect(text.rows == ["1:32 rules.fields.groups.allowed listOfTexts"])
  }
}
