import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A password that must be changed") struct MustChangeTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let email = "ada@example.com"

  /// Ada's account, alone.
  private func write(_ more: String = #", "mustChange": true"#, password: String = "secret1") throws
  {
    try documents.write(accounts: [
      #"{"email": "ada@example.com", "password": "\#(password)"\#(more)}"#
    ])
  }

  private func logIn(_ password: String, new: String? = nil) async throws -> Outcome<Account> {
    try await registry.personal.login(
      LoginRequest(Self.email, password), newPassword: new.map { PasswordEntry($0) })
  }

  private func isMarked() async throws -> Bool {
    try await registry.account(Self.email).mustChangePassword
  }

  @Test("is right, and lets nobody in until there is a new one")
  func login() async throws {
    try write()
    await #expect(throws: AccountsError.mustChange(name: Self.email)) { try await logIn("secret1") }
    await #expect(throws: AccountsError.loginFailed) { try await logIn("wrong12") }
    await #expect(throws: AccountsError.loginFailed) { try await logIn("wrong12", new: "another1") }
    #expect(!documents.exists("session.json"))
    #expect(try documents.text().contains("\"secret1\""))
    let done = try await logIn("secret1", new: "another1")
    #expect(!done.value.mustChangePassword)
    #expect(try await registry.show().account.name.text == Self.email)
    #expect(try !documents.text().contains("mustChange"))
    await #expect(throws: AccountsError.loginFailed) { try await logIn("secret1") }
    _ = try await logIn("another1")
  }

  @Test(
    "gives way to another one that keeps the rules",
    arguments: [
      ("secret1", FieldRule.otherThanOld), ("1234", .minimumCharacters(5)),
      ("12345\u{0}", .noNUL),
    ])
  func rules(new: String, rule: FieldRule) async throws {
    try write()
    let bytes = try documents.bytes()
    let failure = await error { try await logIn("secret1", new: new) }
    #expect(failure?.problems == [Problem(.field(.password), .field(rule))])
    #expect(try documents.bytes() == bytes)
    #expect(!documents.exists("session.json"))
  }

  @Test("is in the history as what its owner did, and comes back with the mark")
  func history() async throws {
    try write()
    _ = try await logIn("secret1", new: "another1")
    let entry = try #require(try await registry.history().first)
    #expect(entry.did == .password)
    #expect(entry.by == Self.email)
    #expect(entry.accounts.flatMap { $0.changes ?? [] }.map(\.key) == ["password", "mustChange"])
    #expect(try !documents.text(of: "history.jsonl").contains("secret1"))
    _ = try await registry.undo()
    #expect(try await isMarked())
    await #expect(throws: AccountsError.mustChange(name: Self.email)) { try await logIn("secret1") }
  }

  @Test("is no state, and other programs may let its owner in")
  func state() async throws {
    try write()
    #expect(try await registry.account(Self.email).state == .open)
    let request = LoginRequest(Self.email, "secret1")
    #expect(try await registry.authenticate(request).mustChangePassword)
    #expect(try await registry.verify(request))
    var strict = request
    strict.requiresChanged = true
    #expect(try await !registry.verify(strict))
    let standing = try await registry.standing(of: request)
    #expect(standing == (.open, true))
  }

  @Test("opens no account without a login, under no rulebook")
  func opens() async throws {
    try write(#", "mustChange": false"#)
    #expect(try await registry.show().account.name.text == Self.email)
    try write()
    await #expect(throws: AccountsError.notLoggedIn(.neverLoggedIn)) { try await registry.show() }
    try documents.write(#"{"email": "bob@example.com"}"#, to: "session.json")
    await #expect(throws: AccountsError.notLoggedIn(.accountGone(name: "bob@example.com"))) {
      try await registry.show()
    }
    // A person who is logged in already stays so: the next login asks.
    try documents.write(#"{"email": "ada@example.com"}"#, to: "session.json")
    #expect(try await registry.show().account.mustChangePassword)
  }

  @Test(
    "is marked by true or false: another value closes the account",
    arguments: [#""true""#, "1", "null", "[]", "{}", #""""#])
  func type(value: String) async throws {
    try write(#", "mustChange": \#(value)"#)
    let account = try await registry.account(Self.email)
    #expect(account.problems.map(\.rule) == [.field(.trueOrFalse)])
    #expect(!account.mustChangePassword)
    _ = try await registry.edit(
      EditRequest(account: Self.email, fields: [.mustChange: "true"]))
    #expect(try await isMarked())
  }

  @Test("stays marked where another sets it, and not where its owner does")
  func owner() async throws {
    try write()
    try documents.write(#"{"email": "bob@example.com"}"#, to: "session.json")
    try await registry.edit(of: Self.email, password: "another1")
    #expect(try await isMarked())
    // By its own name in its own session it is the owner's too.
    try documents.write(#"{"email": "ADA@example.com"}"#, to: "session.json")
    try await registry.edit(of: Self.email, password: "another2")
    #expect(try await !isMarked())
    _ = try await registry.edit(EditRequest(account: Self.email, fields: [.mustChange: "true"]))
    // On a server the request says it.
    var request = EditRequest(account: Self.email, password: PasswordEntry("another3"))
    request.isOwn = true
    let server = Registry(documents: documents.path, today: { .ofTests }, hasher: registry.hasher)
    _ = try await server.edit(request)
    #expect(try await !isMarked())
  }

  @Test("is not kept by its owner: the mark goes with it alone")
  func ownMark() async throws {
    try write()
    for fields in [[Field.mustChange: FieldSetting.clear], [.mustChange: "false"]] {
      var request = EditRequest(account: Self.email, fields: fields)
      request.isOwn = true
      let whole = request
      let failure = await error { try await registry.edit(whole) }
      #expect(failure?.problems == [Problem(.field(.mustChange), .field(.notOwn))])
    }
    var request = EditRequest(account: Self.email, password: PasswordEntry("secret1"))
    request.isOwn = true
    let same = request
    let failure = await error { try await registry.edit(same) }
    #expect(failure?.problems == [Problem(.field(.password), .field(.otherThanOld))])
    #expect(try await isMarked())
    _ = try await registry.edit(EditRequest(account: Self.email, fields: [.mustChange: .clear]))
    #expect(try await !isMarked())
  }

  @Test("is renewed by a draft of its owner's, once that is saved")
  func readDraft() async throws {
    try write()
    try documents.write(#"{"email": "ada@example.com"}"#, to: "session.json")
    let open = try await registry.draft(password: "another1")
    #expect(open.edit.fields == [.password, .mustChange])
    #expect(try await isMarked())
    _ = try await registry.save()
    #expect(try await !isMarked())
    try await registry.login(Self.email, "another1")
  }

  @Test("is changed by the old one, which counts as a login does")
  func changes() async throws {
    try write("")
    let registry = documents.registry(now: { 1_000_000 })
    func change(_ old: String, _ new: String) async throws {
      _ = try await registry.changePassword(
        LoginRequest(Self.email, old), to: PasswordEntry(new))
    }
    try await change("secret1", "another1")
    #expect(try await registry.history().first?.did == .edit)
    #expect(!documents.exists("session.json"))
    for _ in 1...5 {
      await #expect(throws: AccountsError.loginFailed) { try await change("secret1", "another2") }
    }
    await #expect(throws: AccountsError.throttled(seconds: 1)) {
      try await change("another1", "another2")
    }
  }

  @Test(
    "is not changed by its owner where the account cannot be logged in to",
    arguments: [
      (#", "disabled": true"#, "secret1", AccountsError.refused(.disabled)),
      (#", "validUntil": "2026-06-14""#, "secret1", .refused(.expired)),
      ("", "!" + HashOfSecret1.md5, .loginFailed),
    ])
  func closed(more: String, password: String, expected: AccountsError) async throws {
    try write(more, password: password)
    let bytes = try documents.bytes()
    let failure = await error {
      try await registry.changePassword(
        LoginRequest(Self.email, "secret1"), to: PasswordEntry("another1"))
    }
    #expect(failure == expected)
    #expect(try documents.bytes() == bytes)
  }

  @Test("is what an import generates, where the rulebook or the import says so")
  func imports() async throws {
    func marked(
      under rulebook: Rulebook, _ marks: Bool?, _ file: [FieldValues],
      onConflict: ImportConflict = .fail
    ) async throws -> [Bool] {
      _ = try await registry.importAccounts(
        file.map { NewAccount($0) }, onConflict: onConflict,
        rulebook: documents.exists("accounts.json") ? nil : rulebook, generates: true,
        marksGenerated: marks)
      return try await registry.list(limit: 9).accounts.map(\.mustChangePassword)
    }
    let (ada, bob) = (FieldValues(username: "ada"), FieldValues(username: "bob"))
    #expect(try await marked(under: .standard, nil, [ada]) == [true])
    #expect(try await marked(under: .standard, false, [bob]) == [true, false])
    // An account that is there keeps its password, and its mark.
    #expect(
      try await marked(under: .standard, true, [bob], onConflict: .replace) == [true, false])
    var cleo = FieldValues(username: "cleo", password: "a long passphrase here")
    #expect(try await marked(under: .standard, true, [cleo]) == [true, false, false])
    cleo = FieldValues(username: "dan")
    cleo[.mustChange] = .flag(false)
    #expect(try await marked(under: .standard, true, [cleo]) == [true, false, false, false])
  }

  @Test("is what is generated for others under a rulebook that says so")
  func generated() async throws {
    _ = try await registry.initialise(.standard)
    _ = try await registry.register(
      FieldValues(username: "ada"), password: PasswordEntry("a long passphrase here"))
    var request = EditRequest(account: "ada")
    #expect(try await registry.generatedPassword(for: request).mustChange)
    request.isOwn = true
    #expect(try await !registry.generatedPassword(for: request).mustChange)
    #expect(try await registry.generatedPassword(for: FieldValues(username: "bob")).mustChange)
    try write()
    #expect(try await !registry.generatedPassword(for: FieldValues()).mustChange)
  }
}
