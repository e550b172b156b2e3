import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An invitation that is ended, or taken out") struct UninviteTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let ada = "ada@home.org"
  private let bob = "bob@home.org"

  private func day() throws -> CalendarDay { try #require(CalendarDay("2026-06-22")) }

  /// Ada, who is invited, and Bob. Returns her code.
  private func invite() async throws -> String {
    try documents.write(accounts: [hashed(ada, #", "mustChange": true"#), hashed(bob)])
    return try #require(try await registry.invite(ada, until: day()).value.code.text)
  }

  private func accept(_ code: String, _ new: String = "another1") async throws {
    _ = try await registry.changePassword(LoginRequest(ada, code), to: PasswordEntry(new))
  }

  @Test("keeps everybody out, until a password is set or its owner is invited again")
  func ended() async throws {
    let code = try await invite()
    let done = try await registry.uninvite([ada])
    #expect(done.value.map(\.after) == [.locked])
    let values = try await registry.account(ada).values
    #expect(values.password == "*" && values[.invitedUntil] == nil && values[.mustChange] == nil)
    #expect(try await registry.history(limit: 1).map(\.did) == [.uninvite])
    await #expect(throws: AccountsError.loginFailed) { try await accept(code) }
    // It is no lock that a password keeps.
    let edited = try await registry.edit(of: ada, password: "another2")
    #expect(edited.notices.isEmpty)
    #expect(try await registry.account(ada).state == .open)
    _ = try await registry.undo()
    let again = try await registry.invite(ada, until: day()).value.code.text
    try await accept(again ?? "", "another3")
    #expect(try await registry.account(ada).state == .open)
  }

  @Test("keeps a lock of an administrator, behind which nobody is invited again")
  func locked() async throws {
    _ = try await invite()
    let text = try documents.text()
    let hash = try #require(try await registry.account(ada).values.password)
    try documents.write(text.replacing(hash, with: "!\(hash)"))
    _ = try await registry.uninvite([ada])
    #expect(try await registry.account(ada).values.password == "!*")
    await #expect(throws: AccountsError.self) { try await registry.invite(ada, until: day()) }
    let edited = try await registry.edit(of: ada, password: "another2")
    #expect(edited.notices == [.staysLocked(name: ada)])
    #expect(try await registry.account(ada).state == .locked)
  }

  @Test("that is taken out leaves no code in another spelling of its hash, or behind a lock")
  func spellings() async throws {
    _ = try await invite()
    let text = try documents.text()
    let hash = try #require(try await registry.account(ada).values.password)
    for new in ["!\(hash)", "*\(hash)"] {
      try documents.write(
        text.replacing(hash, with: new)
          .replacing(#", "invitedUntil": "2026-06-22""#, with: ""))
      let found = try await registry.check().errors
      #expect(found.contains { $0.rule == .field(.codeAsPassword) }, "\(new)")
    }
    let salted = "$05$abcdefghijklmnopqrstuu5Lpwxp0xZ/qUfxlfXFvDZ1VfWcYxG1e"
    for (one, other) in [("$2b", "$2y"), ("$2a", "$2b"), ("!$2y", "$2b")] {
      #expect(StoredPassword.haveOneHash(one + salted, other + salted))
    }
    #expect(!StoredPassword.haveOneHash("$2x" + salted, "$2y" + salted))
    #expect(!StoredPassword.haveOneHash("*", "*") && !StoredPassword.haveOneHash(nil, nil))
  }

  @Test("has its code good again by undo, and the password before it by undo of the invitation")
  func undone() async throws {
    let code = try await invite()
    _ = try await registry.uninvite([ada])
    let back = [Notice.codeComesBack(name: ada, until: try day())]
    #expect(try await registry.undo().notices == back)
    try await accept(code)
    _ = try await registry.undo(2, theirs: true)
    #expect(try await registry.account(ada).values.password == "*")
    try await registry.edit([.email: "adele@home.org"], of: ada)
    #expect(try await registry.undo(change: 1).notices.isEmpty)
    let values = try await registry.account("adele@home.org").values
    #expect(values.password == HashOfSecret1.md5 && values.mustChangePassword)
  }

  @Test("is named where there is none, and then nothing is written")
  func none() async throws {
    _ = try await invite()
    let bytes = try documents.bytes()
    let problem = Problem(.field(.invitedUntil), .field(.notInvited), of: bob)
    await #expect(throws: AccountsError.invalid([problem])) {
      try await registry.uninvite([ada, bob])
    }
    await #expect(throws: AccountsError.noSuchAccount(name: "eve@home.org")) {
      try await registry.uninvite([ada, "eve@home.org"])
    }
    #expect(try documents.bytes() == bytes)
  }

  @Test("leaves no code as a password: a list, an edited file and an import are refused or keep it")
  func code() async throws {
    let code = try await invite()
    let hash = try #require(try await registry.account(ada).values.password)
    func declared(_ password: String?) -> NewAccount {
      var values = FieldValues()
      (values.email, values.password) = (ada, password)
      return NewAccount(NewAccount.Contents(values, clearing: [.invitedUntil]))
    }
    for text in [nil, hash, "!" + hash] {
      let report = try await registry.apply([declared(text)], setsPasswords: true)
      #expect(
        report.refusals.map(\.reason)
          == [.invalid([Problem(.field(.password), .field(.codeOfInvitation))])])
    }
    #expect(try await registry.apply([declared("another9")], setsPasswords: true).isWritten)
    _ = try await registry.undo()
    // A list that has the hash without its day leaves both.
    var values = FieldValues()
    (values.email, values.password) = (ada, hash)
    _ = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    _ = try await registry.apply([NewAccount(values)], setsPasswords: true)
    #expect(try await registry.account(ada).state == .invited)
    let edit = try await documents.handEdit(registry)
    _ = try await edit.begin()
    let text = try documents.text().replacing(
      #""invitedUntil": "2026-06-22""#, with: #""x-note": 1"#)
    try documents.write(text.replacing(ada, with: "eve@home.org"), asCopyOf: edit)
    let review = try await edit.review()
    #expect(!review.isUsable && review.findings.errors.map(\.rule) == [.field(.codeOfInvitation)])
    await #expect(throws: AccountsError.self) { try await edit.install() }
    try await edit.end(keepingCopy: false)
    try await accept(code)
  }

  @Test("is an error where a hand took it out, as far as the history tells")
  func byHand() async throws {
    _ = try await invite()
    #expect(try await registry.check().errors.allSatisfy { $0.rule != .field(.codeAsPassword) })
    try documents.byHand(#""invitedUntil": "2026-06-22""#, #""x-note": 1"#)
    let errors = try await registry.check().errors
    #expect(errors.filter { $0.rule == .field(.codeAsPassword) }.map(\.account) == [ada])
  }

  @Test("is an error where a hand took it out, and a login has made the code's hash stronger since")
  func renewed() async throws {
    // A weak code, as a rulebook left it that asks for a stronger hash by now.
    var values = FieldValues()
    (values.email, values.password) = (ada, HashOfSecret1.apr1)
    values[text: .invitedUntil] = "2026-06-22"
    try documents.write(accounts: [hashed(bob)])
    _ = try await registry.apply([NewAccount(values)])
    _ = try await registry.edit([.firstName: "Ada"], of: ada)
    try documents.byHand(#""invitedUntil": "2026-06-22""#, #""x-note": 1"#)
    try await registry.login(ada, "secret1")
    #expect(try await documents.storedPassword(of: ada) != HashOfSecret1.apr1)
    func named() async throws -> [String?] {
      try await registry.check().errors.filter { $0.rule == .field(.codeAsPassword) }.map(\.account)
    }
    #expect(try await named() == [ada])
    _ = try await registry.edit([.email: "adele@home.org"], of: ada)
    #expect(try await named() == ["adele@home.org"])
    _ = try await registry.edit(of: "adele@home.org", password: "another2")
    #expect(try await named() == [])
  }

  @Test("that was strong is none where a hand put another hash there, which a login made stronger")
  func replacedByHand() async throws {
    _ = try await invite()
    let code = try #require(try await documents.storedPassword(of: ada))
    try documents.byHand(#""invitedUntil": "2026-06-22""#, #""x-note": 1"#)
    try documents.byHand(code, HashOfSecret1.apr1)
    try documents.byHand(#", "mustChange": true"#, "")
    try await registry.login(ada, "secret1")
    #expect(try await registry.check().errors.allSatisfy { $0.rule != .field(.codeAsPassword) })
  }

  @Test(
    "is not said to be good again by undo while its account is kept out", arguments: [true, false])
  func keptOut(isDisabled: Bool) async throws {
    let code = try await invite()
    if isDisabled {
      _ = try await registry.disable(ada)
    } else {
      _ = try await registry.edit([.validUntil: "2026-01-01"], of: ada)
    }
    _ = try await registry.uninvite([ada])
    #expect(try await registry.undo(isDryRun: true).notices == [])
    #expect(try await registry.undo().notices == [])
    await #expect(throws: AccountsError.self) { try await accept(code) }
    // With what kept it out, its code comes back.
    _ = try await registry.uninvite([ada])
    let back = [Notice.codeComesBack(name: ada, until: try day())]
    #expect(try await registry.undo(4).notices == back)
  }

  @Test("without a code leaves no lock", arguments: [("*", "*"), ("!", "!*"), ("!*", "!*")])
  func withoutCode(before: String, after: String) async throws {
    try documents.write(accounts: [
      #"{"email": "\#(ada)", "password": "\#(before)", "invitedUntil": "2026-06-22"}"#, hashed(bob),
    ])
    _ = try await registry.uninvite([ada])
    #expect(try await documents.storedPassword(of: ada) == after)
    guard after == "*" else { return }
    _ = try await registry.invite(ada, until: day())
  }

  @Test("has a code that no list gives to another account, and its own leaves as it is")
  func codeForAnother() async throws {
    let code = try await invite()
    let hash = try #require(try await registry.account(ada).values.password)
    let problem = Refusal.Reason.invalid([Problem(.field(.password), .field(.codeOfInvitation))])
    for text in [hash, "!" + hash] {
      for name in [bob, "eve@home.org"] {
        var values = FieldValues()
        (values.email, values.password) = (name, text)
        let applied = try await registry.apply([NewAccount(values)], setsPasswords: true)
        #expect(applied.refusals.map(\.reason) == [problem], "\(name)")
        let imported = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
        #expect(imported.refusals.map(\.reason) == [problem], "\(name)")
        // A list that was exported, and in which the invited account got another name.
        let renamed = try await registry.apply([NewAccount(values)], pruning: .all)
        #expect(!renamed.isWritten || name == bob)
        if renamed.isWritten { _ = try await registry.undo() }
      }
    }
    var own = FieldValues()
    (own.email, own.password) = (ada, hash)
    own[text: .invitedUntil] = "2026-06-22"
    #expect(try await registry.apply([NewAccount(own)]).refusals.isEmpty)
    let again = try await registry.importAccounts([NewAccount(own)], onConflict: .replace)
    #expect(again.value.effects == [.unchanged])
    try await accept(code)
  }

  @Test(
    "has a code that another account had as its password: that one's edits go on, and check warns")
  func codeOfAnother() async throws {
    let hash = "$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs"
    try documents.write(accounts: [
      #"{"email": "\#(ada)", "password": "\#(hash)", "invitedUntil": "2026-06-22"}"#,
      #"{"email": "\#(bob)", "password": "\#(hash)"}"#,
    ])
    let warnings = try await registry.check().warnings
    #expect(
      warnings.filter { $0.rule == .caution(.codeIsPassword(of: bob)) }.map(\.account) == [ada])
    #expect(try await registry.check().errors.isEmpty)
    let edit = try await documents.handEdit(registry)
    _ = try await edit.begin()
    let text = try documents.text()
    try documents.write(text.replacing(bob, with: "eve@home.org"), asCopyOf: edit)
    #expect(try await !edit.review().isUsable)
    try documents.write(
      text.replacing(#""email": "\#(bob)""#, with: #""email": "\#(bob)", "x-note": 1"#),
      asCopyOf: edit)
    #expect(try await edit.review().isUsable)
    // Invited people do not get the code as a password.
    let taken = #", "invitedUntil": "2026-06-22""#
    try documents.write(text.replacing(taken, with: ""), asCopyOf: edit)
    #expect(try await edit.review().findings.errors.map(\.account) == [ada])
    try await edit.end(keepingCopy: false)
  }

  @Test("of those who have no password is made by group, state or for all, and asks nobody else")
  func chosen() async throws {
    let past = #", "invitedUntil": "2026-06-01""#
    try documents.write(accounts: [
      hashed(ada, #", "groups": ["staff"]"#),
      #"{"email": "new@home.org", "groups": ["staff"]}"#,
      #"{"email": "off@home.org", "disabled": true}"#,
      #"{"email": "shut@home.org", "password": "!"}"#,
      #"{"email": "gone@home.org", "password": "*"}"#,
      hashed("over@home.org", past),
    ])
    func names(_ look: InvitationLook) -> [[String]] { [look.able, look.unable.map(\.name)] }
    #expect(
      names(try await registry.invitees()) == [
        ["new@home.org", "gone@home.org", "over@home.org"], ["off@home.org"],
      ])
    #expect(names(try await registry.invitees(in: "staff")) == [["new@home.org"], []])
    #expect(
      names(try await registry.invitees(state: .invited, over: true)) == [["over@home.org"], []])
    let look = try await registry.invitees()
    // A password that came meanwhile stays.
    try await registry.edit(of: "gone@home.org", password: "another1")
    let done = try await registry.invite(look, until: day())
    #expect(done.value.map(\.account) == ["new@home.org", "over@home.org"])
    #expect(try await registry.invitees().able.isEmpty)
    #expect(try await registry.invitees(again: true).able == ["new@home.org", "over@home.org"])
  }

  @Test("takes a code that is typed into a list, as an import does")
  func typed() async throws {
    var values = FieldValues()
    (values.email, values.password) = (ada, "correct horse 46 battery")
    values[text: .invitedUntil] = "2026-06-22"
    try documents.write(accounts: [hashed(bob)])
    for isDryRun in [true, false] {
      let report = try await registry.apply([NewAccount(values)], isDryRun: isDryRun)
      #expect(report.refusals.isEmpty)
    }
    #expect(try await registry.account(ada).state == .invited)
    try await accept("correct horse 46 battery")
    // An old list makes a used code good again, and says so.
    values.password = try await registry.history().compactMap { entry in
      entry.did == .apply ? entry.accounts[0].changes?[.password]?.newValue?.text : nil
    }.first
    let back = [Notice.codeComesBack(name: ada, until: try day())]
    let applied = try await registry.apply([NewAccount(values)], setsPasswords: true)
    #expect(applied.notices == back)
    _ = try await registry.undo()
    let look = try await registry.importAccounts(
      [NewAccount(values)], onConflict: .replace, isDryRun: true)
    #expect(look.notices == back && look.value.replacedPasswords == 1)
    let imported = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    #expect(imported.notices == back && imported.value.replacedPasswords == 1)
    // A later day alone brings no other code, and no other password.
    values[text: .invitedUntil] = "2026-06-23"
    let later = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    #expect(later.notices.isEmpty && later.value.replacedPasswords == 0)
    #expect(later.value.effects == [.changed])
  }
}
