import LosslessJSON
import Testing

@testable import Accounts

@Suite("The schema of a rulebook") struct RulebookKeySchemaTests {
  /// A rulebook in which no key has the value that it has when it is left out.
  private static var rulebook: Rulebook {
    var rulebook = RulebookReadingTests.unusual
    rulebook.key = .username
    rulebook.login.by = [.username, .email]
    rulebook.login.unknown = .refuse
    rulebook.fields.required.formUnion(Field.keys)
    rulebook.fields.email.maximumCharacters = 250
    rulebook.fields.lastName.letters = .english
    rulebook.fields.password.characters = 20
    rulebook.fields.password.maximumCharacters = 60
    rulebook.fields.password.hash = .bcrypt
    rulebook.fields.groups.allowed = ["ops"]
    rulebook.serve.url = ServeAddress("https://example.com/")
    rulebook.serve.hosts =
      (try? GuardedHosts([
        .init("wiki.example.com"),
        .init(
          "lab.example.com", groups: ["ops"], from: ["https://office.example.com"],
          requiresID: true),
      ])) ?? .none
    rulebook.serve.home = "https://example.org/start?x=1"
    (rulebook.serve.title, rulebook.serve.note) = ("Our house", "Ask Ada.")
    if let mask = PhoneMask("+1 ***-****", trunk: "0") { rulebook.fields.phone.mask = mask }
    return rulebook
  }

  /// The keys of which a schema says something. (Here both fields that can be the key are required,
  /// and a password always is: of an account that is invited too, as is the key.)
  private static let told: Set<String> = [
    RulebookKey.name.rawValue, RulebookKey.key.rawValue, RuleKey.path(.email, "required"),
    RuleKey.path(.firstName, "required"), RuleKey.path(.lastName, "required"),
    RuleKey.path(.birthDate, "required"), RuleKey.path(.phone, "required"),
    RuleKey.path(.groups, "allowed"),
  ]

  @Test("says which keys are required, and which groups there are", arguments: RuleKey.all)
  func keys(key: RuleKey) throws {
    let whole = Self.rulebook.wholeJSON
    // Each scheme counts its cost in another way.
    let hash = RuleKey.path(.password, "hash")
    let keys = key.path == hash ? [hash, RuleKey.path(.password, "cost")] : [key.path]
    let rest = keys.reduce(whole) {
      $0.without($1.split(separator: ".").dropFirst().map(String.init))
    }
    #expect(rest != whole)
    let read = try ReadRulebook(rest.text(style: .compact))
    let plain = try #require(read.rulebook, "\(read.rows)")
    #expect((plain.schema == Self.rulebook.schema) != Self.told.contains(key.path))
  }
}

extension JSONLiteral {
  /// The object without the member at a path.
  fileprivate func without(_ path: [String]) -> JSONLiteral {
    guard case .object(let members) = self, let name = path.first else { return self }
    return .object(
      members.compactMap { member in
        guard member.key == name else { return member }
        return path.count == 1 ? nil : .init(name, member.value.without(Array(path.dropFirst())))
      })
  }
}
