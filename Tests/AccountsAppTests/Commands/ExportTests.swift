import Exchange
import Foundation
import Testing
import TextTools

@testable import Accounts
@testable import AccountsApp
@testable import ScreenKit

@Suite("export") struct ExportTests {
  private let home = Home()

  static let bcrypt = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private func write(_ accounts: [String]) throws {
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\n\(accounts.joined(separator: ",\n"))\n]}\n")
  }

  private func account(
    _ email: String, _ password: String = bcrypt, _ more: String = ""
  ) -> String {
    "{\"email\": \"\(email)\", \"password\": \"\(password)\"\(more)}"
  }

  private let ada = ", \"firstName\": \"Ada\", \"birthDate\": \"1990-12-10\", \"own\": [1]"

  @Test("prints each format", arguments: ExchangeFormat.allCases)
  func formats(format: ExchangeFormat) async throws {
    try write([account("Ada@mail.ru", Self.bcrypt, ada)])
    let expected =
      switch format {
      case .htpasswd: "Ada@mail.ru:\(Self.bcrypt)\n"
      case .htgroup: ""
      case .dovecot: "ada@mail.ru:{CRYPT}\(Self.bcrypt)::::::\n"
      case .authelia:
        """
        users:
          'Ada@mail.ru':
            disabled: false
            displayname: 'Ada'
            password: '\(Self.bcrypt)'
            email: 'Ada@mail.ru'
            given_name: 'Ada'
            birthdate: '1990-12-10'
            groups: []

        """
      case .ldif:
        """
        dn: uid=Ada@mail.ru,dc=example,dc=com
        objectClass: inetOrgPerson
        uid: Ada@mail.ru
        cn: Ada
        sn: Ada@mail.ru
        givenName: Ada
        mail: Ada@mail.ru
        userPassword:: e0NSWVBUfSQyYiQwNSRhYmNkZWZnaGlqa2xtbm9wcXJzdHV1N3hCZGMzbXg1b
         k5sZ1ZIWUwyOHlDSC5xR3JnazAucQ==

        """
      case .csv:
        "email,username,firstName,lastName,birthDate,phone,groups,disabled,validFrom,validUntil,mustChange,"
          + "invitedUntil\r\nAda@mail.ru,,Ada,,1990-12-10,,,,,,,\r\n"
      case .json:
        """
        [
          {"email": "Ada@mail.ru", "firstName": "Ada", "birthDate": "1990-12-10", "own": [1]}
        ]

        """
      }
    let ran = await home.run("export --format \(format.rawValue)")
    #expect(ran == Ran(exit: 0, out: expected, err: "", questions: []))
  }

  @Test("csv and json carry hashes on request")
  func withHashes() async throws {
    try write([account("ada@mail.ru")])
    let csv = await home.run("export --format csv --with-hashes")
    #expect(csv.out.hasSuffix("\r\nada@mail.ru,,\(Self.bcrypt),,,,,,,,,,\r\n"))
    let json = await home.run("export --json --with-hashes")
    #expect(json.out.contains(#""password": "\#(Self.bcrypt)""#))
    #expect(await !home.run("export --json").out.contains("password"))
  }

  @Test("only accounts whose email or name contains a text; without matches, an empty file")
  func text() async throws {
    try write([account("ada@mail.ru"), account("bob@mail.ru")])
    #expect(await home.run("export --format htpasswd BOB").out == "bob@mail.ru:\(Self.bcrypt)\n")
    #expect(
      await home.run("export --format json eve")
        == Ran(exit: 0, out: "[]\n", err: "", questions: []))
    #expect(await home.run("export --format htpasswd eve").out == "")
    #expect(await home.run("export --format authelia eve").out == "users:\n")
  }

  @Test(
    "a typed password is exported as a hash that matches it, never as text",
    arguments: ExchangeFormat.readable)
  func typed(format: ExchangeFormat) async throws {
    try write([account("ada@mail.ru", "secret1")])
    let before = try home.text()
    for line in [
      "export --format \(format.rawValue)", "export --format \(format.rawValue) --with-hashes",
    ] {
      let ran = await home.run(line)
      #expect(ran.exit == 0, "\(ran)")
      #expect(!(ran.out + ran.err).contains("secret1"))
      let reading = format.read(ExchangeText(ran.out))
      guard let text = reading.records.first?.values.password else {
        #expect(!format.alwaysCarriesHashes && !line.hasSuffix("hashes"))
        continue
      }
      #expect(text.hasPrefix(format == .authelia ? "$2b$" : "$y$"))
      let stored = try StoredPassword(text)
      #expect(
        try await PasswordHasher(cost: 1).verify(PasswordText("secret1"), against: stored) == .fits)
    }
    #expect(try home.text() == before)
  }

  struct LeftOut: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let account: String
    var formats: [ExchangeFormat] = ExchangeFormat.allCases
    let words: String
  }

  private static let long =
    String(repeating: "n", count: 64) + "@" + String(repeating: "a", count: 60) + "."
    + String(repeating: "b", count: 60) + ".com"

  static let leftOut: [LeftOut] = [
    LeftOut(
      testDescription: "closed", account: #"{"email": "bad", "password": "\#(bcrypt)"}"#,
      words: "bad is left out: the account is closed: email must be an address with an @"),
    LeftOut(
      testDescription: "without an email", account: "{}",
      words: "(no name) at line 3 is left out: the account is closed: email is missing"),
    LeftOut(
      testDescription: "with an empty email", account: #"{"email": ""}"#,
      words: "(no name) at line 3 is left out: the account is closed: email must be an address "
        + "with an @"),
    LeftOut(
      testDescription: "a scheme that crypt(3) lacks",
      account: #"{"email": "bad@mail.ru", "password": "$argon2id$v=19$m=64,t=2,p=2$"#
        + #"c2FsdHNhbHQ$BsBu0EIaCRXYwzAFtOh+IA"}"#,
      formats: [.htpasswd],
      words: "bad@mail.ru is left out: the other program cannot check its hash ($argon2id$)"),
    LeftOut(
      testDescription: "a scheme that Authelia lacks",
      account: #"{"email": "bad@mail.ru", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"}"#,
      formats: [.authelia],
      words: "bad@mail.ru is left out: the other program cannot check its hash ($1$)"),
    LeftOut(
      testDescription: "a hash that was cut short",
      account: #"{"email": "bad@mail.ru", "password": "$2b$05$abc"}"#,
      formats: [.htpasswd, .dovecot, .authelia, .ldif],
      words: "bad@mail.ru is left out: its hash is truncated or malformed: no password matches it"),
    LeftOut(
      testDescription: "a name that would be a comment",
      account: ##"{"email": "#bad@mail.ru", "password": "\##(bcrypt)"}"##,
      formats: [.htpasswd, .dovecot],
      words: "#bad@mail.ru is left out: a name that begins with # would be a comment"),
    LeftOut(
      testDescription: "a line of 256 bytes and more",
      account:
        #"{"email": "\#(long)", "password": "$6$abcdefgh$\#(String(repeating: "x", count: 86))"}"#,
      formats: [.htpasswd],
      words: "\(long) is left out: its line would have 289 bytes, but at most 255 are read"),
    LeftOut(
      testDescription: "a typed password of which bcrypt does not see all",
      account: #"{"email": "bad@mail.ru", "password": "\#(String(repeating: "é", count: 37))"}"#,
      formats: [.authelia],
      words:
        "bad@mail.ru is left out: its typed password is longer than 72 bytes, the limit of the "
        + "other program's hash"
    ),
    LeftOut(
      testDescription: "a name of no characters",
      account: #"{"email": "bad@mail.ru", "password": "\#(bcrypt)", "firstName": ""}"#,
      formats: [.ldif],
      words:
        "bad@mail.ru is left out: its first or last name is empty, which LDAP does not allow"),
  ]

  @Test(
    "accounts that the format cannot hold are left out and reported last", arguments: leftOut
  )
  func obstacles(row: LeftOut) async throws {
    try write([account("ada@mail.ru"), row.account, account("eve@mail.ru")])
    for format in ExchangeFormat.readable {
      let ran = await home.run("export --format \(format.rawValue) --with-hashes")
      let mails = format.read(ExchangeText(ran.out)).records.map(\.values.email)
      guard row.formats.contains(format) else {
        #expect(ran.exit == 0 && mails.count == 3, "\(format): \(ran)")
        continue
      }
      #expect(mails == ["ada@mail.ru", "eve@mail.ru"], "\(format): \(ran)")
      #expect(ran.exit == 65)
      #expect(
        ran.err == """
          regapp: error: \(row.words)
          regapp: error: left out 1 of 3 accounts
          regapp: hint: the other accounts were exported

          """)
    }
  }

  @Test("groups that Apache would take for one are named, and neither is in it")
  func groups() async throws {
    try write([
      account("ada@mail.ru", Self.bcrypt, #", "groups": ["ops", "dev"]"#),
      account("bob@mail.ru", Self.bcrypt, ##", "groups": ["Ops", "#x"]"##),
    ])
    let ran = await home.run("export --format htgroup")
    #expect(ran.exit == 65 && ran.out == "dev: ada@mail.ru\n")
    #expect(
      ran.err == """
        regapp: error: the group ops is left out: the other program would take it for the group Ops
        regapp: error: the group Ops is left out: the other program would take it for the group ops
        regapp: error: the group #x is left out: a name that begins with # would be a comment
        regapp: error: left out 3 groups
        regapp: hint: give the group another name: regapp edit --account NAME --remove-group GROUP \
        --add-group GROUP

        """)
    #expect(await home.run("export --format json").exit == 0)
  }

  @Test(
    "who cannot log in now is marked, or left out and counted", arguments: ExchangeFormat.allCases)
  func states(format: ExchangeFormat) async throws {
    try write([
      account("ada@mail.ru", Self.bcrypt, #", "groups": ["ops"]"#),
      account("off@mail.ru", Self.bcrypt, #", "disabled": "on leave", "groups": ["ops"]"#),
      account("old@mail.ru", Self.bcrypt, #", "validUntil": "2020-01-01""#),
      account("new@mail.ru", Self.bcrypt, #", "validFrom": "2999-01-01""#),
      account("bob@mail.ru", "!" + Self.bcrypt), account("eve@mail.ru", "!secret1"),
      account("inv@mail.ru", Self.bcrypt, #", "invitedUntil": "2999-02-01", "groups": ["ops"]"#),
    ])
    let ran = await home.run("export --format \(format.rawValue) --with-hashes")
    #expect(ran.exit == 0 && !ran.out.contains("secret1"), "\(ran)")
    let emails = format.read(ExchangeText(ran.out)).records.map { $0.values.email ?? "" }
    let all = ["ada", "off", "old", "new", "bob", "eve", "inv"].map { "\($0)@mail.ru" }
    let leftOut = { (words: String) in "left out \(words)\n" }
    switch format {
    case .htpasswd, .ldif:
      #expect(emails == ["ada@mail.ru"])
      let words = "2 locked, 1 disabled, 1 expired, 1 not yet valid, 1 invited"
      #expect(ran.err == leftOut("6 accounts that cannot log in now: \(words)"))
    case .htgroup: #expect(ran.out == "ops: ada@mail.ru\n")
    case .dovecot:
      #expect(emails == all && ran.err == "")
      let lines = ran.out.split(separator: "\n").dropFirst()
      #expect(lines.allSatisfy { $0.hasSuffix(":{CRYPT}*::::::nologin=y") }, "\(ran.out)")
    case .authelia:
      #expect(emails == all.filter { !$0.hasPrefix("eve") })
      #expect(ran.err == leftOut("1 account that cannot log in now: 1 locked"))
      #expect(ran.out.split(separator: "disabled: true").count == 6)
      #expect(!ran.out.contains("!$"))
      // A code is no password: nothing fits who is invited.
      let invited = format.read(ExchangeText(ran.out)).records.last?.values
      #expect(invited?.email == "inv@mail.ru" && invited?.password?.hasSuffix("....") == true)
    case .csv, .json:
      #expect(emails == all && ran.err == "")
      #expect(ran.out.contains("on leave") && ran.out.contains("2999-01-01"))
      #expect(ran.out.contains("2999-02-01"))
      #expect(ran.out.contains("!\(Self.bcrypt)"))
    }
  }

  @Test("accounts left out are reported as JSON too, next to the others")
  func json() async throws {
    try write([account("ada@mail.ru"), account("bad")])
    let ran = await home.run("export --json")
    #expect(ran.exit == 65)
    #expect(ran.out == "[\n  {\"email\": \"ada@mail.ru\"}\n]\n")
    #expect(
      ran.err
        == #"{"error": {"code": "invalid", "exit": 65, "message": "left out 1 of 2 accounts", "#
        + #""hint": "the other accounts were exported", "problems": [{"field": "email", "rule": "address", "#
        + #""message": "the account is closed: email must be an address with an @", "email": "bad"}]}}"#
        + "\n")
  }

  @Test(
    "a wrong command line is 64, and prints nothing",
    arguments: [
      ("export", "export needs --format"),
      (
        "export --format htpaswd",
        "--format must be htpasswd, htgroup, dovecot, authelia, ldif, csv or json, not 'htpaswd'"
      ),
      ("export --for ngnix", "hint: did you mean nginx?"),
      ("export --format csv --json", "--json prints JSON, and csv is not JSON"),
      ("export --for caddy --json", "caddy does not read json"),
      ("export --format csv --base dc=x", "--base is only for ldif"),
      ("export --format csv --output=", "--output must name a file"),
      ("export --format ldif --spreadsheet", "--spreadsheet is only for csv"),
      (
        "export --format ldif --base example.com",
        "--base must be the name of an entry, not 'example.com'"
      ),
    ])
  func usage(line: String, words: String) async throws {
    try write([account("ada@mail.ru")])
    let ran = await home.run(line)
    #expect(ran.exit == 64 && ran.out == "")
    #expect(ran.err.contains(words) && ran.err.contains("hint"), "\(ran.err)")
  }

  @Test("a custom base is the parent of the entries")
  func base() async throws {
    try write([account("ada@mail.ru")])
    let ran = await home.run("export --format ldif --base", "ou=люди, dc=x")
    #expect(ran.exit == 0)
    let name = Base64.text(Array("uid=ada@mail.ru,ou=люди, dc=x".utf8))
    #expect(ran.out.hasPrefix("dn:: \(name)\n"))
  }

  @Test("a name from a file moves no cursor")
  func misleading() async throws {
    try write([account("ada@mail.ru"), #"{"email": "a\u001b[2J", "password": "x"}"#])
    let ran = await home.run("export --format csv")
    #expect(ran.exit == 65 && !ran.err.contains("\u{1B}") && ran.err.contains("a\\u{1B}[2J"))
  }

  @Test("a table that a spreadsheet would run comes with a warning that names its rows")
  func formulas() async throws {
    let phone = #", "phone": "+7 (912) 345-67-89""#
    try write([
      account("ada@mail.ru", Self.bcrypt, phone), account("=cmd@example.com"),
      account("eve@mail.ru", Self.bcrypt, #", "lastName": "@SUM(A1)""#),
      account("kim@mail.ru", Self.bcrypt, #", "lastName": "-1+2""#),
    ])
    let ran = await home.run("export --format csv")
    #expect(ran.exit == 0 && ran.out.contains("\r\n=cmd@example.com,,,,,,,,,,,\r\n"))
    #expect(
      ran.err
        == "regapp: warning: a spreadsheet would run cells in rows 3, 4, 5 as formulas; "
        + "--spreadsheet prevents that\n")
    let safe = await home.run("export --format csv --spreadsheet")
    #expect(safe.err == "")
    #expect(safe.out.contains("\"'=cmd@example.com\"") && safe.out.contains("\"'@SUM(A1)\""))
    #expect(safe.out.contains("\"'+7 (912) 345-67-89\""))
  }

  @Test("--output writes a file of its own, and never over the accounts")
  func output() async throws {
    try write([account("ada@mail.ru"), account("bad")])
    let before = try home.text()
    let path = "\(home.documents)/users"
    let ran = await home.run("export --format htpasswd --output \(path)")
    #expect(ran.exit == 65 && ran.out == "")
    #expect(ran.err.hasPrefix("wrote 1 account to \(path)\n"), "\(ran.err)")
    #expect(try home.text(of: "users") == "ada@mail.ru:\(Self.bcrypt)\n")
    let over = await home.run("export --format json --output \(home.accountsPath)")
    #expect(over.exit == 74)
    #expect(over.err.contains("it is one of regapp's own files\n"), "\(over.err)")
    #expect(try home.text() == before)
    for name in ["-", "/dev/stdout"] {
      #expect(await home.run("export --format htpasswd --output \(name) ada").out.hasPrefix("ada@"))
    }
  }

  @Test(
    "--output is never one of our own files, where the path says or where the link leads",
    arguments: [
      "accounts.json", "session.json", "edit.json", "failed-logins", ".accounts.json.lock",
      ".session.lock", ".accounts.edit.1000",
    ], [false, true])
  func ownFiles(name: String, isLinked: Bool) async throws {
    let place = isLinked ? "\(home.documents)/elsewhere" : home.documents
    if !isLinked { try write([]) }
    if isLinked {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      try home.write(#"{"rules": "register", "accounts": []}"#, to: "elsewhere/accounts.json")
      try FileManager.default.createSymbolicLink(
        atPath: home.accountsPath, withDestinationPath: "elsewhere/accounts.json")
    }
    for path in [place, "\(home.documents)/./"] {
      let ran = await home.run("export --format csv --output \(path)/\(name)")
      #expect(ran.exit == 74 && ran.err.contains("one of regapp's own files"), "\(ran)")
    }
    #expect(!home.exists("session.json") && !home.exists(".accounts.json.lock"))
  }

  @Test(
    "of a missing accounts file is 67, and leaves every output as it is",
    arguments: ["csv", "htpasswd", "authelia", "json"], ["", "--if-changed"])
  func missing(format: String, option: String) async throws {
    try home.write("old", to: "users")
    let gone = "\(home.documents)/not/mounted"
    let error = "regapp: error: no accounts file: \(gone)/accounts.json\n"
    for documents in [gone, "\(home.documents)/empty"] {
      try? FileManager.default.createDirectory(
        atPath: "\(home.documents)/empty", withIntermediateDirectories: false)
      let words = "--documents \(documents) export --format \(format)"
      let ran = await home.run(
        (words + " --output \(home.documents)/users \(option)").trimmingCharacters(in: .whitespaces)
      )
      #expect(ran.exit == 67 && ran.out.isEmpty, "\(ran)")
      if documents == gone { #expect(ran.err.hasPrefix(error), "\(ran)") }
      #expect(try home.text(of: "users") == "old")
      let printed = await home.run(words)
      #expect(printed.exit == 67 && printed.out.isEmpty, "\(printed)")
    }
    #expect(!home.exists("not"))
  }

  @Test(
    "of a file or a rulebook that is broken writes nothing, one without accounts an empty list",
    arguments: [
      ("", 65), ("{", 65), ("{}", 65), (#"{"rules": "register", "accounts": {}}"#, 65),
      (#"{"regapp": 9}"#, 65),
      (#"{"rules": "x", "accounts": []}"#, 78), (#"{"rules": {"x": 1}, "accounts": []}"#, 78),
      (#"{"rules": "register", "accounts": []}"#, 0),
    ])
  func broken(text: String, code: Int32) async throws {
    try home.write(text)
    try home.write("old", to: "users")
    for option in ["", " --if-changed"] {
      let path = "\(home.documents)/users"
      let ran = await home.run("export --format htpasswd --output \(path)\(option)")
      #expect(ran.exit == code && ran.out.isEmpty, "\(ran)")
      #expect(try home.text(of: "users") == (code == 0 ? "" : "old"))
    }
    let printed = await home.run("export --format csv")
    #expect(printed.exit == code && printed.out.isEmpty == (code != 0), "\(printed)")
  }

  @Test("of a link that leads nowhere writes nothing")
  func dangling() async throws {
    try home.write("old", to: "users")
    #expect(symlink("not/mounted.json", home.accountsPath) == 0)
    let ran = await home.run("export --format csv --output \(home.documents)/users")
    #expect(ran.exit == 74 && ran.err.contains("whose target does not exist"), "\(ran)")
    #expect(try home.text(of: "users") == "old")
  }

  @Test("--output creates no directory, leaves no lock, and keeps the mode of a file that exists")
  func outputDirectory() async throws {
    try write([account("ada@mail.ru")])
    let missing = await home.run("export --format csv --output \(home.documents)/no/x")
    #expect(missing.exit == 74 && missing.err.contains("no such file or directory"), "\(missing)")
    #expect(missing.err.contains("hint: check the path"), "\(missing)")
    #expect(!home.exists("no"))
    try home.write("old", to: "x")
    let path = "\(home.documents)/x"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(await home.run("export --format csv --output \(path)").exit == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.documents)
    #expect(names.sorted() == ["accounts.json", "x"])
  }

  @Test("--output writes to a device, and replaces nothing but a file")
  func outputElsewhere() async throws {
    try write([account("ada@mail.ru")])
    let null = await home.run("export --format csv --output /dev/null")
    #expect(null == Ran(exit: 0, out: "", err: "wrote 1 account to /dev/null\n", questions: []))
    let full = await home.run("export --format csv --output /dev/full")
    #expect(full.exit == 74 && full.err.contains("no space left on device"), "\(full)")
    let pipe = "\(home.documents)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let refused = await home.run("export --format csv --output \(pipe)")
    #expect(refused.exit == 74 && refused.err.contains("not a regular file"), "\(refused)")
    for name in ["x", "accounts.json"] {
      let slash = await home.run("export --format csv --output \(home.documents)/\(name)/")
      #expect(slash.exit == 74 && slash.err.contains("\(name)/: is a directory"), "\(slash)")
    }
    #expect(!home.exists("x"))
  }

  @Test("--if-changed leaves a file with the same text alone, and keeps its mode otherwise")
  func ifChanged() async throws {
    try write([account("ada@mail.ru")])
    let path = "\(home.documents)/users"
    func export() async -> Ran {
      await home.run("export --format htpasswd --if-changed --output \(path)")
    }
    func number() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    #expect(await export().err == "wrote 1 account to \(path)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let before = try number()
    // A timer mails all that is printed.
    #expect(await export() == Ran(exit: 0, out: "", err: "", questions: []))
    #expect(try number() == before)
    try write([account("ada@mail.ru"), account("eve@mail.ru", "!")])
    #expect(await export().err.contains("left out 1 account"))
    #expect(await export() == Ran(exit: 0, out: "", err: "", questions: []))
    try write([account("ada@mail.ru")])
    #expect(await export().err == "\(path) is up to date\n")
    try write([account("ada@mail.ru"), account("eve@mail.ru")])
    #expect(await export().err == "wrote 2 accounts to \(path)\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(try mode == 0o640 && number() != before)
    let alone = await home.run("export --format htpasswd --if-changed")
    #expect(alone.exit == 64 && alone.err.contains("--if-changed needs --output"), "\(alone)")
  }

  @Test("--output with --json prints one JSON value")
  func outputAsJSON() async throws {
    try write([account("ada@mail.ru")])
    let ran = await home.run("export --json --output \(home.documents)/x")
    let out = "{\n  \"written\": 1,\n  \"path\": \"\(home.documents)/x\"\n}\n"
    #expect(ran == Ran(exit: 0, out: out, err: "", questions: []))
  }

  @Test("more than one page of accounts is exported")
  func many() async throws {
    try write((0..<2_500).map { account("person\($0)@mail.ru") })
    let ran = await home.run("export --format htpasswd")
    #expect(ran.exit == 0)
    #expect(ran.out.split(separator: "\n").count == 2_500)
    let json = await home.run("export --json")
    #expect(try JSONDocumentCount.of(json.out) == 2_500)
  }
}
