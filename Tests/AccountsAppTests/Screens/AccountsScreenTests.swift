import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("The list of accounts on the screen") struct AccountsScreenTests {
  private let home = Home()

  @Test("shows the key, the name, the groups and the state of everyone, by key without case")
  func table() async throws {
    await home.run("init")
    let stage = await home.accountsList()
    #expect(stage.kind == "accounts")
    #expect(
      stage.names == ["ada", "alan", "Edsger", "grace"].map { "\($0)@example.com" })
    let lines = stage.frame(Size(columns: 100, rows: 24)).lines
    let ada = try #require(lines.first { $0.contains("ada@example.com") })
    #expect(ada.hasPrefix(">"))
    for text in ["Ada Lovelace", "ops, staff", "open"] { #expect(ada.contains(text)) }
    let titles = try #require(lines.first { $0.contains("Email ↑") })
    for title in ["Name", "Groups", "State"] {
      #expect(titles.contains(title))
    }
    #expect(!stage.shows("$y$") && !stage.shows("12345"))
  }

  @Test("comes back to where it was opened: the login keeps what was typed")
  func back() async {
    await home.run("register --email mario@gmail.com --password 12345 --no-login")
    await home.run("logout")
    var stage = await Stage(home)
    await stage.type("mario")
    await stage.press(.control("o"))
    #expect(stage.kind == "accounts")
    await stage.press(.escape)
    #expect(stage.kind == "login" && stage.form?[.email] == "mario")
    await home.run("login --email mario@gmail.com --password 12345")
    stage = await Stage(home)
    await stage.press(.character("L"))
    #expect(stage.kind == "accounts")
    await stage.press(.escape)
    #expect(stage.kind == "profile" && stage.state.account == nil)
  }

  @Test("narrows while one types, and shows all again with Esc")
  func narrows() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("/"))
    var counts: [Int] = []
    for character in "lova" {
      await stage.type(String(character))
      counts.append(stage.names.count)
    }
    #expect(counts == [4, 1, 1, 0])
    #expect(stage.shows("no matching accounts") && stage.shows("lova"))
    await stage.press(.backspace, .enter)
    #expect(stage.names == ["ada@example.com"])
    #expect(try !stage.accounts().search.isTyping)
    await stage.press(.character("/"), .escape)
    #expect(stage.names.count == 4)
    await stage.press(.escape)
    #expect(stage.kind == "login")
  }

  @Test("narrows by state and group, as typed and by key")
  func filters() async {
    var stage = await home.accountsList()
    await home.run("disable alan@example.com")
    await stage.press(.character("/"))
    await stage.type("group:staff ad")
    #expect(stage.names == ["ada@example.com"])
    await stage.press(.control("u"))
    await stage.type("состояние:отключён")
    #expect(stage.names == ["alan@example.com"])
    // Nobody is closed or locked.
    await stage.press(.escape, .character("F"))
    #expect(stage.names == ["alan@example.com"] && stage.shows("state:disabled"))
    await stage.type("ada")
    #expect(stage.names.isEmpty && stage.shows("no matching accounts of this state: disabled"))
    await stage.press(.control("u"))
    await stage.type("state:open")
    #expect(stage.names.count == 3, "a state that is typed counts more")
    await stage.press(.escape)
    #expect(stage.names.count == 4, "Esc shows all")
    await stage.press(.character("F"), .character("F"))
    #expect(stage.names.count == 3)
    await stage.press(.character("F"))
    #expect(stage.names.count == 4 && (try? stage.accounts().search.text) == "")
  }

  @Test("is sorted by key, name or state, and the focus stays on its account")
  func sorts() async throws {
    var stage = await home.accountsList()
    await home.run("disable grace@example.com")
    await stage.press(.down)
    #expect(try stage.accounts().names == ["alan@example.com"])
    await stage.press(.character("S"))
    #expect(stage.names.first == "ada@example.com" && stage.shows("Name ↑"))
    #expect(try stage.accounts().names == ["alan@example.com"])
    await stage.press(.character("S"))
    #expect(stage.names.first == "grace@example.com")
    #expect(try stage.accounts().names == ["alan@example.com"])
  }

  @Test("opens the profile of an account, and its form; Esc leads back")
  func opens() async throws {
    var stage = await home.accountsList()
    await stage.press(.down, .enter)
    #expect(try stage.account().email?.text == "alan@example.com")
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Al")
    await stage.press(.control("s"))
    #expect(try stage.account().firstName?.text == "Al")
    await stage.press(.escape)
    #expect(stage.kind == "accounts" && stage.shows("Al Turing"))
    #expect(try stage.accounts().names == ["alan@example.com"])
    await stage.press(.character("E"))
    #expect(stage.kind == "edit" && stage.shows("alan@example.com › Edit"))
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
    #expect(try await home.personal.show("alan@example.com").account.firstName?.text == "Al")
  }

  @Test("adds an account, which is not logged in, and comes back to the list")
  func adds() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    #expect(stage.kind == "registration" && stage.shows("Add an account"))
    await stage.type("grace@example.com")
    await stage.go(to: .password)
    await stage.type(newPassword: "12345")
    await stage.press(.control("s"))
    #expect(stage.kind == "registration" && stage.form?.focusedRow?.refusal == .unique)
    await stage.retype("new@example.com")
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts" && stage.names.contains("new@example.com"))
    #expect(stage.said.contains("Created account new@example.com"))
    await stage.press(.escape)
    #expect(stage.kind == "login")
    await stage.press(.control("o"), .character("A"))
    await stage.type("x")
    await stage.press(.escape)
    #expect(stage.state.question?.answer == .leave(.back))
    await stage.press(.character("Y"))
    #expect(stage.kind == "accounts")
  }

  /// The places where the columns begin, by their titles.
  private func columns(_ stage: Stage, _ size: Size) -> [Int?] {
    let titles = stage.frame(size).lines[2]
    return ["Email", "Name", "Groups", "State"].map { title in
      titles.range(of: title).map { titles.distance(from: titles.startIndex, to: $0.lowerBound) }
    }
  }

  @Test(
    "moves no column while it is open, whatever is searched for, sorted or changed",
    arguments: [80, 100, 120, 200])
  func still(width: Int) async throws {
    var stage = await home.accountsList()
    let size = Size(columns: width, rows: 24)
    await stage.send(.resized(size))
    let before = columns(stage, size)
    #expect(before.compactMap(\.self).count > 2)
    for keys: [Key] in [
      [.character("/"), .character("a"), .character("l"), .enter], [.escape], [.character("S")],
      [.character("O"), .enter, .tab, .enter],
    ] {
      for key in keys { await stage.press(key) }
      #expect(columns(stage, size) == before, "after \(keys)")
    }
    await home.run(
      "edit --account grace@example.com --last-name \(String(repeating: "o", count: 20))")
    await stage.press(.character("R"))
    #expect(columns(stage, size) == before)
  }

  @Test(
    "has every column at 120 columns before the account beside them, and cuts the longest name for that"
  )
  func wholeNames() async throws {
    let email = String(repeating: "e", count: 17) + "@host.de"
    let name = (first: String(repeating: "f", count: 12), last: String(repeating: "l", count: 12))
    let user = String(repeating: "u", count: 25)
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "\(email)", "username": "\(user)", "groups": ["ops", "staff"],
         "password": "{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
         "firstName": "\(name.first)", "lastName": "\(name.last)", "validFrom": "2999-01-01"}
      ]}
      """)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    let size = Size(columns: 120, rows: 40)
    await stage.send(.resized(size))
    let line = stage.frame(size).lines[3]
    for text in [email, "uuuuuuuuuuuu", "…", "\(name.first) \(name.last)", "ops, staff"] {
      #expect(line.contains(text))
    }
    #expect(!line.contains("│"))
    let broad = Size(columns: 200, rows: 40)
    await stage.send(.resized(broad))
    let all = stage.frame(broad).lines[3]
    for text in [email, user, "\(name.first) \(name.last)", "ops, staff", "valid from 2999-01-01"] {
      #expect(all.contains(text))
    }
    #expect(stage.shows("│ \(name.first)", broad))
  }

  @Test("the key line names whom it concerns, if that is not the account under the bar")
  func whom() async throws {
    var stage = await home.accountsList()
    func keys(_ columns: Int) -> String {
      let size = Size(columns: columns, rows: 24)
      let rows = ScreenLayout(stage.state, size: size).keyRows
      return stage.frame(size).lines.suffix(rows).joined(separator: " ")
        .split(separator: " ").joined(separator: " ")
    }
    #expect(!keys(80).contains(": O"))
    await stage.press(.character(" "))
    for columns in [40, 80, 120] {
      #expect(keys(columns).contains("ada@example.com: O disable"), "\(keys(columns))")
    }
    await stage.press(.up)
    #expect(!keys(80).contains("ada@example.com"))
    await stage.press(.down, .character(" "))
    #expect(keys(80).contains("2 accounts: O disable"))
    await stage.press(.character("/"))
    #expect(!keys(80).contains("2 accounts"))
  }
}
