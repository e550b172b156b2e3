import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An invitation") struct InvitationTests {
  private let documents = Documents()
  /// The time stands still: an attempt that goes on for ten seconds counts as a failure, and beside
  /// all other tests one may.
  private let now = time(nil)
  private var registry: Registry { documents.registry(now: { [now] in now }) }
  private static let email = "ada@example.com"
  private static let today = CalendarDay.ofTests
  private static let last = CalendarDay("2026-06-22") ?? .distantPast

  /// Ada's account, alone.
  private func write(
    _ more: String = "", password: String? = "secret1", rules: String = "register"
  ) throws {
    let password = password.map { #", "password": "\#($0)""# } ?? ""
    try documents.write(
      """
      {"rules": "\(rules)", "accounts": [{"email": "ada@example.com"\(password)\(more)}]}
      """)
  }

  private func invite(until day: CalendarDay = Self.last) async throws -> Invitation {
    try await registry.invite(Self.email, until: day).value
  }

  private func request(_ password: String) -> LoginRequest { LoginRequest(Self.email, password) }

  private func accept(
    _ code: String, _ new: String = "another1", filling values: FieldValues = FieldValues(),
    on day: CalendarDay = Self.today
  ) async throws -> Outcome<Account> {
    try await documents.registry(today: day).changePassword(
      request(code), to: PasswordEntry(new), filling: values)
  }

  private func state() async throws -> AccountState {
    try await registry.account(Self.email).state
  }

  private static let invited = AccountsError.invited(name: email, missing: [])

  @Test("takes the password's place, and lets nobody in")
  func invites() async throws {
    try write()
    let one = try await invite()
    let code = try #require(one.code.text)
    #expect(one.account == Self.email && one.email == Self.email && one.until == Self.last)
    #expect(code.count == 16)
    #expect(try await state() == .invited)
    let text = try documents.text()
    #expect(text.contains(#""invitedUntil": "2026-06-22""#) && !text.contains(code))
    for _ in 1...6 {
      await #expect(throws: Self.invited) { try await registry.authenticate(request(code)) }
      await #expect(throws: Self.invited) { try await registry.verify(request(code)) }
      await #expect(throws: Self.invited) { try await registry.login(Self.email, code) }
    }
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.authenticate(request("secret1"))
    }
    #expect(try await registry.standing(of: request("")).state == .invited)
    #expect(!documents.exists("session.json"))
  }

  @Test("is ended by its owner in one write, with the mark that the password must be changed")
  func accepted() async throws {
    try write(#", "mustChange": true"#)
    let code = try #require(try await invite().code.text)
    let done = try await accept(code)
    #expect(done.value.invitedUntil == nil && !done.value.mustChangePassword)
    #expect(try await state() == .open)
    let text = try documents.text()
    #expect(!text.contains("invitedUntil") && !text.contains("mustChange"))
    let entries = try await registry.history()
    #expect(entries.map(\.did) == [.password, .invite])
    #expect(entries[0].by == Self.email)
    let history = try documents.text(of: "history.jsonl")
    #expect(!history.contains(code) && !history.contains("secret1"))
    #expect(try !documents.text(of: "logins.jsonl").contains(code))
    // Once, and only once.
    await #expect(throws: AccountsError.loginFailed) { try await accept(code, "another2") }
    _ = try await registry.authenticate(request("another1"))
  }

  @Test("is undone with the old password, and its acceptance with the code")
  func undone() async throws {
    try write()
    let code = try #require(try await invite().code.text)
    _ = try await accept(code)
    let look = try await registry.undo(theirs: true, isDryRun: true)
    #expect(look.notices == [.codeComesBack(name: Self.email, until: Self.last)])
    _ = try await registry.undo(theirs: true)
    #expect(try await state() == .invited)
    _ = try await accept(code, "another3")
    _ = try await registry.undo(4, theirs: true)
    #expect(try await state() == .open)
    _ = try await registry.authenticate(request("secret1"))
  }

  @Test("changes nothing after its day, and who knows the code is told so")
  func over() async throws {
    try write()
    let code = try #require(try await invite(until: Self.today).code.text)
    let bytes = try documents.bytes()
    let tomorrow = try #require(Self.today.adding(days: 1))
    let over = AccountsError.invitationOver(name: Self.email)
    await #expect(throws: over) { try await accept(code, on: tomorrow) }
    await #expect(throws: over) {
      try await documents.registry(today: tomorrow).authenticate(request(code))
    }
    await #expect(throws: AccountsError.loginFailed) {
      try await accept("wrong-code-123", on: tomorrow)
    }
    #expect(try await documents.registry(today: tomorrow).account(Self.email).state == .invited)
    #expect(try documents.bytes() == bytes)
    // On the day itself it is good.
    _ = try await accept(code)
  }

  @Test("can be accepted before the first day, and not where something else keeps the owner out")
  func otherStates() async throws {
    for (more, state) in [
      (#", "disabled": true"#, AccountState.disabled), (#", "validUntil": "2026-06-14""#, .expired),
    ] {
      try write(#", "invitedUntil": "2026-06-20""# + more, password: "code-of-16-signs")
      await #expect(throws: AccountsError.refused(state)) { try await accept("code-of-16-signs") }
    }
    try write(
      #", "invitedUntil": "2026-06-20", "validFrom": "2026-07-01""#, password: "code-of-16-signs")
    await #expect(throws: Self.invited) {
      try await registry.authenticate(request("code-of-16-signs"))
    }
    let done = try await accept("code-of-16-signs")
    #expect(done.value.state(on: Self.today) == .notYetValid)
    #expect(done.value.validFrom?.description == "2026-07-01")
    await #expect(throws: AccountsError.refused(.notYetValid)) {
      try await accept("another1", "another2")
    }
  }

  @Test("asks for what the account lacks, and leaves what it has")
  func filling() async throws {
    try write(#", "firstName": "Ada""#, password: nil, rules: "albums")
    let code = try #require(try await invite().code.text)
    #expect(try await state() == .invited)
    let bytes = try documents.bytes()
    let failure = await error { try await accept(code, "Another12") }
    let missing = try #require(failure?.problems)
    #expect(missing.allSatisfy { $0.rule == .field(.required) } && !missing.isEmpty)
    #expect(!missing.contains { $0.subject == .field(.firstName) })
    #expect(try documents.bytes() == bytes)
    var values = FieldValues(
      firstName: "Eva", lastName: "Lovelace", birthDate: "1990-08-12", phone: "9123456789")
    values.email = "eva@example.com"
    let done = try await accept(code, "Another12", filling: values)
    #expect(done.value.firstName?.text == "Ada" && done.value.lastName?.text == "Lovelace")
    #expect(done.value.email?.text == Self.email)
    #expect(done.value.phone?.text == "+7 (912) 345-67-89")
  }

  @Test("ends where a password is set in any way")
  func otherPasswords() async throws {
    func isInvited() async throws -> Bool {
      try await registry.account(Self.email).invitedUntil != nil
    }
    try write()
    _ = try await invite()
    _ = try await registry.edit(
      EditRequest(account: Self.email, password: PasswordEntry("secret2")))
    #expect(try await !isInvited())
    let code = try #require(try await invite().code.text)
    _ = try await registry.edit(EditRequest(account: Self.email, password: PasswordEntry(code)))
    #expect(try await !isInvited())
    let hash = try await registry.hasher.hash(PasswordText("secret3")).text
    _ = try await invite()
    _ = try await registry.importAccounts(
      [NewAccount(FieldValues(email: Self.email, password: hash))], onConflict: .replace)
    #expect(try await !isInvited())
    _ = try await invite()
    _ = try await registry.importAccounts(
      [NewAccount(FieldValues(email: Self.email, firstName: "Ada"))], onConflict: .replace)
    #expect(try await isInvited())
    _ = try await registry.apply(
      [NewAccount(FieldValues(email: Self.email, password: hash))], setsPasswords: true)
    #expect(try await !isInvited())
  }

  @Test("stays where an account is enabled, which says so, and where passwords are sealed")
  func stays() async throws {
    try write(#", "invitedUntil": "2026-06-20", "disabled": true"#)
    let done = try await registry.enable(Self.email)
    #expect(done.notices == [.staysInvited(name: Self.email)] && done.value.after == .invited)
    _ = try await registry.seal()
    #expect(try documents.text().contains("invitedUntil"))
    _ = try await accept("secret1")
  }

  @Test("of several accounts is made for all or none, and a second one ends the first")
  func several() async throws {
    try documents.write(accounts: [
      #"{"email": "aaa@host.com", "password": "secret1"}"#,
      #"{"email": "bbb@host.com", "password": "!\#(HashOfSecret1.md5)", "firstName": "B"}"#,
      #"{"email": "ccc@host.com", "password": "secret1", "disabled": "left"}"#,
      #"{"email": "ddd@host.com", "password": "secret1", "validUntil": "2020-01-01"}"#,
      #"{"email": "eee@host.com", "password": "12345", "phone": 7}"#,
      #"{"email": "fff@host.com", "password": "secret1", "validFrom": "2030-01-01"}"#,
    ])
    let bytes = try documents.bytes()
    let names = "abcdef".map { "\($0)\($0)\($0)@host.com" }
    let failure = await error { try await registry.invite(names, until: Self.last) }
    guard case .cannotInvite(let accounts)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(accounts.map(\.state) == [.locked, .disabled, .expired, .closed])
    #expect(accounts.map(\.name) == Array(names[1...4]))
    #expect(try documents.bytes() == bytes)
    await #expect(throws: AccountsError.noSuchAccount(name: "xxx@host.com")) {
      try await registry.invite(["aaa@host.com", "xxx@host.com"], until: Self.last)
    }
    let first = try await registry.invite([names[0], names[5]], until: Self.last).value
    #expect(first.map(\.account) == [names[0], names[5]])
    #expect(try await registry.history().first?.count == 2)
    let second = try await registry.invite(names[0], until: Self.last).value
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.authenticate(LoginRequest(names[0], first[0].code.text ?? ""))
    }
    _ = try await registry.changePassword(
      LoginRequest(names[0], second.code.text ?? ""), to: PasswordEntry("another1"))
  }

  @Test(
    "ends today, or at most 90 days later",
    arguments: [(-1, false), (0, true), (90, true), (91, false)])
  func days(days: Int, isTaken: Bool) async throws {
    try write()
    let day = try #require(Self.today.adding(days: days))
    guard !isTaken else {
      #expect(try await invite(until: day).until == day)
      return
    }
    let failure = await error { try await invite(until: day) }
    let rule = Problem(.field(.invitedUntil), .field(.atMostDaysAhead(90)))
    #expect(failure?.problems == [rule])
  }

  @Test("comes with a new account, of which the key is enough")
  func registers() async throws {
    try documents.write(#"{"rules": "albums", "accounts": []}"#)
    let done = try await registry.register(
      FieldValues(email: Self.email), invitingUntil: Self.last)
    #expect(try await state() == .invited)
    #expect(done.value.code.text?.count == 16)
    #expect(try await registry.history().first?.did == .register)
    await #expect(throws: AccountsError.taken(.email)) {
      try await registry.register(FieldValues(email: Self.email), invitingUntil: Self.last)
    }
    let failure = await error {
      try await registry.register(FieldValues(email: "nobody"), invitingUntil: Self.last)
    }
    #expect(failure?.problems.first?.subject == .field(.email))
  }

  @Test("comes with an import for those without a password, and is left out beside none")
  func imports() async throws {
    try write(rules: "albums")
    var left = FieldValues(
      email: "c@host.com", firstName: "C", lastName: "C", birthDate: "1990-01-01",
      phone: "9123456789")
    left[text: .invitedUntil] = "2026-06-20"
    let hash = try await registry.hasher.hash(PasswordText("secret3")).text
    var kept = left
    (kept.email, kept.password) = ("d@host.com", hash)
    let report = try await registry.importAccounts(
      [
        NewAccount(FieldValues(email: "b@host.com")), NewAccount(left), NewAccount(kept),
        NewAccount(FieldValues(email: Self.email)),
      ], onConflict: .skip, invitingUntil: Self.last)
    #expect(report.value.refusals == [] && report.value.uninvited == 1)
    #expect(report.value.invitations.map(\.account) == ["b@host.com", "c@host.com"])
    let accounts = try await registry.list(limit: 9).accounts
    #expect(
      accounts.map { $0.invitedUntil?.description }
        == [nil, "2026-06-22", "2026-06-22", "2026-06-20"])
    #expect(accounts.dropFirst().allSatisfy { $0.state == .invited })
    let request = LoginRequest(
      "b@host.com", report.value.invitations.first?.code.text ?? "")
    let values = FieldValues(
      firstName: "B", lastName: "B", birthDate: "1990-01-01", phone: "9123456789")
    _ = try await registry.changePassword(
      request, to: PasswordEntry("Another12"), filling: values)
  }

  @Test("is a failure of nobody in the record of logins, which keeps it as what it is")
  func record() async throws {
    try write()
    let code = try #require(try await invite().code.text)
    _ = try? await registry.authenticate(request("wrong123"))
    _ = try? await registry.authenticate(request(code))
    let answers = try documents.text(of: "logins.jsonl").split(separator: "\n").map {
      $0.split(separator: "\"answer\":\"")[1].prefix { $0 != "\"" }
    }
    #expect(answers == ["wrong", "invited"])
    let account = try await registry.account(Self.email)
    let login = try await registry.lastLogin(of: account, under: .register)
    #expect(login?.failures == 1)
  }

  @Test("is warned of by a check once it is over")
  func check() async throws {
    try write(
      #", "invitedUntil": "2026-06-15""#,
      password: "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4")
    func warnings(on day: CalendarDay) async throws -> [Rule] {
      try await documents.registry(today: day).check().warnings.map(\.rule)
        .filter { if case .caution(.invitationOver) = $0 { true } else { false } }
    }
    #expect(try await warnings(on: Self.today) == [])
    let tomorrow = try #require(Self.today.adding(days: 1))
    #expect(try await warnings(on: tomorrow) == [.caution(.invitationOver(Self.today))])
    try write(#", "invitedUntil": "2026-06-15""#, password: nil)
    #expect(
      try await registry.check().errors.map(\.rule) == [.field(.besideCode)])
  }
}
