import AccountsSupport
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// An application and a machine that remember which person a name was, beside random changes: no
/// name is ever two people's but by an administrator's command.
@Suite("One name is one person") struct OneNameModelTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private static let names = ["ada", "bob", "eve", "root", "admin"]
  private static let rulebooks = [
    #"{"from": "register", "fields": {"username": {"required": true}}}"#,
    #"{"from": "register"}"#,
    #"{"from": "register", "fields": {"email": {"own": true}}}"#,
    #"{"from": "register", "fields": {"username": {"own": true, "required": true}}}"#,
    #"{"from": "register", "login": {"by": ["username", "email"]}}"#,
  ]

  /// Each person, by a last name that nobody else has, with the name that applications hear and
  /// those by which PAM lets them in.
  private func heard() async throws -> [String: (application: String, machine: Set<String>)] {
    let page = try await registry.list(from: nil, limit: 100)
    var people: [String: (application: String, machine: Set<String>)] = [:]
    for account in page.accounts {
      guard let person = account[text: .lastName] else { continue }
      var machine: Set<String> = []
      for field in Field.keys where page.rulebook.waysToLogIn.contains(field) {
        guard let name = account[text: field] else { continue }
        var request = LoginRequest(name: name, password: PasswordEntry(""))
        request.knowsNoFirstName = true
        let subject = try await registry.subject(of: request)
        if registry.ownNameField(of: subject) == nil { machine.insert(name) }
      }
      let name = account[text: .username] ?? account[text: .email] ?? ""
      people[person] = (name, machine)
    }
    return people
  }

  /// Does what a person may: saves a form, also a forged one, or accepts an invitation.
  private func act(_ dice: inout Dice, _ code: inout (name: String, code: String)?) async {
    if let given = code, dice.below(2) == 0 {
      var values = FieldValues()
      values.set(dice.pick(Self.names), for: .username)
      let filled = values
      _ = try? await registry.changePassword(
        LoginRequest(given.name, given.code), to: PasswordEntry("another1"), filling: filled)
      code = nil
      return
    }
    guard let accounts = try? await registry.list(from: nil, limit: 100).accounts,
      !accounts.isEmpty, let name = dice.pick(accounts)[text: .email]
    else { return }
    var request = EditRequest(account: name)
    request.isOwn = true
    let new = dice.pick(Self.names)
    if dice.below(2) == 0 { request.fields[.username] = .set(new) }
    if dice.below(2) == 0 { request.fields[.email] = .set("\(new)@example.com") }
    if dice.below(4) == 0 { request.fields[dice.pick(Field.keys)] = .clear }
    if dice.below(3) == 0 { request.fields[.firstName] = .set(new) }
    if dice.below(3) == 0 { request.addedGroups = ["wheel"] }
    let whole = request
    _ = try? await registry.edit(whole)
  }

  /// Does what an administrator may.
  private func administer(
    _ dice: inout Dice, _ code: inout (name: String, code: String)?, person: Int
  ) async {
    let (name, other) = (dice.pick(Self.names), dice.pick(Self.names))
    let address = "\(name)@example.com"
    switch dice.below(9) {
    case 0, 1:
      var values = FieldValues()
      values.set(address, for: .email)
      if dice.below(3) > 0 { values.set(name, for: .username) }
      values.set("Person\(person)", for: .lastName)
      let new = values
      _ = try? await registry.register(new, password: PasswordEntry("secret1"))
    case 2: _ = try? await registry.remove(address)
    case 3:
      let new: [Field: FieldSetting] = [
        .username: .set(other), .email: .set("\(other)@example.com"),
      ]
      _ = try? await registry.edit(EditRequest(account: address, fields: new))
    case 4: _ = try? await registry.undo()
    case 5:
      guard let text = try? documents.text(), let start = text.range(of: "{\"from\""),
        let end = text.range(of: "}, \"accounts\"") ?? text.range(of: "},\n")
      else { return }
      let rules = dice.pick(Self.rulebooks)
      let new =
        text[..<start.lowerBound] + rules.dropLast() + text[end.lowerBound...]
      try? await edit(String(new))
    case 6:
      let day = CalendarDay("2026-06-22") ?? .distantPast
      if let done = try? await registry.invite(address, until: day).value, let text = done.code.text
      {
        code = (address, text)
      }
    case 7:
      var values = FieldValues()
      values.set(address, for: .email)
      values.set(other, for: .username)
      let listed = NewAccount(values)
      _ = try? await registry.apply([listed])
    default: _ = try? await registry.cancel()
    }
  }

  private func edit(_ text: String) async throws {
    let edit = try await documents.handEdit()
    _ = try await edit.begin()
    try documents.write(text, asCopyOf: edit)
    _ = try? await edit.review()
    _ = try? await edit.install()
    try await edit.end(keepingCopy: false)
  }

  @Test("whatever people do at the page, by a link or by a form of their own")
  func histories() async throws {
    var (changes, refusals) = (0, 0)
    for seed in 0..<rounds(100) {
      var dice = Dice(UInt64(seed))
      try documents.write(
        """
        {"rules": \(dice.pick(Self.rulebooks)), "accounts": [
        {"email": "ada@example.com", "username": "ada", "lastName": "First",
        "password": "\(HashOfSecret1.md5)"},
        {"email": "bob@example.com", "username": "bob", "lastName": "Second",
        "password": "\(HashOfSecret1.md5)"}]}
        """)
      var code: (name: String, code: String)?
      for step in 0..<8 {
        if dice.below(2) == 0 {
          await administer(&dice, &code, person: seed * 10 + step)
          continue
        }
        let (before, rulebook) = (try await heard(), try await registry.rulebook())
        let text = try documents.text()
        await act(&dice, &code)
        if try documents.text() == text { refusals += 1 } else { changes += 1 }
        let after = try await heard()
        #expect(Set(before.keys) == Set(after.keys), "seed \(seed)")
        for (person, old) in before {
          guard let new = after[person] else { continue }
          let isChosen =
            rulebook.isOwn(Rulebook.field(of: old.application))
            || rulebook.isOwn(Rulebook.field(of: new.application))
          #expect(new.application == old.application || isChosen, "seed \(seed), \(person)")
          // A name that a person chose lets nobody in at the machine.
          #expect(new.machine.isSubset(of: old.machine), "seed \(seed), \(person)")
        }
      }
    }
    #expect(changes > 20 && refusals > 20)
  }
}
