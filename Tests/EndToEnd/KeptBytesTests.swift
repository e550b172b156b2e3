import Testing

/// An edit changes what it was asked to, and no other byte of the file.
@Suite struct KeptBytesTests {
  struct Layout: Sendable, CustomTestStringConvertible {
    let name: String
    var words = ["edit", "--first-name", "Ada"]
    let before: String
    let after: String
    var testDescription: String { name }
  }

  static let layouts: [Layout] = [
    Layout(
      name: "tabs",
      before: "{\n\t\"accounts\": [\n\t\t{\n\t\t\t\"email\": \"ada@host.com\",\n"
        + "\t\t\t\"password\": \"12345\",\n\t\t\t\"firstName\": \"A\"\n\t\t}\n\t]\n}\n",
      after: "{\n\t\"accounts\": [\n\t\t{\n\t\t\t\"email\": \"ada@host.com\",\n"
        + "\t\t\t\"password\": \"12345\",\n\t\t\t\"firstName\": \"Ada\"\n\t\t}\n\t]\n}\n"),
    Layout(
      name: "tabs and CRLF around a new field",
      before: "{\r\n\t\"accounts\": [\r\n\t\t{\r\n\t\t\t\"email\": \"ada@host.com\",\r\n"
        + "\t\t\t\"password\": \"12345\"\r\n\t\t}\r\n\t]\r\n}\r\n",
      after: "{\r\n\t\"accounts\": [\r\n\t\t{\r\n\t\t\t\"email\": \"ada@host.com\",\r\n"
        + "\t\t\t\"password\": \"12345\",\r\n\t\t\t\"firstName\": \"Ada\"\r\n\t\t}\r\n\t]\r\n}\r\n"),
    Layout(
      name: "own keys, own order, own spacing, own escapes",
      before: #"""
        { "accounts" :[
          { "phone":"+7 (912) 345-67-89" ,"note" : "\u0041da \/ 1", "firstName" :"A",
            "tags":[ 1,2 ,  3e0 ],"password" : "12345","email":"ada@host.com"  }
          ]  , "$schema":"accounts.schema.json", "owner": {"of": null} }
        """#,
      after: #"""
        { "accounts" :[
          { "phone":"+7 (912) 345-67-89" ,"note" : "\u0041da \/ 1", "firstName" :"Ada",
            "tags":[ 1,2 ,  3e0 ],"password" : "12345","email":"ada@host.com"  }
          ]  , "$schema":"accounts.schema.json", "owner": {"of": null} }
        """#),
    Layout(
      name: "one line, nothing between",
      before: #"{"accounts":[{"email":"ada@host.com","password":"12345"}]}"#,
      after: #"{"accounts":[{"email":"ada@host.com","password":"12345","firstName":"Ada"}]}"#),
    Layout(
      name: "a byte-order mark, four spaces, and no final line end",
      before: "\u{FEFF}{\n    \"accounts\": [\n        {\n            \"email\": \"ada@host.com\","
        + "\n            \"password\": \"12345\"\n        }\n    ]\n}",
      after: "\u{FEFF}{\n    \"accounts\": [\n        {\n            \"email\": \"ada@host.com\","
        + "\n            \"password\": \"12345\",\n            \"firstName\": \"Ada\""
        + "\n        }\n    ]\n}"),
    Layout(
      name: "empty lines at the end",
      before: "{\"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"12345\"}]}\n\n\n",
      after: "{\"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"12345\", "
        + "\"firstName\": \"Ada\"}]}\n\n\n"),
    Layout(
      name: "a field that is cleared", words: ["edit", "--phone", ""],
      before: """
        {"accounts": [
          {"email": "ada@host.com", "phone": "+7 (912) 345-67-89", "password": "12345"}
        ]}
        """,
      after: """
        {"accounts": [
          {"email": "ada@host.com", "password": "12345"}
        ]}
        """),
    Layout(
      name: "an account that is removed", words: ["remove", "ada@host.com", "--yes"],
      before: """
        {"x": 1, "accounts": [
          {"email": "paul@host.com", "password": "12345"},
          {"email": "ada@host.com", "password": "12345"},
          {"email": "anna@host.com", "password": "12345"}
        ], "y": 2}
        """,
      after: """
        {"x": 1, "accounts": [
          {"email": "paul@host.com", "password": "12345"},
          {"email": "anna@host.com", "password": "12345"}
        ], "y": 2}
        """),
    Layout(
      name: "letters of all scripts", words: ["edit", "--last-name", "Лавлейс 👩‍💻 é"],
      before: #"{"accounts": [{"email": "ada@host.com", "password": "12345", "lastName": "Ж"}]}"#,
      after: #"{"accounts": [{"email": "ada@host.com", "password": "12345", "#
        + "\"lastName\": \"Лавлейс 👩‍💻 é\"}]}"),
    Layout(
      name: "quotes and backslashes", words: ["edit", "--last-name", #"a"b\c/d"#],
      before: #"{"accounts": [{"email": "ada@host.com", "password": "12345", "lastName": "Ж"}]}"#,
      after: #"{"accounts": [{"email": "ada@host.com", "password": "12345", "#
        + #""lastName": "a\"b\\c/d"}]}"#),
  ]

  @Test("every byte that was not asked to change stays", arguments: layouts)
  func keeps(layout: Layout) async throws {
    let home = try Home(layout.before)
    let ran = try await home.run(layout.words)
    #expect(ran.code == 0, "\(ran)")
    #expect(try home.accounts.text == layout.after)
    #expect(try home.accounts.bytes == Array(layout.after.utf8))
  }

  @Test("a new account takes the style of the file, and leaves the others as they are")
  func appends() async throws {
    let home = try Home(
      "{\r\n\t\"accounts\": [\r\n\t\t{\"email\": \"ada@host.com\", \"password\": \"12345\"}\r\n"
        + "\t],\r\n\t\"own\": [1,2]\r\n}")
    let ran = try await home.run(
      "register", "--email", "paul@host.com", "--password", "54321", "--no-login")
    #expect(ran.code == 0)
    let hash = try #require(try home.accounts.people.last?["password"] as? String)
    let expected =
      "{\r\n\t\"accounts\": [\r\n\t\t{\"email\": \"ada@host.com\", \"password\": \"12345\"},\r\n"
      + "\t\t{\"email\": \"paul@host.com\", \"password\": \"\(hash)\"}\r\n"
      + "\t],\r\n\t\"own\": [1,2]\r\n}"
    #expect(try home.accounts.text == expected)
  }

  @Test("an edit and its cancel leave every value that was there", arguments: layouts.prefix(9))
  func thereAndBack(layout: Layout) async throws {
    guard layout.words.first == "edit" else { return }
    let home = try Home(layout.before)
    #expect(try await home.run(layout.words).code == 0)
    #expect(try await home.run("cancel").code == 0)
    let people = try JSONOutput.canonical(home.accounts.text.filter { $0 != "\u{FEFF}" })
    #expect(try people == JSONOutput.canonical(layout.before.filter { $0 != "\u{FEFF}" }))
  }

  @Test("the file's mode is kept", arguments: [0o600, 0o640, 0o644, 0o400] as [UInt32])
  func mode(mode: UInt32) async throws {
    let home = try Home(fixture: "register")
    try home.accounts.setMode(mode)
    #expect(try await home.run("edit", "--first-name", "M").code == 0)
    #expect(try home.accounts.mode == mode)
  }

  @Test("a symbolic link is followed, and stays a link")
  func link() async throws {
    let home = try Home(fixture: "register")
    let text = try home.accounts.text
    try home.makeDirectory("elsewhere")
    try home.file("elsewhere/people.json").write(text)
    try home.accounts.becomeLink(to: "../../elsewhere/people.json")
    #expect(try await home.run("edit", "--first-name", "M").code == 0)
    #expect(try home.accounts.isLink)
    let changed = text.replacing("\"Mario\"", with: "\"M\"")
    #expect(try home.file("elsewhere/people.json").text == changed)
    #expect(try home.names(in: "elsewhere") == [".people.json.lock", "people.json"])
  }

  @Test(
    "a link that leads nowhere or in a circle is refused, and stays",
    arguments: [
      ("nowhere.json", "it is a symbolic link that leads nowhere"),
      ("accounts.json", "it is a symbolic link that leads in a circle"),
    ])
  func badLink(target: String, reason: String) async throws {
    let home = try Home(fixture: "register")
    try home.accounts.becomeLink(to: target)
    let edit = try await home.run(
      "register", "--email", "paul@host.com", "--password", "54321")
    #expect(edit.code == 74)
    #expect(edit.err.contains("~/Documents/regapp/accounts.json: \(reason)\n"))
    #expect(try home.accounts.isLink)
  }

  @Test("a file of two names is refused, and both keep their text")
  func hardLink() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.addName("other.json")
    let before = try home.accounts.state
    let edit = try await home.run("edit", "--first-name", "M")
    #expect(edit.code == 74)
    #expect(edit.out == "")
    #expect(try home.accounts.state == before)
  }

  @Test("a writer leaves nothing behind but its lock, and removes what a killed one left")
  func temporaryFiles() async throws {
    let home = try Home(fixture: "register")
    try home.file("\(Home.documents)/.accounts.json.0123456789abcdef.tmp").write("half")
    try home.file("\(Home.documents)/.accounts.json.mine.tmp").write("mine")
    #expect(try await home.run("edit", "--first-name", "M").code == 0)
    #expect(
      try home.names() == [
        ".accounts.json.lock", ".accounts.json.mine.tmp", ".session.lock", "accounts.json",
        "edit.json",
      ])
  }
}
