import Foundation
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("The mail of an invitation") struct InvitationMailTests {
  private let home = Home()
  private static let page = "https://example.com/account/"

  private func write(_ serve: String = "", rules: String = "register") throws {
    try home.write(
      #"{"rules": {"from": "\#(rules)", "serve": {\#(serve)}}, "accounts": [{"email": "ada@host.com", "#
        + #""username": "ada", "firstName": "Ada", "lastName": "Lovelace", "#
        + #""password": "correct horse 46 battery"}, {"email": "bob@host.com", "username": "bob", "#
        + #""password": "correct horse 47 battery"}, "#
        + #"{"username": "eve", "password": "correct horse 48 battery"}]}"#)
  }

  private func link(in mail: some StringProtocol) throws -> String {
    let links = mail.split(separator: "\n").filter { $0.hasPrefix(Self.page) }
    return String(try #require(links.count == 1 ? links.first : nil))
  }

  @Test("has the link on a line of its own, its last day, and the words of the rulebook")
  func text() async throws {
    try write(
      #""url": "\#(Self.page)", "title": "Sea Club", "note": "Ask in room 12, or at the desk of the "#
        + #"library, which is open from nine to five.""#)
    let ran = await home.run("invite ada@host.com --mail")
    let link = try link(in: ran.out)
    #expect(link.hasPrefix("\(Self.page)i/ada%40host.com/"))
    let code = try #require(link.split(separator: "/").last)
    #expect(ran.err == "invited ada@host.com until 2026-06-22\n" && !ran.err.contains(code))
    #expect(
      ran.out == """
        To: ada@host.com
        Subject: Your invitation to Sea Club
        MIME-Version: 1.0
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        Hello Ada Lovelace,

        You have been invited to Sea Club. Open this link, and choose the
        password with which you will log in:

        \(link)

        The link works once, until 2026-06-22. Keep it to yourself: whoever has
        it can set your password. If it does not work, ask for a new one.

        Your account: ada@host.com

        Ask in room 12, or at the desk of the library, which is open from nine
        to five.

        """)
    let set = await home.ask("login ada@host.com", answers: String(code), "another1", "another1")
    #expect(set.exit == 0, "\(set)")
  }

  @Test("has the host of the page where the rulebook says no title, and nobody by name")
  func plain() async throws {
    try write()
    let ran = await home.run("invite bob@host.com --mail --url \(Self.page)")
    #expect(ran.out.contains("\nSubject: Your invitation to example.com\n"))
    #expect(ran.out.contains("\n\nHello,\n\n") && ran.out.hasSuffix("Your account: bob@host.com\n"))
  }

  @Test(
    "has the address where one logs in later: the home, else the page, if that has a login",
    arguments: [
      (#""url": "https://accounts.host.com/""#, "https://accounts.host.com/"),
      (#""url": "\#(page)", "home": "https://wiki.host.com/""#, "https://wiki.host.com/"),
      (#""url": "\#(page)""#, nil),
    ])
  func login(serve: String, address: String?) async throws {
    try write(serve)
    let ran = await home.run("invite ada@host.com --mail")
    let line = address.map { "Where you log in: \($0)\n" } ?? ""
    #expect(ran.out.hasSuffix("\n\nYour account: ada@host.com\n\(line)"), "\(ran)")
  }

  @Test("of several has a form feed between each two, and no To: where there is no email")
  func several() async throws {
    try write(rules: "standard")
    let ran = await home.run("invite ada bob eve --mail --url \(Self.page)")
    #expect(ran.exit == 0 && ran.err.contains("no email, so the mail has no To: eve"), "\(ran)")
    let mails = ran.out.split(separator: "\u{C}", omittingEmptySubsequences: false)
    #expect(
      mails.map { $0.prefix { $0 != "\n" } } == [
        "To: ada@host.com", "To: bob@host.com", "Subject: Your invitation to example.com",
      ])
    #expect(mails.allSatisfy { $0.hasSuffix("\n") })
    #expect(Set(try mails.map(link)).count == 3)
    let chosen = await home.run("invite --all --again --mail --url \(Self.page)")
    #expect(chosen.out.split(separator: "\u{C}").count == 3, "\(chosen)")
  }

  @Test("comes with register and import, and in JSON beside the link")
  func newAccounts() async throws {
    try home.write(#"{"rules": "register", "accounts": []}"#)
    let registered = await home.run(
      "register --email ada@host.com --first-name Ada --invite --mail --url \(Self.page)")
    #expect(registered.exit == 0 && registered.out.hasPrefix("To: ada@host.com\n"), "\(registered)")
    #expect(registered.out.contains("Hello Ada,\n"))
    try home.write(
      "email,firstName,lastName\nbob@host.com,Bob,Ross\nkim@host.com,,\n", to: "people.csv")
    let path = "\(home.documents)/people.csv"
    let imported = await home.run("import \(path) --invite --mail --url \(Self.page)")
    #expect(imported.exit == 0 && imported.out.contains("\u{C}To: kim@host.com\n"), "\(imported)")
    #expect(imported.out.hasPrefix("To: bob@host.com\n"))
    await home.run("undo")
    let json = await home.run("--json import \(path) --invite --mail --url \(Self.page)")
    #expect(json.err == "" && json.exit == 0, "\(json)")
    for (line, names) in [
      ("import \(path) --invite --on-conflict skip", "Bob"),
      ("invite bob@host.com --yes", "Bob"),
      ("register --email lee@host.com --first-name Lee --last-name Krasner --invite", "Lee"),
    ] {
      if line.hasPrefix("import") { await home.run("undo") }
      let ran = await home.run("--json \(line) --mail --url \(Self.page)")
      let value = try JSONSerialization.jsonObject(with: Data(ran.out.utf8))
      let invited = ((value as? [String: Any])?["invited"] ?? value) as? [[String: Any]]
      let one = try #require(invited?.first, "\(ran)")
      let mail = try #require(one["mail"] as? String)
      #expect(one["firstName"] as? String == names && one["lastName"] is String)
      #expect(try link(in: mail) == one["link"] as? String)
    }
    let plain = await home.run("--json invite kim@host.com --url \(Self.page)")
    #expect(!plain.out.contains(#""mail""#) && !plain.out.contains("To: "), "\(plain)")
    #expect(!plain.out.contains("firstName"))
  }

  @Test("is in the language of the command, also in JSON, and its headers are in ASCII")
  func russian() async throws {
    let title = "Клуб любителей моря, рыбалки и долгих прогулок 🐟"
    try write(#""url": "\#(Self.page)", "title": "\#(title)""#)
    var setting = Setting()
    setting.environment["LANG"] = "ru_RU.UTF-8"
    let ran = await home.run("invite ada@host.com --mail", setting: setting)
    let (head, body) = (
      ran.out.components(separatedBy: "\n\n")[0],
      ran.out.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
    )
    #expect(body.hasPrefix("Здравствуйте, Ada Lovelace!\n\nВас пригласили: Клуб"))
    #expect(
      head.utf8.allSatisfy { $0 < 0x80 }
        && head.split(separator: "\n").allSatisfy { $0.count <= 76 })
    let words = head.matches(of: /=\?utf-8\?B\?([^?]*)\?=/).compactMap {
      Data(base64Encoded: String($0.1)).flatMap { String(data: $0, encoding: .utf8) }
    }
    #expect(words.count > 1 && words.joined() == "Приглашение: \(title)")
    let json = await home.run("--json invite ada@host.com --mail", setting: setting)
    #expect(json.out.contains("Здравствуйте") && json.err == "", "\(json)")
  }

  @Test("has no line that a mail cannot have, however long a word of the note is")
  func longNote() async throws {
    try write(
      #""url": "\#(Self.page)", "note": "\#(String(repeating: "\u{1D11E}", count: 300))""#)
    let ran = await home.run("invite ada@host.com --mail")
    #expect(ran.out.split(separator: "\n").allSatisfy { $0.utf8.count < 998 })
    #expect(ran.out.count { $0 == "\u{1D11E}" } == 300)
  }

  @Test("is refused without an address, and without an invitation, before anything is written")
  func refused() async throws {
    try write()
    try home.write("email\nkim@host.com\n", to: "people.csv")
    let (text, path) = (try home.text(), "\(home.documents)/people.csv")
    for line in [
      "invite ada@host.com --mail", "invite --all --mail", "invite --all --mail --dry-run",
      "register --email lee@host.com --invite --mail", "import \(path) --invite --mail",
      "register --email lee@host.com --password secret1 --mail", "import \(path) --mail",
      "import \(path) --generate --mail",
    ] {
      let ran = await home.run(line)
      #expect(
        ran.exit == 64 && ran.out == "" && ran.err.contains("--mail needs"), "\(line): \(ran)")
    }
    #expect(try home.text() == text)
  }
}
