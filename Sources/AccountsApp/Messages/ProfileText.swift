import AccountsFile
import CommandKit
import LosslessJSON

struct ProfileText {
  let rows: [Row]

  struct Row {
    let label: Phrase
    let value: Phrase
    /// The field that it shows, or the state; nil for other remarks.
    var field: Field?
    var state: AccountState?
  }

  /// The profile of an account that keeps the rules.
  ///
  /// - Parameters:
  ///   - password: how its password is shown.
  ///   - login: when the last login was; nil if that is not shown.
  ///   - hosts: the guarded hosts.
  init(
    _ account: Account, openDraft: EditDraft? = nil, password: Phrase = Self.hidden,
    login: Phrase? = nil, hosts: GuardedHosts = .none, today: CalendarDay
  ) {
    let age = account.birthDate?.day.age(on: today)
    self.init(
      Self.rows(openDraft, password: password, age: age) { account[$0] }
        + Self.state(of: account, on: today) + Self.hosts(account.hosts(of: hosts, on: today))
        + Self.login(login))
  }

  /// The profile of any account, with what its password is kept as; of a closed one, what is wrong
  /// with it and what to do.
  init(
    _ account: StoredAccount, openDraft: EditDraft?, mending: Phrase?, login: Phrase?,
    hosts: GuardedHosts, today: CalendarDay
  ) {
    let password = account.hash.map { Self.hidden + Phrase(same: " (\($0.rawValue))") }
    if let account = account.account {
      self.init(
        account, openDraft: openDraft, password: password ?? Self.hidden, login: login,
        hosts: hosts, today: today)
      return
    }
    let problems = account.problems.map { Row(label: Phrase("problem").label, value: $0.message) }
    let mending = mending.map { [Row(label: Phrase("To mend:"), value: $0)] } ?? []
    self.init(
      Self.rows(openDraft, password: password, age: nil) { account[shown: $0] }
        + Self.state(account.state) + problems + mending + Self.login(login))
  }

  private init(_ rows: [Row]) { self.rows = rows }

  /// The fields that a profile always shows; the others it shows if they are there.
  private static let always: [Field] = [.email, .password, .firstName, .lastName]

  static let hidden = Phrase(same: "********")

  /// - Parameters:
  ///   - password: how its password is shown; nil without one.
  ///   - shown: a field as it is shown.
  private static func rows(
    _ openDraft: EditDraft?, password: Phrase?, age: Int?, _ shown: (Field) -> String?
  ) -> [Row] {
    Field.shown.compactMap { field in
      let (text, change) = (shown(field), openDraft?.changes[field])
      guard always.contains(field) || text != nil || change != nil else { return nil }
      var value = text.map { Phrase(same: visible($0)) }
      if field == .password { value = password }
      if field == .mustChange, text == "true" {
        value = Phrase("the password, at the next login")
      }
      if field == .birthDate, let text = value, let age {
        value = Phrase("\(text) (\(Self.age(age)))")
      }
      return Row(
        label: field.label, value: Self.value(of: field, value, change), field: field)
    }
  }

  /// The state, if the account cannot be logged in to.
  private static func state(_ state: AccountState) -> [Row] {
    if state == .open { return [] }
    return [Row(label: Phrase("state").label, value: state.name, state: state)]
  }

  private static func state(of account: Account, on today: CalendarDay) -> [Row] {
    let state = account.state(on: today)
    guard state == .invited, let last = account.invitedUntil, last < today else {
      return self.state(state)
    }
    let name = AccountState.name(ofInvitationUntil: last, on: today)
    return [Row(label: Phrase("state").label, value: name, state: state)]
  }

  /// The hosts that it may enter now.
  private static func hosts(_ hosts: [GuardedHost]) -> [Row] {
    if hosts.isEmpty { return [] }
    let names = hosts.map { visible($0.text) }.joined(separator: ", ")
    return [Row(label: Phrase("May enter").label, value: Phrase(same: names))]
  }

  private static func login(_ words: Phrase?) -> [Row] {
    words.map { [Row(label: Phrase("Last login").label, value: $0)] } ?? []
  }

  /// A field's value, with what an open edit would change.
  private static func value(of field: Field, _ value: Phrase?, _ change: AccountRecord.Change?)
    -> Phrase
  {
    guard let change else { return value ?? Phrase(same: "") }
    let new =
      field == .password
      ? Phrase("changed") : change.newValue.map { Phrase(same: visible($0.shown)) } ?? none
    let old = value ?? none
    return Phrase("\(old) → \(new) (not saved)")
  }

  private static let none = Phrase("(none)")

  static func age(_ age: Int) -> Phrase { Phrase("age \(age)") }

  func words(_ language: Language, _ palette: Palette) -> String {
    let rows = rows.map { [$0.label[language], $0.value[language]] }
    return zip(rows, aligned(rows, gap: 1)).map { row, line in
      palette.label(row[0]) + line.dropFirst(row[0].count) + "\n"
    }.joined()
  }
}

extension Account {
  /// The guarded hosts that its owner may enter on a day: none while nobody can log in to it.
  func hosts(of hosts: GuardedHosts, on today: CalendarDay) -> [GuardedHost] {
    state(on: today) == .open ? hosts.letting(in: self) : []
  }

  /// The account's fields for JSON, by their names in the file, and its state; never the password.
  func members(on today: CalendarDay) -> [JSONLiteral.Member] {
    let fields = Field.shown.compactMap { field in
      value(of: field).map { JSONLiteral.Member(field.key, $0.literal) }
    }
    return fields + AccountID.member(id) + [
      .init("hash", .string(hash.rawValue)), .init("state", .string(state(on: today).rawValue)),
    ]
  }
}

extension AccountID {
  /// An id that counts as a member of JSON; none without one.
  static func member(_ id: AccountID?) -> [JSONLiteral.Member] {
    id.map { [.init(Field.id.key, .string($0.description))] } ?? []
  }
}

extension EditDraft {
  /// The changes of an edit as JSON; for a password, only that it changes.
  var json: JSONLiteral {
    .object(
      changes.map { change in
        let isShown = change.field != .password
        return .init(
          change.key,
          .object([
            .init("old", isShown ? change.old ?? .null : .null),
            .init("new", isShown ? change.new ?? .null : .null),
          ]))
      })
  }

  func lines(reversed: Bool = false) -> [Phrase] {
    changes.compactMap { change in
      guard let field = change.field, field != .id else { return nil }
      if field == .password {
        return reversed ? Phrase("password changed back") : Phrase("password changed")
      }
      if change.old == change.new { return Phrase("\(field.name): cleared") }
      let (old, new) = (
        Field.quoted(change.oldValue?.shown), Field.quoted(change.newValue?.shown)
      )
      let (from, to) = reversed ? (new, old) : (old, new)
      return Phrase("\(field.name): \(from) → \(to)")
    }
  }
}
