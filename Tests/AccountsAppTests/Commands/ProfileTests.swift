import Testing

@testable import AccountsApp

@Suite("The profile") struct ProfileTests {
  private let home = Home()

  @Test("is four lines, and when the last login was")
  func fiveLines() async {
    await home.run("login --email mario.balotelli@gmail.com --password 12345")
    #expect(await home.run("edit --first-name Mario --last-name Balotelli").exit == 0)
    let ran = await home.run("show")
    #expect(ran.exit == 0)
    #expect(
      ran.out == """
        Email:      mario.balotelli@gmail.com
        Password:   ********
        First name: Mario
        Last name:  Balotelli
        Last login: 2026-06-15 18:00

        """)
    #expect(ran.err == "")
    #expect(await home.run("").out == ran.out)
  }

  @Test("is also printed by login, register, edit and save")
  func endsTheOthers() async {
    let login = await home.run("login --email mario@gmail.com --password 12345")
    #expect(login.out.hasPrefix("Email:      mario@gmail.com\nPassword:   ********\n"))
    let register = await home.run("register --email luigi@gmail.com --password 12345")
    #expect(register.out.hasPrefix("Email:      luigi@gmail.com\n"))
    #expect(await home.run("edit --first-name L").out.contains("First name: L\n"))
    await home.run("edit --draft --first-name M")
    #expect(await home.run("save").out.contains("First name: M\n"))
  }

  @Test("has birth date with the age, and phone, if the account has them")
  func optionalFields() async {
    let ran = await home.run(
      "register --email mario@gmail.com --password 12345 --birth-date 1990-08-12 --phone 89123456789"
    )
    #expect(ran.out.hasSuffix("Birth date: 1990-08-12 (age 35)\nPhone:      +7 (912) 345-67-89\n"))
  }

  @Test("shows an open edit next to the values that it would change")
  func openDraft() async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    let draft = await home.run(
      "edit --draft --first-name Luigi --phone 9123456789 --password secret1")
    #expect(draft.exit == 0)
    #expect(draft.err.hasSuffix("not saved yet: run regapp save or regapp cancel\n"))
    let ran = await home.run("show")
    #expect(
      ran.out == """
        Email:      mario@gmail.com
        Password:   ******** → changed (not saved)
        First name: Mario → Luigi (not saved)
        Last name:
        Phone:      (none) → +7 (912) 345-67-89 (not saved)

        """)
  }

  @Test("shows an open edit beside one that is saved, and says that it is not saved")
  func editBesideOpen() async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    await home.run("edit --draft --first-name Luigi")
    let ran = await home.run("edit --last-name B")
    #expect(
      ran.err == """
        last name: nothing → "B"
        the open edit (first name) is not saved: run regapp save or regapp cancel

        """)
    #expect(ran.out.contains("First name: Mario → Luigi (not saved)\nLast name:  B\n"))
    let same = await home.run("edit --last-name B")
    #expect(same.err.hasPrefix("nothing to change\nthe open edit (first name) is not saved"))
    #expect(await home.run("edit --last-name C --json").out.contains("\"edit\""))
    #expect(await home.run("save").err == "first name: \"Mario\" → \"Luigi\"\n")
  }

  @Test("lists each old and new value of an edit, and even a changed password by itself")
  func editWords() async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    let ran = await home.run("edit --first-name Luigi --last-name B --password secret1")
    #expect(
      ran.err == """
        password changed
        first name: "Mario" → "Luigi"
        last name: nothing → "B"

        """)
    let cleared = await home.run("edit --last-name=")
    #expect(cleared.err == "last name: \"B\" → nothing\n")
    let cancelled = await home.run("cancel")
    #expect(
      cancelled.err
        == "undid the last edit of mario@gmail.com\nlast name: nothing → \"B\"\n")
    #expect(await home.run("edit --first-name Luigi").err == "nothing to change\n")
  }

  @Test("as JSON is an object of the account's fields, without the password")
  func json() async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    let ran = await home.run("show --json")
    #expect(
      ran.out
        == "{\n  \"email\": \"mario@gmail.com\",\n  \"firstName\": \"Mario\",\n  \"hash\": \"yescrypt\",\n  \"state\": \"open\",\n  \"lastLogin\": null,\n  \"failuresSince\": 0\n}\n"
    )
    #expect(ran.err == "")
    await home.run("edit --draft --first-name Luigi --password secret1")
    let open = await home.run("--json show")
    #expect(open.out.contains("\"firstName\": \"Mario\""))
    #expect(open.out.contains("\"edit\""))
    #expect(!open.out.contains("$y$"))
  }

  @Test("never prints misleading characters, even if the file contains them")
  func escaped() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "a\u001b@b.co", "firstName": "x\u202ey\nz", "password": "!"}]}"#
    )
    for line in [
      "show", "list", "check", "show --email a\u{1B}@b.co", "list --json", "check --json",
    ] {
      let ran = await home.run(line)
      let text = ran.out + ran.err
      #expect(!text.isEmpty)
      #expect(
        !text.replacing("\n", with: "").unicodeScalars.contains {
          $0.value < 0x20 || $0 == "\u{7F}"
        },
        "\(line)")
      if !line.hasSuffix("--json") { #expect(!text.contains("\u{202E}"), "\(line)") }
    }
  }

  @Test("is coloured only on request, with the same text")
  func colour() async {
    await home.run("login --email mario@gmail.com --password 12345")
    let plain = await home.run("show").out
    let coloured = await home.run("show --color always").out
    #expect(coloured.contains("\u{1B}[1mEmail:\u{1B}[0m"))
    #expect(coloured.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    #expect(await home.ask("show --color never").out == plain)
    var setting = Setting()
    setting.environment = ["NO_COLOR": "1"]
    #expect(await home.ask("show", setting: setting).out == plain)
  }
}
