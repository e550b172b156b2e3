import Glibc
import Testing

@testable import AccountsApp
@testable import AccountsFile
@testable import Terminal

@Suite("An invitation, on the screens") struct InviteScreenTests {
  private let home = Home()

  private func write(_ more: String = "", rules: String = #""register""#) throws {
    try home.write(
      #"{"rules": \#(rules), "accounts": [{"email": "ada@host.com", "password": "secret1"\#(more)}, "#
        + #"{"email": "bob@host.com", "password": "secret2"}]}"#)
  }

  private static let serving = #"{"from": "register", "serve": {"url": "https://example.com/a"}}"#

  @Test("is made with V, after asking, and its link is shown whole, in a box over the list")
  func invites() async throws {
    try write(rules: Self.serving)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("V"))
    #expect(stage.shows("The password ends now"))
    await stage.press(.character("Y"), .character("N"), .enter)
    #expect(try !home.text().contains("invitedUntil"))
    await stage.press(.character("V"), .tab, .enter)
    #expect(stage.shows("https://example.com/a/i/ada%40host.com/"))
    #expect(stage.shows("╭─ Invitation ") && stage.shows("> [Enter] Close <"))
    #expect(stage.shows("2 of 2") || stage.shows("1 of 2"), "the list is behind it")
    await stage.press(.character("X"))
    #expect(stage.shows("/i/ada%40host.com/"))
    await stage.press(.enter)
    #expect(!stage.shows("/i/ada%40host.com/"))
    #expect(stage.shows("◇") && stage.shows("invited until 2026-06-22"))
    await stage.press(.character("L"), .character("U"))
    await stage.agree()
    #expect(try await home.registry.account("ada@host.com").state == .open)
  }

  @Test("of who is invited asks with V for a new link or an end, which can be invited again")
  func ends() async throws {
    try write(#", "invitedUntil": "2026-06-20""#, rules: Self.serving)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("V"))
    #expect(stage.shows("Invite ada@host.com again?"))
    #expect(stage.shows("> Cancel <"))
    #expect(!stage.shows("The password ends now"))
    await stage.press(.enter)
    #expect(try home.text().contains("secret1"))
    // Backwards from no, the end comes first; a new link is two steps away.
    await stage.press(.character("V"), .backTab)
    #expect(stage.shows("> End it <"))
    await stage.press(.enter)
    #expect(try home.text().contains(#""password": "*""#) && !home.text().contains("invitedUntil"))
    #expect(try await home.registry.account("ada@host.com").state == .locked)
    await stage.press(.character("V"))
    #expect(stage.shows("The password ends now") && !stage.shows("End it"))
    await stage.press(.tab, .enter)
    #expect(stage.shows("https://example.com/a/i/ada%40host.com/"))
    await stage.press(.enter, .character("V"), .tab)
    #expect(stage.shows("> New link <"))
    await stage.press(.enter)
    #expect(stage.shows("https://example.com/a/i/ada%40host.com/"))
  }

  @Test("of several asks for an end only where all are invited")
  func someInvited() async throws {
    try write(#", "invitedUntil": "2026-06-20""#, rules: Self.serving)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("V"))
    #expect(stage.state.question != nil && stage.state.question?.other == nil)
  }

  @Test("has another mark with sixteen colours")
  func mark() async throws {
    try write(#", "invitedUntil": "2026-06-01""#)
    var stage = await Stage(home, colors: .sixteen)
    await stage.press(.control("o"))
    #expect(stage.shows("~") && stage.shows("invitation over 2026-06-01") && !stage.shows("◇"))
  }

  @Test("is found when it is over, by the word that a list takes")
  func over() async throws {
    try write(#", "invitedUntil": "2026-06-01""#)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    #expect(stage.shows("bob@host.com"))
    await stage.type("state:invitation-over")
    #expect(stage.shows("ada@host.com") && !stage.shows("bob@host.com"))
  }

  @Test("of several goes to a new file that only this user can read")
  func several() async throws {
    try write(rules: Self.serving)
    var stage = await Stage(home)
    stage.set(home: home.documents)
    for suffix in ["", "-2"] {
      await stage.press(.control("o"), .character("*"), .character("V"), .tab, .enter)
      let name = "regapp-invitations-2026-06-15\(suffix).txt"
      #expect(stage.said.contains(name), "\(stage.said)")
      let lines = try home.text(of: name).split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix("ada@host.com\thttps://example.com/a/i/"))
      var info = stat()
      #expect(stat("\(home.documents)/\(name)", &info) == 0 && info.st_mode & 0o777 == 0o600)
    }
  }

  @Test("of several goes to those who can be invited, and the others are counted and named")
  func someCannot() async throws {
    try write(#", "disabled": "on leave""#, rules: Self.serving)
    await home.run("register --email cid@host.com --password secret3 --no-login")
    var stage = await Stage(home)
    stage.set(home: home.documents)
    await stage.press(.control("o"), .character("*"), .character("V"))
    #expect(stage.shows("Invite 2 of 3 accounts? Their passwords"))
    #expect(stage.state.question?.names == ["bob@host.com", "cid@host.com"])
    // So it is where a search hides who is left out, and where it hides who is not.
    for search in ["cid", "ada"] {
      await stage.press(.escape, .character("/"), .control("u"))
      await stage.type(search)
      await stage.press(.enter, .character("V"))
      #expect(stage.shows("Invite 2 of 3 accounts? Their passwords"), "\(search)")
      #expect(stage.concerned.count == 2, "\(search)")
    }
    await stage.press(.tab, .enter)
    #expect(
      stage.said.hasPrefix("Done to 2 of 3 accounts, not to 1.\nThe links are in "), "\(stage.said)"
    )
    #expect(stage.said.contains("Left alone: ada@host.com: "))
    let lines = try home.text(of: "regapp-invitations-2026-06-15.txt").split(separator: "\n")
    #expect(lines.map { $0.prefix(3) } == ["bob", "cid"])
    for (name, state) in [("ada", AccountState.disabled), ("bob", .invited), ("cid", .invited)] {
      #expect(try await home.registry.account("\(name)@host.com").state == state)
    }
    #expect(try stage.accounts().markedNames == ["ada@host.com"])
    // The history has one change, which one undo takes back.
    await stage.press(.character("L"), .character("U"))
    await stage.agree()
    #expect(try await home.registry.account("cid@host.com").state == .open)
  }

  @Test("of two of whom one cannot be invited shows the link of the other")
  func oneCannot() async throws {
    try write(#", "disabled": true"#, rules: Self.serving)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("V"))
    #expect(stage.shows("Invite 1 of 2 accounts? Their passwords"))
    await stage.press(.tab, .enter)
    #expect(stage.shows("/i/bob%40host.com/") && stage.shows("Done to 1 of 2 accounts, not to 1."))
  }

  @Test("is accepted in the form for logging in, which asks for what is missing")
  func accepts() async throws {
    try home.write(
      #"{"rules": {"fields": {"lastName": {"required": true}}}, "accounts": "#
        + #"[{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}]}"#)
    var stage = await Stage(home, watched: true)
    await stage.fill("ada@host.com", "code5code")
    await stage.press(.enter)
    #expect(stage.kind == "renewal" && stage.said == "You are invited: choose a password.")
    #expect(stage.shows("Last name") && stage.shows("New password"))
    await stage.fill("Lovelace", "another1", "another1")
    await stage.press(.control("s"))
    #expect(stage.kind == "profile", "\(stage.said)")
    #expect(try home.text().contains("Lovelace") && !home.text().contains("invitedUntil"))
    #expect(stage.witness?.saw("code5code") == false)
  }
}
