import AccountsSupport
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A name") struct OwnNamesTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  /// Ada and Bob under a rulebook of user names; `fields` is what it says of them.
  private func write(_ fields: String = #""username": {"required": true}"#) throws {
    try documents.write(
      """
      {"rules": {"name": "own", "key": "username", "login": {"by": ["username", "email"]},
      "fields": {\(fields)}}, "accounts": [
      {"username": "ada", "email": "ada@example.com", "password": "\(HashOfSecret1.md5)"},
      {"username": "bob", "email": "bob@example.com", "password": "\(HashOfSecret1.md5)"}]}
      """)
  }

  private func own(_ fields: [Field: FieldSetting], groups: [String] = []) -> EditRequest {
    var request = EditRequest(account: "ada", fields: fields, addedGroups: groups)
    request.isOwn = true
    return request
  }

  private func refused(_ fields: [Field]) -> [Problem] {
    fields.map { Problem(.field($0), .field(.notOwn)) }
  }

  @Test("is not its owner's, nor is anything that says who may log in: all is told at once")
  func notOwn() async throws {
    try write()
    let before = try documents.bytes()
    let request = own(
      [
        .email: "root@example.com", .username: "admin", .disabled: "gone", .validFrom: "2020-01-01",
        .validUntil: "2030-01-01", .mustChange: "true", .firstName: "Ada",
      ], groups: ["wheel"])
    let failure = await error { try await registry.edit(request) }
    #expect(
      Set(failure?.problems ?? [])
        == Set(
          refused([
            .email, .username, .groups, .disabled, .validFrom, .validUntil, .mustChange,
          ])))
    for spelling in ["Ada", " ada2", "ADA"] {
      let failure = await error { try await registry.edit(own([.username: .set(spelling)])) }
      #expect(failure?.problems == refused([.username]))
    }
    let cleared = await error { try await registry.edit(own([.email: .clear])) }
    #expect(cleared?.problems == refused([.email]))
    #expect(try documents.bytes() == before)
  }

  @Test("as it is may come with what is the owner's") func unchanged() async throws {
    try write()
    let done = try await registry.edit(
      own([
        .email: "ada@example.com", .username: " ada ", .mustChange: .clear, .firstName: "Ada",
        .phone: "+7 (900) 000-00-00",
      ]))
    #expect(Set(done.value.edit.fields) == [.firstName, .phone])
  }

  @Test("is its owner's where the rulebook says so, each for itself") func own() async throws {
    try write(#""username": {"required": true, "own": true}"#)
    _ = try await registry.edit(own([.username: "ada2"]))
    var request = own([.email: "new@example.com"])
    request.account = "ada2"
    let mail = request
    let failure = await error { try await registry.edit(mail) }
    #expect(failure?.problems == refused([.email]))
    try write(#""username": {"required": true}, "email": {"own": true}"#)
    _ = try await registry.edit(own([.email: "new@example.com"]))
  }

  @Test("is free for an owner who could write the file, and for an administrator")
  func writers() async throws {
    try write()
    var request = own([.username: "ada2", .validUntil: "2030-01-01"], groups: ["staff"])
    request.isByWriter = true
    _ = try await registry.edit(request)
    _ = try await registry.edit(EditRequest(account: "ada2", fields: [.username: "ada3"]))
    #expect(try await registry.account("ada3").values.groups == ["staff"])
  }

  @Test("that a person lacks and may not choose keeps an invitation from them")
  func invitations() async throws {
    try documents.write(
      """
      {"rules": {"from": "register", "fields": {"username": {"required": true}, "firstName":
      {"required": true}}}, "accounts": [
      {"email": "ada@example.com"},
      {"email": "bob@example.com", "username": "bob"}]}
      """)
    let day = CalendarDay("2026-06-22") ?? .distantPast
    let look = try await registry.invitees()
    #expect(look.able == ["bob@example.com"])
    #expect(look.unable.map(\.name) == ["ada@example.com"])
    let before = try documents.bytes()
    let failure = await error { try await registry.invite("ada@example.com", until: day) }
    guard case .cannotInvite(let named)? = failure else {
      Issue.record("she was invited")
      return
    }
    #expect(named.flatMap(\.problems).map(\.subject) == [.field(.username)])
    var new = FieldValues()
    new.set("eve@example.com", for: .email)
    let values = new
    let refusal = await error { try await registry.register(values, invitingUntil: day) }
    #expect(refusal?.problems == [Problem(.field(.username), .field(.required))])
    #expect(try documents.bytes() == before)
    // With a name, what else is missing is asked for by the link.
    new.set("eve", for: .username)
    let invitation = try await registry.register(new, invitingUntil: day).value
    // The name is taken out: the code is as a closed account's, and stays good.
    try documents.byHand(#""username": "eve""#, #""x-note": "eve""#)
    let request = LoginRequest(
      email: "eve@example.com", password: PasswordEntry(invitation.code.text ?? ""))
    var filled = FieldValues()
    filled.set("Eve", for: .firstName)
    filled.set("admin", for: .username)
    let given = filled
    let closed = await error {
      try await registry.changePassword(request, to: PasswordEntry("another1"), filling: given)
    }
    guard case .accountClosed(let problems)? = closed else {
      Issue.record("the code was taken")
      return
    }
    #expect(problems.map(\.subject) == [.field(.username)])
    try documents.byHand(#""x-note": "eve""#, #""username": "eve""#)
    let account = try await registry.changePassword(
      request, to: PasswordEntry("another1"), filling: given
    ).value
    #expect(account.username?.text == "eve")
  }

  @Test("that comes free is told: of removals, renames and lists, and of no exchange")
  func free() async throws {
    func notices(_ names: String...) -> [Notice] { [.namesFree(names)] }
    try write()
    let renamed = try await registry.edit([.username: "ada2"], of: "ada")
    #expect(renamed.notices == notices("ada"))
    #expect(try await registry.edit([.username: "Ada2"], of: "ada2").notices == [])
    #expect(try await registry.edit([.email: "a@example.com"], of: "ada2").notices == [])
    #expect(try await registry.remove("bob").notices == notices("bob"))
    #expect(try await registry.undo().notices == [])
    try write()
    var text = try documents.text()
    text = text.replacing("\"ada\"", with: "\"x\"").replacing("\"bob\"", with: "\"ada\"")
      .replacing("\"x\"", with: "\"bob\"")
    #expect(try await documents.editFile(text) == [])
    let gone = text.replacing("\"ada\"", with: "\"eve\"").replacing("\"bob\"", with: "\"joe\"")
    #expect(try await documents.editFile(gone) == [.namesFree(["ada", "bob"])])
    // Without a user name it is the email.
    try documents.write(accounts: [hashed("ada@example.com"), hashed("bob@example.com")])
    #expect(
      try await registry.edit([.email: "new@example.com"], of: "ada@example.com").notices
        == notices("ada@example.com"))
    #expect(
      try await registry.edit([.username: "bob"], of: "bob@example.com").notices
        == notices("bob@example.com"))
  }

  private static let ways: [[Field]] = {
    let all: [Field] = [.email, .username, .firstName]
    let pairs = all.flatMap { one in all.filter { $0 != one }.map { [one, $0] } }
    let triples = pairs.map { pair in pair + all.filter { !pair.contains($0) } }
    return all.map { [$0] } + pairs + triples
  }()

  @Test("logs in by what the rulebook offers and its key, and for PAM by what is no first name")
  func thirtyRulebooks() async throws {
    for key in Field.keys {
      for by in Self.ways {
        let documents = Documents()
        let registry = documents.registry
        let required = by.map { #""\#($0.key)": {"required": true}"# }
          .joined(separator: ", ")
        let words = by.map { "\"\($0.key)\"" }.joined(separator: ", ")
        try documents.write(
          """
          {"rules": {"name": "own", "key": "\(key.key)", "login": {"by": [\(words)]},
          "fields": {\(required)}}, "accounts": [{"username": "ada", "email": "ada@example.com",
          "firstName": "Augusta", "password": "\(HashOfSecret1.md5)"}]}
          """)
        let offered = try await registry.rulebook().waysToLogIn
        #expect(Set(offered) == Set(by + [key]))
        let names: [(Field, String)] = [
          (.email, "ada@example.com"), (.username, "ada"), (.firstName, "Augusta"),
        ]
        for (field, name) in names {
          var request = LoginRequest(name: name, password: PasswordEntry("secret1"))
          let fits = try await registry.verify(request)
          #expect(fits == offered.contains(field), "\(key) \(by) \(name)")
          request.knowsNoFirstName = true
          let isOfPAM = try await registry.verify(request)
          #expect(
            isOfPAM == (offered.contains(field) && field != .firstName), "\(key) \(by) \(name)")
        }
      }
    }
  }

  @Test("that people may change is none for PAM; another one still counts") func forPAM()
    async throws
  {
    try write(#""username": {"required": true, "own": true}"#)
    func field(_ name: String) async throws -> Field? {
      var request = LoginRequest(name: name, password: PasswordEntry(""))
      request.knowsNoFirstName = true
      return registry.ownNameField(of: try await registry.subject(of: request))
    }
    #expect(try await field("ada") == .username)
    #expect(try await field("ada@example.com") == nil)
    #expect(try await field("nobody") == nil)
    try write()
    #expect(try await field("ada") == nil)
  }

  @Test("that people may choose is warned of where applications hear it") func warnings()
    async throws
  {
    let url = #""serve": {"url": "https://login.example.com/"}"#
    for (fields, keys) in [
      (#""username": {"own": true}"#, ["rules.fields.username.own"]),
      (#""username": {"own": false}, "email": {"own": true}"#, ["rules.fields.email.own"]),
      (#""username": {"required": true}, "email": {"own": true}"#, []),
    ] {
      for serve in [url, ""] {
        try documents.write(
          """
          {"rules": {"from": "register", \(serve.isEmpty ? "" : serve + ",")
          "fields": {\(fields)}}, "accounts": []}
          """)
        let warned = try await registry.check().warnings.filter {
          $0.rule == .caution(.ownName)
        }
        #expect(warned.map(\.subject) == (serve.isEmpty ? [] : keys).map { .key($0) })
      }
    }
  }
}
