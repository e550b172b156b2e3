import AccountsSupport
import LosslessJSON
import Testing

@testable import Accounts

@Suite("Keys that people use") struct KeysOfPeopleTests {
  /// The fields that are one edit away, or the same but for case, `_` and `-`.
  private static let near: [Field: String] = [
    .phone: "phones iphone mphone hphone wphone cphone phoneA phoneH phoneW 2phone",
    .email: "emails mail gmail vmail xmail pmail demail emailW emailX",
    .groups: "groupe groupes ugroups", .password: "passwort passord passwords kpassword",
    .username: "usernames userGame",
    .lastName: "listName list_name lostName pastName lastGame last_game lastFame lastNames "
      + "last_names lastNameK",
    .firstName: "firstGame firstNames first_names firstNameR",
    .birthDate: "birthRate birthData birth_data birthDates birth_dates",
  ]

  /// Those in which a word may say who can log in, or whose letters are not English.
  private static let ofAccess = words(
    """
    state login loginName login_name loginShell until_date untilDate valid validity validSince
    validator validUntil2 expiryDate expiry_date expiration leftOn left_at deleted deletedAt
    deleted_at archived archivedAt lastLogin last_login lastActive last_active loginCount
    login_count disabled_at disabledAt disabled_by disabledBy disabledReason disabled_reason
    locked_at lockedAt locked_until lockout lockoutTime enabled_at enabledAt activeSince
    active_since activated activation activationCode blocked_by status statusText invitedBy
    invited_by invited invitedAt invited_at inviter inviteCode mustRead must_read mustSign
    mfaEnabled locker Gesperrt prénom teléfono contraseña válido имя фамилия отчество телефон
    группа группы пароль почта отключён
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0.isWhitespace }.map(String.init))
  }

  private static func meaning(of key: String) -> KeyMeaning {
    if ofAccess.contains(key) { return .lock }
    let field = near.first { words($0.value).contains(key) }?.key
    return field.map { .field($0) } ?? .own("x-\(key)")
  }

  @Test("close the account, and each gets the one sentence that is true of it")
  func close() {
    #expect(Set(OwnKeysOfPeople.all).count == 628)
    #expect(Self.ofAccess.isSubset(of: OwnKeysOfPeople.all))
    let values = FieldValues(email: "ada@example.com", password: "secret1")
    for key in OwnKeysOfPeople.all {
      let found = Rulebook.register.problems(
        with: values, ownKeys: [.init(key, .string("x"))], today: .ofTests)
      let expected = Problem(.key(key), .field(.knownKey(Self.meaning(of: key))))
      #expect(found == [expected], "\(key)")
    }
  }

  @Test("close nobody once they begin as people's own do")
  func own() {
    let values = FieldValues(email: "ada@example.com", password: "secret1")
    let members = OwnKeysOfPeople.all.flatMap { key in
      ["x-", "//"].map { JSONLiteral.Member($0 + key, .bool(true)) }
    }
    #expect(Rulebook.register.problems(with: values, ownKeys: members, today: .ofTests) == [])
  }

  @Test("are judged by the schema as a hand's are: it takes no key but fields and people's own")
  func schema() throws {
    guard case .object(let file) = Rulebook.register.schema,
      case .object(let keys)? = file.first(where: { $0.key == "properties" })?.value,
      case .object(let accounts)? = keys.first(where: { $0.key == "accounts" })?.value,
      case .object(let account)? = accounts.first(where: { $0.key == "items" })?.value
    else {
      Issue.record("there is no schema of an account")
      return
    }
    func value(_ key: String) -> JSONLiteral? { account.first { $0.key == key }?.value }
    #expect(value("additionalProperties") == .bool(false))
    #expect(value("patternProperties") == .object([.init("^(x-|//)", .bool(true))]))
    guard case .object(let fields)? = value("properties") else {
      Issue.record("there are no fields")
      return
    }
    #expect(fields.map(\.key) == Field.allCases.map(\.key))
  }
}
