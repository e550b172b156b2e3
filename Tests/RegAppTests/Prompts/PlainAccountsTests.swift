import Testing

@testable import CommandKit
@testable import RegApp

@Suite("The list of accounts, line by line") struct PlainAccountsTests {
  private let home = Home()
  private static let menu =
    "A number, a name, a text, or A add, U undo, L log, S sort, F state, C check,\n"
    + "I import, Y apply a file, W publish, R read again, B back, Q quit: "
  private static let menuOfSeveral =
    "O disable, N enable, G groups, M must change, X remove, B back, Q quit: "
  private static let menuOfOne =
    "E edit, H history, U undo, L log, O disable, N enable, G groups, P password,\n"
    + "M must change, X remove, R read again, B back, Q quit: "

  private func samples() async { await home.run("init authorisation --samples") }

  /// From the login to the list.
  private func list(
    _ answers: String?..., onQuestion: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Ran {
    await home.plain(["a"] + answers, onQuestion: onQuestion)
  }

  @Test("is printed with a number before each name, and leads back")
  func printed() async {
    await samples()
    await home.run("disable jane@example.com --reason left")
    let ran = await list("b", "q")
    #expect(
      ran.out == """
        1  alex@example.com   Alex Ivanov
        2  anton@example.com  Anton Petrov
        3  jane@example.com   Jane Smith  [disabled: left]

        """)
    #expect(ran.err.contains("Accounts 1 to 3 of 3.\n"))
    #expect(ran.questions.count == 3 && ran.questions[1] == Self.menu && ran.exit == 0)
    #expect(!ran.everything.contains("\u{1B}"))
  }

  @Test("opens from a profile, and from the login that has no menu, by a word")
  func ways() async {
    await home.run("login --email mario@gmail.com --password 12345")
    #expect(await home.plain("l", "q").out.hasSuffix("\n1  mario@gmail.com\n"))
    await home.run("logout")
    let ran = await home.plain(":menu", "a", "b", ":cancel")
    #expect(
      ran.questions == [
        "Email: ", "L log in or register, A accounts, Q quit: ", Self.menu, "Email: ",
      ])
    #expect(ran.out == "1  mario@gmail.com\n" && ran.exit == 0)
  }

  @Test("comes twenty at a time, and Enter shows more until the last")
  func pages() async throws {
    let accounts = (10..<55).map { #"{"email": "ada\#($0)@host.co", "password": "12345"}"# }
    try home.write(#"{"accounts": [\#(accounts.joined(separator: ","))]}"#)
    let ran = await home.plain(":menu", "a", "", "", "", "q")
    #expect(ran.out.split(separator: "\n").count == 45)
    #expect(
      ran.out.contains("\n 9  ada18@host.co\n10  ada19@host.co\n")
        && ran.out.hasSuffix("45  ada54@host.co\n"))
    #expect(ran.err.contains("Accounts 21 to 40 of 45; Enter shows more.\n"))
    #expect(ran.err.hasSuffix("Accounts 41 to 45 of 45.\n! these were the last\n"))
  }

  @Test(
    "is searched by a text, a state or a group, and shown whole again",
    arguments: [
      ("anton", "1  anton@example.com  Anton Petrov  ops"), ("group:ops", "1  anton"),
      ("state:disabled", "1  jane"), ("/jane", "1  jane"), ("nobody", ""),
    ])
  func search(text: String, found: String) async {
    await samples()
    await home.run("disable jane@example.com")
    await home.run("edit --account anton@example.com --groups ops")
    let whole = await list("q").out
    let ran = await list(text, "/", "q")
    #expect(ran.out.hasPrefix(whole) && ran.out.hasSuffix(whole))
    let between = ran.out.dropFirst(whole.count).dropLast(whole.count)
    #expect(between.hasPrefix(found))
    #expect(between.split(separator: "\n").count == (found.isEmpty ? 0 : 1))
    #expect(ran.err.contains("no matching accounts") == found.isEmpty)
  }

  @Test("begins as the options say, and a command's search is kept to")
  func command() async {
    await samples()
    var setting = Setting()
    setting.isTerminal = true
    setting.answers = ["b", "q"]
    let ran = await home.run(["list", "anton", "--screen", "--plain"], setting)
    #expect(ran.out == "1  anton@example.com  Anton Petrov\n" && ran.exit == 0)
    #expect(ran.err.contains("! unknown action b; /b searches for it"))
    #expect(
      ran.questions.first == Self.menu.replacing("B back, ", with: ""))
    try? home.write("{")
    setting.answers = []
    #expect(await home.run(["list", "--screen", "--plain"], setting).exit == 65)
  }

  @Test("disables several as one change, and enables them")
  func several() async throws {
    await samples()
    let ran = await list("1,3-3", "o", "left in May", "q")
    #expect(ran.err.contains("Chosen: alex@example.com, jane@example.com.\n"))
    #expect(ran.err.contains("Disabled 2 accounts.\n"))
    #expect(ran.questions.contains(Self.menuOfSeveral))
    #expect(
      ran.questions.contains(
        "Why is alex@example.com, jane@example.com disabled? (Enter gives none, :cancel leaves): "))
    #expect(try home.text().components(separatedBy: #""disabled": "left in May""#).count == 3)
    let back = await list("*", "n", "y", "q")
    #expect(back.err.contains("Enabled "))
    #expect(try !home.text().contains("left in May"))
  }

  @Test("accounts that were chosen are let go again, also where nothing is behind the list")
  func letGo() async throws {
    await samples()
    var setting = Setting()
    setting.isTerminal = true
    setting.answers = ["1,2", "e", "b", "q"]
    let ran = await home.run(["list", "--screen", "--plain"], setting)
    let list = Self.menu.replacing("B back, ", with: "")
    #expect(ran.questions == [list, Self.menuOfSeveral, Self.menuOfSeveral, list])
    #expect(ran.out.split(separator: "\n").count == 3 && ran.exit == 0)
  }

  @Test("a number means whom it stood before, whatever others have done since")
  func numbers() async throws {
    await samples()
    let ran = await list("1", "x", "y", "q") { [home] question in
      guard question == Self.menu, let text = try? home.text(), text.contains("alex") else {
        return
      }
      let rest = text.replacing("\"alex@example.com\"", with: "\"zoe@example.com\"")
      try? home.write(rest, to: "accounts.json")
    }
    #expect(ran.err.contains("! alex@example.com was renamed or removed elsewhere."))
    #expect(ran.err.contains("! unknown action x; /x searches for it"))
    #expect(try home.text().components(separatedBy: "@example.com").count == 4)
  }

  @Test("says what was changed, and not what was to be")
  func counts() async throws {
    await samples()
    await home.run("edit --account anton@example.com --groups ops")
    let text = try home.text()
    let none = await list("*", "g", "-opps", "*", "n", "y", "q")
    #expect(none.err.components(separatedBy: "Nothing to change.\n").count == 3)
    #expect(!none.err.contains("Changed") && !none.err.contains("Enabled"))
    #expect(try home.text() == text)
    let one = await list("*", "g", "-ops", "q")
    #expect(one.err.contains("Changed the groups of anton@example.com.\n"))
  }

  @Test("changes nothing for numbers that are not there, a cancelled reason, or no")
  func nothing() async throws {
    await samples()
    let text = try home.text()
    let ran = await list(
      "4", "0", "3-1", "1-9", ",", "1--2", "99999999999999999999", "2", "b", "1,2", "o", ":cancel",
      "x", "n", "b", "q")
    #expect(ran.err.components(separatedBy: "! the numbers are 1 to 3\n").count == 8)
    #expect(
      ran.questions.contains("Remove 2 accounts: alex@example.com, anton@example.com? [y/n] "))
    #expect(try home.text() == text && ran.exit == 0)
  }

  @Test("removes an account after asking by its name, and undo brings it back")
  func remove() async throws {
    await samples()
    let text = try home.text()
    let ran = await list("ANTON@example.com", "anton@example.com", "x", "y", "q")
    #expect(ran.questions.contains("Remove the account anton@example.com? [y/n] "))
    #expect(ran.questions.contains(Self.menuOfOne))
    // What is searched for is still typed.
    #expect(ran.questions.last == Self.menu.replacing("B back", with: "B show all"))
    #expect(ran.err.contains("Removed anton@example.com; U undoes it."))
    #expect(try !home.text().contains("anton"))
    let undone = await list("u", "y", "q")
    #expect(undone.err.contains("Undid change") && undone.exit == 0)
    #expect(try home.text() == text)
  }

  @Test("opens an account to edit it, under its new name too, and shows its history")
  func edit() async throws {
    await samples()
    try home.settleHistory()
    let ran = await list(
      "2", "e", "antonio@example.com", "", "", "", "", "", "", "", "", "", "h", "b", "q")
    #expect(ran.err.contains("Saved: email."))
    #expect(ran.out.contains("Email:      antonio@example.com\n"))
    #expect(ran.out.contains("\"anton@example.com\" → \"antonio@example.com\""))
    #expect(ran.exit == 0 && ran.questions.last == Self.menu)
  }

  @Test("changes the groups of an account, and says what is wrong with them")
  func groups() async throws {
    await samples()
    let ran = await list("2", "g", "ops, dev", "g", "-dev", "g", " , ", "a:b", ":cancel", "b", "q")
    #expect(ran.err.contains("Groups to add; with a minus, to remove: ops, -interns\n"))
    #expect(ran.err.contains("! name a group\n") && ran.err.contains("! groups must each be"))
    #expect(ran.out.contains("Groups:     ops, dev\n"))
    #expect(
      ran.out.hasSuffix(
        "2  anton@example.com  Anton Petrov  ops\n3  jane@example.com   Jane Smith\n"))
  }

  @Test("sets a password that is typed twice, or one that is generated and shown once")
  func password() async throws {
    await samples()
    let typed = await list(
      "2", "p", "t", "short", "Zq7markers", "x", "Zq7markers", "Zq7markers", "q")
    #expect(typed.err.contains("! password must have 8 letters or more"))
    #expect(
      typed.err.contains("! the two passwords differ") && typed.err.contains("Saved: password."))
    #expect(!typed.everything.contains("Zq7"))
    let login = "login --email anton@example.com --first-name Anton --password"
    #expect(await home.run("\(login) Zq7markers").exit == 0)
    await home.run("logout")
    let ran = await list("2", "p", "g", "q")
    let lines = ran.out.split(separator: "\n")
    let generated = lines.filter { !$0.contains(" ") }
    #expect(generated.count == 1 && !ran.err.contains(generated[0]))
    #expect(await home.run("\(login) \(generated[0])").exit == 0)
  }

  @Test("a closed account says what is wrong, and can be removed")
  func closed() async throws {
    try home.write(
      #"{"accounts": [{"email": "a@bcd.co", "password": "12345", "birthDate": "x"}]}"#)
    let ran = await home.plain(":menu", "a", "1", "x", "y", "q")
    #expect(ran.out.contains("Problem:    birth date must be a date"))
    #expect(ran.out.contains("To mend:    edit the account\n"))
    #expect(ran.questions.contains("Remove the account a@bcd.co? [y/n] "))
    #expect(try !home.text().contains("bcd"))
  }

  @Test("a closed account is mended by its form, which does not accept what is broken")
  func mended() async throws {
    try home.write(
      #"""
      {"accounts": [
        {"email": "abc@bcd.co", "password": "1", "birthDate": "x", "firstName": 5, "phone": 7}
      ]}
      """#)
    let ran = await home.plain(
      ":menu", "a", "1", "p", "e", "", "", "", "", "secret1", "secret1", "", "-", "", "",
      "1990-01-01", "", "9123456789", "", "", "", "", "b", "q")
    #expect(ran.err.contains("! fields of the account break the rules: first edit the account\n"))
    #expect(ran.err.contains("! password must have 5 characters or more\n"))
    #expect(ran.err.contains("! first name must be a string in quotes\n"))
    #expect(ran.err.contains("! birth date must be a date in the form YYYY-MM-DD\n"))
    #expect(ran.err.contains("! phone must be a string in quotes\n"))
    #expect(ran.questions.contains("unseen: Password: "))
    let account = try await home.registry.account("abc@bcd.co")
    #expect(account.state == .open && account[text: .phone] == "+7 (912) 345-67-89")
    #expect(account[value: .firstName] == nil && account[text: .birthDate] == "1990-01-01")
  }

  @Test("several accounts of which one has no name of its own are not chosen")
  func shared() async throws {
    try home.write(
      #"""
      {"accounts": [
        {"email": "a@bcd.co", "password": "12345"}, {"email": "a@bcd.co", "password": "12345"},
        {"email": "b@bcd.co", "password": "12345"}
      ]}
      """#)
    let text = try home.text()
    let ran = await home.plain(":menu", "a", "1", "1,3", "a@bcd.co", "*", "q")
    #expect(ran.err.components(separatedBy: "! another account has this name too").count == 5)
    #expect(try home.text() == text)
  }

  @Test("the end of input quits at every question that asks what to do")
  func end() async {
    await samples()
    let answers = ["a", "1", "p"]
    for count in 0...answers.count {
      let ran = await home.plain(Array(answers.prefix(count)))
      #expect(ran.exit == 0 && ran.questions.count == count + 1, "after \(count) answers")
    }
    #expect(await home.plain("a", "1,2", "x").exit == 0)
  }

  @Test("nothing is found, and any number is told so")
  func none() async {
    await samples()
    let ran = await list("nobody", "1", "1-2", "*", "", "/", "q")
    #expect(ran.err.components(separatedBy: "! no matching accounts\n").count == 3)
    #expect(ran.exit == 0 && ran.questions.count == 8)
  }

  @Test("adds an account for somebody else, with what may be left empty")
  func add() async throws {
    await samples()
    let ran = await list(
      "a", "Ada", "Lovelace", "ada@example.com", "", "", "", "ops", "", "2027-01-01",
      "Analytical1", "Analytical1", "ada", "q")
    #expect(ran.questions.contains("Groups (with commas between them) (Enter leaves it empty): "))
    #expect(ran.err.contains("Created account ada@example.com."))
    #expect(ran.out.hasSuffix("1  ada@example.com  Ada Lovelace  ops\n"))
    #expect(await home.run("show").exit != 0, "nobody was logged in")
    #expect(try home.text().contains(#""validUntil": "2027-01-01""#))
  }

  @Test("an empty password offers to generate one, which is printed once, or goes back")
  func addGenerated() async throws {
    await samples()
    await home.run("edit --account anton@example.com --groups", "night shift,ops")
    let ran = await list(
      "a", "Ada", "Lovelace", "ada@example.com", "", "", "", "", "", "", "", "n", "", "", "y", "b",
      "q")
    #expect(ran.questions.filter { $0 == "Generate a password? [y/n] " }.count == 2)
    #expect(ran.err.contains("There are: night shift, ops\n"))
    #expect(ran.err.contains("Created account ada@example.com."))
    #expect(ran.err.contains("It is shown only once:\n"))
    let password = try #require(
      ran.out.split(separator: "\n").last { $0.count > 10 && !$0.contains("@") })
    #expect(ran.out.components(separatedBy: password).count == 2)
    #expect(await home.run("login --email ada@example.com --password \(password)").exit == 0)
  }

  @Test("no line is wider than the terminal, and ? explains the letters")
  func wrapped() async throws {
    await home.run("init standard")
    let ran = await list("?", "a", "ada", "", "", "", "", "", "", "", "", "")
    #expect(ran.err.contains("besides the account's own"))
    for line in ran.err.split(separator: "\n") { #expect(line.count < 80, "\(line)") }
    for line in [
      "L  all changes, whoever made them; undo up to one", "I  import accounts from a file",
    ] {
      #expect(ran.err.contains(line), "\(line)")
    }
    #expect(!ran.err.contains("unknown action"))
  }

  @Test("a password's own rule stands right before its question")
  func beforePassword() async {
    await samples()
    let ran = await list("a", "Ada", "Lovelace", "ada@example.com", "", "", "", "", "", "")
    let end =
      "A password is used exactly as typed; an empty line offers to generate one, or\ngoes back.\n"
    let parts = ran.err.components(separatedBy: end)
    #expect(parts.count == 2 && !parts[1].contains("YYYY-MM-DD"))
    #expect(ran.questions.last == "unseen: Password: ")
  }

  @Test("the question for groups shows which there are, and those of the accounts chosen")
  func groupsThereAre() async {
    await samples()
    await home.run("edit --account anton@example.com --groups ops")
    await home.run("edit --account jane@example.com --groups", "night shift")
    let ran = await list("1,2", "g", "", "b", "q")
    #expect(ran.err.contains("Now in: ops (1 of 2)\nOther groups: night shift\n"))
  }

  @Test("sorts by key, name and state in turn")
  func sort() async {
    await samples()
    await home.run("disable jane@example.com")
    let ran = await list("s", "s", "q")
    #expect(ran.err.contains("In the order of first and last names.\n"))
    #expect(ran.err.contains("In the order of their states.\n"))
    #expect(
      ran.out.hasSuffix(
        "1  jane@example.com   Jane Smith  [disabled]\n2  alex@example.com   Alex Ivanov\n3  anton@example.com  Anton Petrov\n"
      ))
  }
}
