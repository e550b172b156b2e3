import Accounts
import Testing
import TextTools

@testable import Exchange

@Suite("Authelia's YAML") struct AutheliaTests {
  @Test(
    "a value in quotes keeps its text on one line", arguments: Hostile.texts + Hostile.misleading
  )
  func scalars(text: String) throws {
    let written = YAMLScalar.text(text)
    #expect(written.unicodeScalars.allSatisfy { !$0.misleads && $0 != "\u{FEFF}" })
    let (read, end) = try YAMLScalar.read(Array(written.utf8)[...])
    #expect(Array(read?.utf8 ?? "!".utf8) == Array(text.utf8))
    #expect(end == written.utf8.count)
  }

  @Test(
    "values as other programs write them",
    arguments: [
      ("a", "a"), ("a b", "a b"), ("a b  # c", "a b"), ("a#b", "a#b"), ("a\t# b", "a"),
      ("a\t", "a"), ("~", nil), ("null", nil),
      ("'a' ", "a"), ("'a''b'", "a'b"), (#""a\tb\x41\u00e9\U0001F642\"""#, "a\tbAé🙂\""),
      ("-a", "-a"), ("$2b$12$x/.", "$2b$12$x/."),
      ("$argon2id$v=19$m=1,t=2$a", "$argon2id$v=19$m=1,t=2$a"),
    ] as [(String, String?)])
  func plain(written: String, text: String?) throws {
    #expect(try YAMLScalar.read(Array(written.utf8)[...]).text == text)
  }

  @Test(
    "anything beyond a value is rejected",
    arguments: [
      ("&a b", .beyond), ("*a", .beyond), ("!!str a", .beyond), ("|", .beyond), (">-", .beyond),
      ("{a: b}", .beyond), ("[a]", .beyond), ("- a", .beyond), ("? a", .beyond), ("-\ta", .beyond),
      ("%a", .beyond),
      ("'a", .openQuote), ("\"a", .openQuote), ("\"a\\\"", .openQuote), ("\"\\q\"", .escape),
      ("\"\\u12\"", .escape), ("\"\\ud800\"", .escape), ("\"\\U00110000\"", .escape),
    ] as [(String, YAMLFault)])
  func refused(text: String, fault: YAMLFault) {
    #expect(throws: fault) { try YAMLScalar.read(Array(text.utf8)[...]) }
  }

  private static let user = "users:\n  a@b.co:\n"

  @Test(
    "a sign that YAML takes for the end of a line is beyond what is read, in a comment, too",
    arguments: ["\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func otherLineEnds(sign: String) {
    for line in ["# note", "nickname: M # c", "dept: {a: b}"] {
      let text = Self.user + "    password: $1$a$b\n    \(line)\(sign)    disabled: true\n"
      #expect(ExchangeFormat.authelia.read(ExchangeText(text)).endedEarly)
    }
  }

  static let cases: [ReadCase] = [
    ReadCase(
      "a file as its makers show it",
      """
      ---
      ###############
      users:
        authelia:
          disabled: false
          displayname: "Test User"
          # a comment
          password: "$argon2id$v=19$m=32768,t=1,p=8$x$y"  # and one more
          email: authelia@authelia.com
          groups:
            - admins
            - 'dev'
      ...
      """,
      rows: [
        "email=authelia@authelia.com username=authelia "
          + "password=$argon2id$v=19$m=32768,t=1,p=8$x$y groups=admins, dev "
          + #"x-authelia={"displayname":"Test User"}"#
      ]),
    ReadCase(
      "all that it knows of a person",
      user + """
            given_name: Ada
            family_name: ''
            birthdate: '1990-12-10'
            phone_number: "+7"
            nickname: a
            groups: [a, 'b,]', "c"]
            displayname: 'Ada'
            password: $1$a$b
        """,
      rows: [
        "email=a@b.co password=$1$a$b firstName=Ada lastName= birthDate=1990-12-10 phone=+7 "
          + #"groups=a, b,], c x-authelia={"nickname":"a"}"#
      ]),
    ReadCase(
      "items at the depth of their key",
      user + "    groups:\n    - a\n    - b\n    email: c@d.co\n",
      rows: ["email=c@d.co username=a@b.co groups=a, b"]),
    ReadCase(
      "who is disabled", user + "    password: '$1$a$b'\n    disabled: True\n",
      rows: ["email=a@b.co password=$1$a$b disabled=true"]),
    ReadCase(
      "a user without an email", "users:\n  ada:\n    displayname: Ada\n",
      rows: [#"username=ada x-authelia={"displayname":"Ada"}"#]),
    ReadCase(
      "keys of people's own, beside its own",
      user + "    x-note:\n      a: 1\n    locale: en\n    //: x\n",
      rows: [#"email=a@b.co x-note={"a":1} //="x" x-authelia={"locale":"en"}"#]),
    ReadCase(
      "the key that they are kept under", user + "    x-authelia:\n      locale: en\n",
      rows: ["email=a@b.co"], faults: ["3:5 knownKey"]),
    ReadCase(
      "maps and lists of one's own, with their types",
      user + """
            address:
              city: Rome
              number: '5'
            extra:
              floor: 5
              on: true
              off: "true"
              nothing:
              none: {}
              tags: [a, b]
              deep:
                - 1
                - x
        """,
      rows: [
        #"email=a@b.co x-authelia={"address":{"city":"Rome","number":"5"},"extra":{"floor":5,"#
          + #""on":true,"off":"true","nothing":null,"none":{},"tags":["a","b"],"deep":[1,"x"]}}"#
      ]),
    ReadCase(
      "a map that is none", user + "    address: x\n", rows: [], faults: ["3:14 syntax"]),
    ReadCase("no map", user + "    address:\n", rows: ["email=a@b.co"]),
    ReadCase(
      "a map in braces below", user + "    extra:\n      a: {b: c}\n", faults: ["4:10 syntax"]),
    ReadCase(
      "a map in a list below", user + "    extra:\n      - a: b\n", faults: ["4:10 syntax"]),
    ReadCase(
      "maps too deep",
      user + "    extra:\n"
        + (0..<40).map { String(repeating: " ", count: 6 + $0) + "a:\n" }.joined(),
      faults: ["35:40 syntax"]),
    ReadCase(
      "plain text that says so", user + "    password: $plaintext$secret",
      rows: ["email=a@b.co password=secret"]),
    ReadCase(
      "values that are not there",
      user + "    email:\n    password: ~\n    groups: []\n    phone_number: ''\n",
      rows: ["email=a@b.co"]),
    ReadCase(
      "two, CR LF",
      "users:\r\n  'a@b.co':\r\n    disabled: no\r\n".replacing("no", with: "false")
        + "  \"c@d.co\":\r\n",
      rows: ["email=a@b.co", "email=c@d.co"]),
    ReadCase("no users", "users: {}\n"),
    ReadCase("no users, and no braces", "users:\n"),
    ReadCase("nothing", "", faults: ["1:1 syntax"]),
    ReadCase("another document", "people:\n  a:\n", faults: ["1:1 syntax"]),
    ReadCase(
      "another key beside users", user + "    disabled: false\nother: 1\n", rows: ["email=a@b.co"],
      faults: ["4:1 syntax"]),
    ReadCase(
      "an unknown key", user + "    adress: x\n", rows: ["email=a@b.co"], faults: ["3:5 knownKey"]),
    ReadCase(
      "unknown keys of several users, each key once",
      user + "    adress:\n      x: {a: b}\n    email: c@d.co\n  e@f.co:\n    adress: y\n"
        + "    mood: z\n",
      rows: ["email=c@d.co username=a@b.co", "email=e@f.co"],
      faults: ["3:5 knownKey", "8:5 knownKey"]),
    ReadCase("a tab", "users:\n\ta:\n", faults: ["2:1 syntax"]),
    ReadCase(
      "depths that do not fit", user + "    disabled: false\n   email: x\n", faults: ["4:4 syntax"]),
    ReadCase(
      "a user less deep than the first", "users:\n    a:\n  b:\n", rows: ["username=a"],
      faults: ["3:3 syntax"]),
    ReadCase("a block of text", user + "    displayname: |\n      x\n", faults: ["3:18 syntax"]),
    ReadCase("an anchor", "users: &a\n", faults: ["1:8 syntax"]),
    ReadCase(
      "a list in braces over lines", user + "    groups: [a,\n      b]\n", faults: ["3:13 syntax"]),
    ReadCase("a map in braces", "users:\n  a: {password: x}\n", faults: ["2:6 syntax"]),
    ReadCase("text behind a value", user + "    displayname: 'a' b\n", faults: ["3:22 syntax"]),
    ReadCase("a colon in a value", user + "    displayname: a: b\n", faults: ["3:19 syntax"]),
    ReadCase(
      "a tab before a comment and behind a colon",
      user + "    displayname:\tAda\t# x\n    groups:\n      - admins\t# all\n",
      rows: [#"email=a@b.co groups=admins x-authelia={"displayname":"Ada"}"#]),
    ReadCase(
      "a map in a list", user + "    groups:\n      - a:\tb\n", faults: ["4:10 syntax"]),
    ReadCase("a map in a list in brackets", user + "    groups: [?a]\n", faults: ["3:14 syntax"]),
    ReadCase("no space behind a colon", user + "    displayname:a\n", faults: ["3:5 syntax"]),
    ReadCase("a key twice", user + "    email: a\n    email: b\n", faults: ["4:5 syntax"]),
    ReadCase(
      "a user twice", "users:\n  a:\n  'a':\n", rows: ["username=a"], faults: ["3:3 syntax"]),
    ReadCase("neither true nor false", user + "    disabled: maybe\n", faults: ["3:15 syntax"]),
    ReadCase("a text for true or false", user + "    disabled: \"no\"\n", faults: ["3:15 syntax"]),
    ReadCase("a word of older YAML", user + "    disabled: no\n", faults: ["3:15 syntax"]),
    ReadCase("nothing for true or false", user + "    disabled:\n", faults: ["3:14 syntax"]),
    ReadCase(
      "a password that could be a hash or plain text", user + "    password: secret\n",
      rows: ["email=a@b.co"],
      faults: ["3:15 bareHash"]),
  ]

  @Test("unknown keys are dropped by name, with what is below, where that is wanted")
  func unknown() {
    let text =
      Self.user + "    adress:\n      city: Rome\n      x: {a: b}\n    extras:\n    - a\n"
      + "    email: c@d.co\n"
    let reading = AutheliaReader.read(ExchangeText(text), .leavingOut(["adress", "extras"]))
    #expect(reading.faults.isEmpty)
    #expect(reading.rows == ["email=c@d.co username=a@b.co dropped: adress extras"])
  }

  @Test(
    "a key that may say who can log in is left out only with its values",
    arguments: ["disable", "dissabled", "Disabled", "validuntil", "mustchange", "status", "vip"])
  func limitsLogin(key: String) {
    let text = Self.user + "    \(key): true\n    adress: x\n  e@f.co:\n    \(key): true\n"
    func faults(_ leftOut: String...) -> [String] {
      let reading = AutheliaReader.read(ExchangeText(text), .leavingOut(leftOut))
      #expect(reading.isRefused == !reading.faults.isEmpty)
      return reading.placed(in: text)
    }
    #expect(faults() == ["3:5 meantValues", "4:5 knownKey"])
    #expect(faults("adress") == ["3:5 meantValues"])
    #expect(faults("adress", key) == ["3:5 meantValues"])
    #expect(faults("adress", "\(key)=false").count == 2)
    #expect(faults("adress", "\(key)=true") == [])
  }

  @Test(
    "true and false count under a key that is left out, however they are written",
    arguments: [
      ("frozn: ' true'", "3:5 meantValues"), ("frozn: \"False \"", "3:5 meantValues"),
      ("frozn: &a true", "3:12 syntax"), ("frozn: !!bool true", "3:12 syntax"),
      ("frozn: *off", "3:12 syntax"), ("frozn: !!bool\n      true", "3:12 syntax"),
      ("frozn:\n      true", "4:7 syntax"), ("frozn:\n      &a true", "4:7 syntax"),
      ("frozn: |\n      true", "3:12 syntax"), ("frozn: 'true\n      '", "3:12 syntax"),
      ("<<: {frozn: true}", "3:5 syntax"), ("<<: *off", "3:5 syntax"),
      ("'<<':\n      frozn: true", "3:5 syntax"),
    ])
  func writtenOtherwise(line: String, fault: String) {
    let text = Self.user + "    \(line)\n"
    let reading = AutheliaReader.read(ExchangeText(text), .leavingOut(["frozn"]))
    #expect(reading.placed(in: text) == [fault])
  }

  @Test("a key that is a field elsewhere has another name here, or is left out as a field")
  func fieldsOfOthers() {
    let text =
      Self.user + "    username: ada\n  e@f.co:\n    username: eve\n    firstName: Eve\n"
    let reading = AutheliaReader.read(ExchangeText(text))
    #expect(reading.placed(in: text) == ["3:5 notInFormat", "6:5 notInFormat"])
    var options = ReadingOptions()
    options.without = [.username, .firstName]
    let without = AutheliaReader.read(ExchangeText(text), options)
    #expect(without.faults.isEmpty && without.rows == ["email=a@b.co", "email=e@f.co"])
  }

  @Test("an unknown key is told once, with the number of the other users")
  func more() {
    let users = (0..<5).map { "  a\($0)@b.co:\n    club: \($0)\n" }.joined()
    let reading = AutheliaReader.read(ExchangeText("users:\n" + users))
    guard case .rule(let problem)? = reading.faults.first?.fault else {
      Issue.record("\(reading.faults)")
      return
    }
    #expect(reading.faults.count == 1 && problem.more == 4)
  }

  @Test("disabled is left out only of who is not", arguments: ["true", "false"])
  func without(disabled: String) {
    var options = ReadingOptions()
    options.without = [.disabled]
    let text = Self.user + "    disabled: \(disabled)\n"
    let reading = AutheliaReader.read(ExchangeText(text), options)
    #expect(reading.placed(in: text) == (disabled == "true" ? ["3:15 keptOut"] : []))
  }

  @Test("a user is written in full, and read as it was")
  func user() throws {
    let text =
      Authelia.head + """
          ada:
            disabled: true
            displayname: 'A'
            password: '$2b$05$x'
            email: 'a@b.co'
            address:
              city: 'Rome'
            extra:
              floor: 5
              'on': true
              tags:
                - 'a'
              deep:
                none: {}
                empty: null
            groups:
              - 'ops'
              - '# x'

        """
    let records = AutheliaReader.read(ExchangeText(text)).records
    var record = try #require(records.first)
    #expect(records.count == 1)
    record.canLogIn = false
    #expect(try Authelia.head + Authelia.user(record) == text)
  }

  @Test("a name that is there already is refused: names are unique")
  func takenName() throws {
    var writer = ExchangeWriter(.authelia)
    var values = FieldValues()
    values.username = "ada"
    values.password = "$y$j75$a$b"
    _ = try writer.text(of: ExchangeRecord(values))
    #expect(throws: ExportObstacle.nameTaken("ada")) {
      try writer.text(of: ExchangeRecord(values))
    }
  }

  @Test("is read", arguments: cases)
  func reads(row: ReadCase) {
    let reading = AutheliaReader.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }
}
