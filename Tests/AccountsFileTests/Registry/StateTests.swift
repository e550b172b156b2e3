import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An account that may not log in now") struct StateTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let email = "ada@example.com"

  private func write(_ more: String, password: String = "secret1") throws {
    try documents.write(accounts: [
      #"{"email": "ada@example.com", "password": "\#(password)"\#(more)}"#
    ])
  }

  private func state() async throws -> AccountState {
    try await registry.account(Self.email).state
  }

  private static let notOpen: [(more: String, state: AccountState)] = [
    (#", "disabled": true"#, .disabled), (#", "disabled": "on leave""#, .disabled),
    (#", "validUntil": "2026-06-14""#, .expired), (#", "validFrom": "2026-06-16""#, .notYetValid),
    (#", "validFrom": "2026-06-16", "disabled": true"#, .disabled),
  ]

  private static let open = [
    "", #", "disabled": false"#, #", "validUntil": "2026-06-15""#, #", "validFrom": "2026-06-15""#,
  ]

  @Test("is told so with the right password only, and is not counted", arguments: notOpen)
  func refused(more: String, state: AccountState) async throws {
    try write(more)
    #expect(try await self.state() == state)
    for _ in 1...6 {
      await #expect(throws: AccountsError.refused(state)) {
        try await registry.login(Self.email, "secret1")
      }
    }
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(Self.email, "wrong12")
    }
    #expect(!documents.exists("session.json"))
    #expect(try documents.text().contains("\"secret1\""))
  }

  @Test("has no session, and does not open by itself", arguments: notOpen)
  func session(more: String, state: AccountState) async throws {
    try write(more)
    await #expect(throws: AccountsError.notLoggedIn(.neverLoggedIn)) { try await registry.show() }
    try documents.write(#"{"email": "ada@example.com"}"#, to: "session.json")
    await #expect(throws: AccountsError.notLoggedIn(.refused(state))) { try await registry.show() }
    #expect(try await registry.show(Self.email).account.state(on: .ofTests) == state)
  }

  @Test("logs in as any other where nothing is said against it", arguments: open)
  func isOpen(more: String) async throws {
    try write(more)
    #expect(try await state() == .open)
    #expect(try await registry.show().account.name.text == Self.email)
    try await registry.login(Self.email, "secret1")
  }

  @Test(
    "is closed by what is neither true, false nor a reason",
    arguments: [
      "1", "null", "[]", "{}", #""""#, #""false""#, #""No ""#, #""0""#,
    ])
  func brokenReason(value: String) async throws {
    try write(#", "disabled": \#(value)"#)
    let problems = try await registry.account(Self.email).problems
    #expect(problems.map(\.rule) == [.field(.disabledForm)])
    #expect(try await registry.enable(Self.email).after == .open)
    #expect(try !documents.text().contains("disabled"))
  }

  @Test("is closed by days in the wrong order, and by days that no calendar has")
  func brokenDays() async throws {
    for (more, rule) in [
      (#", "validFrom": "2026-07-02", "validUntil": "2026-07-01""#, FieldRule.dateOrder),
      (#", "validFrom": "2026-02-30""#, .realDay), (#", "validUntil": "tomorrow""#, .dateForm),
    ] {
      try write(more)
      #expect(try await registry.account(Self.email).problems.map(\.rule) == [.field(rule)])
    }
  }

  @Test("is made so by disable, for good or until a day")
  func disable() async throws {
    try write("")
    var done = try await registry.disable(Self.email)
    #expect(done.before == .open && done.after == .disabled && done.fields == [.disabled])
    #expect(try documents.text().contains(#""disabled": true"#))
    done = try await registry.disable(Self.email)
    #expect(done.fields.isEmpty)
    done = try await registry.disable(Self.email, reason: " on leave ")
    #expect(try documents.text().contains(#""disabled": "on leave""#) && done.before == .disabled)
    done = try await registry.enable(Self.email)
    #expect(done.before == .disabled && done.after == .open)
    let day = CalendarDay("2026-07-01")
    done = try await registry.disable(Self.email, until: day)
    #expect(done.after == .notYetValid && done.fields == [.validFrom])
    done = try await registry.disable(Self.email, until: CalendarDay("2026-06-20"))
    #expect(done.fields.isEmpty)
    #expect(try documents.text().contains(#""validFrom": "2026-07-01""#))
    #expect(try await registry.enable(Self.email).after == .open)
    #expect(try !documents.text().contains("validFrom"))
  }

  @Test("is not made so until a day that is not to come, or with a reason that is none")
  func disableRefused() async throws {
    try write(#", "validUntil": "2026-06-30""#)
    let before = try documents.text()
    for (reason, day, field, rule) in [
      (nil, "2026-06-15", Field.validFrom, FieldRule.inFuture),
      (nil, "2026-07-01", .validUntil, .dateOrder),
      ("no", nil, .disabled, .disabledForm), (" ", nil, .disabled, .disabledForm),
      ("Off", nil, .disabled, .disabledForm), ("-", nil, .disabled, .disabledForm),
      ("a\u{1B}", nil, .disabled, .noControlCharacters("\u{1B}")),
    ] as [(String?, String?, Field, FieldRule)] {
      await #expect(throws: AccountsError.invalid([Problem(.field(field), .field(rule))])) {
        try await registry.disable(
          Self.email, reason: reason, until: day.flatMap { CalendarDay($0) })
      }
    }
    #expect(try documents.text() == before)
    #expect(!documents.exists(".accounts.json.lock"))
  }

  @Test("can be disabled while it breaks other rules, and stays as it is otherwise")
  func closed() async throws {
    try write(#", "phone": "1""#)
    var done = try await registry.disable(Self.email, reason: "left")
    #expect(done.before == .closed && done.after == .closed)
    #expect(try documents.text().contains(#""phone": "1", "disabled": "left""#))
    try write(#", "validFrom": "2026-07-02", "validUntil": "2026-07-01""#)
    done = try await registry.disable(Self.email, reason: "left")
    #expect(done.fields == [.disabled])
  }

  @Test("has the state that it has, whatever closes it")
  func trueState() async throws {
    for more in [#", "firstName": 5"#, #", "phone": "1", "phone": "2""#] {
      try write(more)
      let done = try await registry.disable(Self.email)
      #expect(done.before == .closed && done.after == .closed, "\(more)")
      #expect(try await state() == .closed)
    }
    try write(#", "disabled": "x", "disabled": "y""#)
    #expect(try await registry.enable(Self.email).after == .open)
    #expect(try !documents.text().contains("disabled"))
    try documents.write(accounts: [
      #"{"email": "ada@example.com", "password": "secret1", "username": "x"}"#,
      #"{"email": "bob@example.com", "password": "secret1", "username": "X"}"#,
    ])
    #expect(try await registry.disable(Self.email).after == .closed)
    await #expect(throws: AccountsError.self) {
      try await registry.edit(EditRequest(account: Self.email, fields: [.firstName: "A"]))
    }
  }

  @Test("is not edited by its owner, and by others is")
  func owner() async throws {
    try write(#", "disabled": true"#)
    var request = EditRequest(account: Self.email, fields: [.firstName: "A"])
    request.isOwn = true
    await #expect(throws: AccountsError.notLoggedIn(.refused(.disabled))) {
      try await registry.edit(request)
    }
    request.isOwn = false
    _ = try await registry.edit(request)
    #expect(try documents.text().contains(#""firstName": "A""#))
  }

  @Test("gives way to a namesake who may log in with the same password")
  func namesakes() async throws {
    try documents.write(
      accounts: ["one", "two"].map { name in
        #"{"email": "\#(name)@example.com", "password": "password1", "firstName": "Alex", "#
          + #""lastName": "X", "disabled": \#(name == "two")}"#
      }, rules: "authorisation")
    #expect(try await registry.login(firstName: "Alex").name.text == "one@example.com")
    let request = LoginRequest(firstName: "Alex", password: PasswordEntry(""))
    #expect(try await registry.standing(of: request).state == .disabled)
  }

  @Test("is unlocked by enable if a hash remains, however many signs lock it")
  func unlocked() async throws {
    for lock in ["!", "*", "!!", "*!*"] {
      try write("", password: lock + HashOfSecret1.md5)
      #expect(try await state() == .locked)
      #expect(try await registry.enable(Self.email).after == .open)
      #expect(try await documents.storedPassword(of: Self.email) == HashOfSecret1.md5)
      try await registry.login(Self.email, "secret1")
    }
    try write(#", "disabled": true"#, password: "!")
    let refused = AccountsError.invalid([Problem(.field(.password), .field(.lockedWithoutHash))])
    await #expect(throws: refused) { try await registry.enable(Self.email) }
    #expect(try documents.text().contains(#""disabled": true"#))
  }

  @Test("keeps its lock when an import replaces its password")
  func imported() async throws {
    try write("", password: "!" + HashOfSecret1.md5)
    var values = FieldValues()
    (values.email, values.password) = (Self.email, "secret2")
    _ = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    let stored = try #require(try await documents.storedPassword(of: Self.email))
    #expect(stored.hasPrefix("!$y$"))
  }

  @Test("is found by its state in a list, and by a weak hash")
  func list() async throws {
    try documents.write(accounts: [
      #"{"email": "ada@example.com", "password": "\#(HashOfSecret1.md5)"}"#,
      #"{"email": "bob@example.com", "password": "!"}"#, #"{"email": "bad"}"#,
    ])
    for state in AccountState.allCases {
      let page = try await registry.list(limit: 9, state: state)
      let names: [AccountState: String] = [
        .open: "ada@example.com", .locked: "bob@example.com", .closed: "bad",
      ]
      #expect(page.accounts.compactMap(\.values.email) == [names[state]].compactMap(\.self))
    }
    #expect(
      try await registry.list(limit: 9, weak: true).accounts.map(\.values.email) == [Self.email])
  }
}
