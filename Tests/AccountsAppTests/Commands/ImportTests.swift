import Exchange
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import ScreenKit

/// The number of elements in a JSON list.
enum JSONDocumentCount {
  static func of(_ text: String) throws -> Int {
    let document = try JSONDocument(parsing: Array(text.utf8))
    return document.elements(of: document.root).count
  }
}

@Suite("import") struct ImportCommandTests {
  private let home = Home()
  private var path: String { "\(home.documents)/people.csv" }

  private static let mario = """
    {"rules": "register", "accounts": [
      {"email": "mario@gmail.com", "password": "secret1", "own": [1 ,2]}
    ]}
    """

  /// Writes a text to a file and imports it.
  private func take(_ text: String, _ options: String = "", named name: String = "people.csv")
    async throws -> Ran
  {
    try home.write(text, to: name)
    // Without a file, an import has to say how accounts begin.
    let begins =
      home.exists("accounts.json") || options.contains("--rules") ? "" : "--rules register "
    return await home.run("import \(begins)\(home.documents)/\(name) \(options)")
  }

  @Test("adds accounts, reports how many, and leaves the session alone")
  func adds() async throws {
    try home.write(Self.mario)
    let ran = try await take("email,password,firstName\nada@mail.ru,\(ExportTests.bcrypt),Ada\n")
    #expect(
      ran == Ran(exit: 0, out: "", err: "added 1 account, replaced 0, skipped 0\n", questions: []))
    let line =
      #"{"email": "ada@mail.ru", "password": "\#(ExportTests.bcrypt)", "firstName": "Ada"}"#
    #expect(
      try home.text() == Self.mario.replacing("[1 ,2]}", with: "[1 ,2]},\n  \(line)"))
    #expect(!home.exists("session.json"))
    #expect(await home.run("show --email ada@mail.ru").out.contains("First name: Ada"))
  }

  @Test("a user name of another form is a problem, which --without username passes over")
  func usernames() async throws {
    let list = "email,username,password\nada@mail.ru,ada@mail.ru,\(ExportTests.bcrypt)\n"
    let ran = try await take(list)
    #expect(ran.exit == 65 && ran.err.contains("people.csv:2:13: error: "))
    #expect(ran.err.contains("hint: fix the file, or run regapp import --without username"))
    #expect(try await take(list, "--without username").exit == 0)
    #expect(await home.run("check").exit == 0)
    try home.write(try home.text().replacing("}", with: #", "username": "a b"}"#))
    #expect(await home.run("check").exit == 65)
  }

  @Test("reads stdin for -, uses that name in problems, and guesses no format from it")
  func stdin() async throws {
    let line = "ada@mail.ru:\(ExportTests.bcrypt)\n"
    let taken = await home.run(
      "import --rules register - --format htpasswd", setting: Setting(input: line))
    #expect(taken.exit == 0 && taken.err == "added 1 account, replaced 0, skipped 0\n")
    let twice = await home.run(
      "import --rules register - --format htpasswd", setting: Setting(input: line))
    #expect(twice.exit == 65)
    #expect(twice.err.hasPrefix("stdin:1:1: error: a user with this email already exists"))
    let broken = await home.run("import --rules register -", setting: Setting(input: "?"))
    #expect(broken.exit == 64 && broken.err.contains("cannot tell the format of stdin"))
    let nothing = await home.run("import --rules register - --format csv")
    #expect(nothing.exit == 65 && nothing.err.hasPrefix("stdin:1:1: error: "), "\(nothing)")
  }

  @Test("reports every problem with its place, and writes nothing")
  func problems() async throws {
    try home.write(Self.mario)
    let ran = try await take(
      """
      email,password,phone
      ada@mail.ru,secret1,"9123456789"
      bob,1,2
      mario@gmail.com,secret1,
      ADA@mail.ru,secret1,
      eve@mail.ru,secret1

      """)
    #expect(ran.exit == 65 && ran.out == "")
    #expect(
      ran.err == """
        \(path):3:1: error: email must be an address with an @
        \(path):3:5: error: password must have 5 characters or more
        \(path):3:7: error: phone must be a number of the form +7 (***) ***-**-**
        \(path):4:1: error: a user with this email already exists: mario@gmail.com
        \(path):5:1: error: ADA@mail.ru is already in this file, at line 2
        \(path):6:1: error: this line has 2 values, but the first one names 3 columns
        regapp: error: 6 problems in \(path); nothing was imported
        regapp: hint: fix the file, or run regapp import --on-conflict skip, or replace

        """)
    #expect(try home.text() == Self.mario)
  }

  @Test("reports them as JSON")
  func problemsAsJSON() async throws {
    let ran = try await take("email,password\nbob@mail.ru,1\n", "--json")
    #expect(
      ran.err
        == #"{"error": {"code": "invalid", "exit": 65, "message": "1 problem in \#(path); "#
        + #"nothing was imported", "hint": "fix the file, or use --skip-invalid to import the "#
        + #"other accounts", "path": "\#(path)", "problems": [{"field": "password", "rule": "minimumCharacters", "#
        + #""message": "password must have 5 characters or more", "line": 2, "column": 13}]}}"#
        + "\n")
  }

  @Test(
    "an existing account is skipped, replaced, or a problem",
    arguments: [
      ("", 65, "", "secret1"), ("--on-conflict fail", 65, "", "secret1"),
      ("--on-conflict skip", 0, "added 1 account, replaced 0, skipped 1\n", "secret1"),
      ("--on-conflict replace", 0, "added 1 account, replaced 1, skipped 0\n", ExportTests.bcrypt),
      (
        "--on-conflict replace --dry-run", 0, "would add 1 account, replace 1, skip 0\n", "secret1"
      ),
    ])
  func conflicts(options: String, exit: Int32, words: String, password: String) async throws {
    try home.write(Self.mario)
    let ran = try await take(
      "MARIO@gmail.com:\(ExportTests.bcrypt)\nada@mail.ru:\(ExportTests.bcrypt)\n", options,
      named: ".htpasswd")
    #expect(ran.exit == exit && ran.err.hasPrefix(words), "\(ran)")
    #expect(try home.text().contains("\"password\": \"\(password)\", \"own\": [1 ,2]}"))
    let isWritten = exit == 0 && !options.contains("dry")
    #expect(try home.text().contains("ada@mail.ru") == isWritten)
  }

  @Test("with --json prints what was imported")
  func json() async throws {
    let ran = try await take("email,password\nada@mail.ru,secret1\n", "--json")
    let counts = #"  "added": 1,\#n  "replaced": 0,\#n  "skipped": 0,\#n  "dropped": []"#
    #expect(ran.out == "{\n\(counts)\n}\n")
    #expect(ran.exit == 0 && ran.err == "")
    #expect(try home.text().contains(#""password": "$y$"#) && !home.text().contains("secret1"))
  }

  @Test("warns about hashes that cannot be checked here")
  func warnings() async throws {
    let ran = try await take("email,password\nada@mail.ru,$argon2id$x$y\n")
    #expect(ran.exit == 0)
    #expect(
      ran.err == """
        regapp: warning: 1 account with a hash ($argon2id$) that cannot be checked at login here
        added 1 account, replaced 0, skipped 0

        """)
  }

  @Test("names what it drops, and counts the entries")
  func dropped() async throws {
    let ran = try await take(
      "email,title,username,password\nada@mail.ru,x,ada,secret1\neve@mail.ru,,eve,secret1\n",
      "--ignore-columns")
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("regapp: warning: dropped: title (1 entry)\n"))
    #expect(try home.text().contains("\"username\": \"ada\""))
  }

  @Test("a password that only looks locked is refused at its place, in csv and in json")
  func looksLocked() async throws {
    let words = "password is plain text that would be read as a hash or a lock here\n"
    let csv = try await take("email,password\nada@mail.ru,!Welcome1\neve@mail.ru,*x\n")
    #expect(csv.exit == 65)
    #expect(csv.err.hasPrefix("\(path):2:13: error: \(words)\(path):3:13: error: \(words)"))
    let json = try await take(
      #"[{"email": "ada@mail.ru", "password": "!Welcome1"}]"#, named: "x.json")
    #expect(json.exit == 65 && json.err.contains(":1:39: error: \(words)"), "\(json)")
    #expect(!home.exists("accounts.json"))
    let locked = #"[{"email": "ada@mail.ru", "password": "!\#(ExportTests.bcrypt)"}]"#
    #expect(try await take(locked, named: "x.json").exit == 0)
  }

  @Test("--skip-invalid imports the accounts without problems, and reports the others")
  func skipInvalid() async throws {
    try home.write(Self.mario)
    let text = """
      email,password
      bob,secret1
      mario@gmail.com,secret1
      eve@mail.ru
      kim@mail.ru,!Welcome1
      ada@mail.ru,\(ExportTests.bcrypt)
      ADA@mail.ru,secret1

      """
    let problems = """
      \(path):2:1: error: email must be an address with an @
      \(path):3:1: error: a user with this email already exists: mario@gmail.com
      \(path):4:1: error: this line has 1 value, but the first one names 2 columns
      \(path):5:13: error: password is plain text that would be read as a hash or a lock here
      \(path):7:1: error: ADA@mail.ru is already in this file, at line 6
      regapp: error: 5 problems in \(path); accounts with problems were skipped
      regapp: hint: fix the file, then import it again with --on-conflict skip

      """
    let dry = try await take(text, "--skip-invalid --dry-run")
    #expect(dry.exit == 65)
    #expect(dry.err == "would add 1 account, replace 0, skip 0\n" + problems)
    #expect(try home.text() == Self.mario)
    let ran = try await take(text, "--skip-invalid")
    #expect(ran.exit == 65)
    #expect(ran.err == "added 1 account, replaced 0, skipped 0\n" + problems)
    let list = await home.run("list").out
    #expect(list.split(separator: "\n").count == 2 && list.contains("ada@mail.ru"), "\(list)")
    let again = try await take(text, "--skip-invalid --json --on-conflict skip")
    #expect(again.exit == 65 && again.out.contains("\"added\": 0"), "\(again)")
  }

  @Test("--skip-invalid imports nothing from a file that cannot be read to its end")
  func skipInvalidEndsEarly() async throws {
    let ran = try await take(
      "email,password\nada@mail.ru,secret1\n\"eve@mail.ru,secret1\n", "--skip-invalid")
    #expect(ran.exit == 65 && ran.err.contains("nothing was imported"), "\(ran)")
    #expect(ran.err.contains("hint: fix the file; it cannot be read beyond this\n"))
    #expect(!home.exists("accounts.json"))
  }

  @Test("--ignore-columns leaves out unknown columns, and its hint says so")
  func ignoreColumns() async throws {
    let text = "email;password;Org Unit\nada@mail.ru;secret1;/staff\n"
    let refused = try await take(text)
    #expect(refused.exit == 65 && refused.err.contains("or use --ignore-columns"), "\(refused)")
    let ran = try await take(text, "--ignore-columns")
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("regapp: warning: dropped: Org Unit (1 entry)\n"), "\(ran.err)")
  }

  @Test("--columns names the columns of fields, and says what it cannot understand")
  func columns() async throws {
    let text = "Email Address,Vorname,Status\nada@mail.ru,Ada,on\n"
    try home.write(text, to: "people.csv")
    try home.write(Self.mario)
    func take(_ columns: String) async -> Ran {
      await home.run("import --rules register \(path) --ignore-columns --columns", columns)
    }
    let ran = await take("email=Email Address,first-name=Vorname")
    #expect(ran.exit == 65 && ran.err.contains(":2:1: error: password is missing"), "\(ran)")
    let missing = await take("email=Email Adress")
    #expect(missing.exit == 65, "\(missing)")
    #expect(
      missing.err.hasPrefix(
        "\(path):1:1: error: no column \"Email Adress\"; did you mean Email Address"), "\(missing)")
    for wrong in ["", "Vorname", "email=", "email=x,email=y"] {
      let ran = await take(wrong)
      #expect(ran.exit == 64 && ran.err.contains("--columns must name each field once"), "\(ran)")
    }
    let unknown = await take("mial=x")
    #expect(unknown.exit == 64 && unknown.err.contains("no field is called 'mial'"), "\(unknown)")
  }

  private static let service = """
    # people
    admin:\(ExportTests.bcrypt)

    Chris:\(ExportTests.bcrypt)\r
    ada@mail.ru:\(ExportTests.bcrypt)

    """

  @Test("bare names are refused with what to do, or get a domain and stay user names")
  func domain() async throws {
    let refused = try await take(Self.service, named: ".htpasswd")
    let path = "\(home.documents)/.htpasswd"
    #expect(
      refused.err == """
        \(path):2:1: error: admin is not an email
        \(path):4:1: error: Chris is not an email
        regapp: error: 2 problems in \(path); nothing was imported
        regapp: hint: use --domain example.com to make emails of the names; accounts with user \
        names begin with --rules standard, in a directory without accounts

        """)
    #expect(refused.exit == 65 && !home.exists("accounts.json"))
    let ran = try await take(Self.service, "--domain @example.com", named: ".htpasswd")
    #expect(ran.exit == 0, "\(ran)")
    #expect(await home.run("list").out == "admin@example.com\nChris@example.com\nada@mail.ru\n")
    let out = await home.run("export --format htpasswd").out
    let lines = Self.service.replacing("\r\n", with: "\n").split(separator: "\n").dropFirst()
    #expect(out.split(separator: "\n").elementsEqual(lines), "\(out)")
    let again = try await take(Self.service, "--domain example.com", named: ".htpasswd")
    #expect(again.exit == 65 && again.err.contains("already exists: admin@example.com"))
    let csv = try await take(
      "email,password\nAdmin,\(ExportTests.bcrypt)\n", "--domain mail.ru")
    #expect(
      csv.exit == 65 && csv.err.contains(":2:1: error: a user with this user name already exists"),
      "\(csv)")
    let odd = try await take(
      "svc/backup:\(ExportTests.bcrypt)\n", "--domain example.com --without username",
      named: "odd.htpasswd")
    #expect(odd.exit == 0, "\(odd)")
    #expect(await home.run("show svc/backup@example.com").exit == 0)
    let before = try home.text()
    let same = try await take(
      "email,password\nada@mail.ru,\(ExportTests.bcrypt)\n", "--on-conflict replace")
    let told = "replaced 1, skipped 0\nnothing was written: the accounts have all of that already\n"
    #expect(try same.err.hasSuffix(told) && home.text() == before, "\(same)")
  }

  @Test("--generate makes passwords for new accounts without one, and prints them once")
  func generate() async throws {
    try home.write(Self.mario)
    let text =
      "email,password,firstName\nada@mail.ru,,Ada\nmario@gmail.com,,M\neve@mail.ru,secret1,\n"
    let refused = try await take(text, "--on-conflict replace")
    #expect(refused.exit == 65 && refused.err.contains("import --generate"), "\(refused)")
    let both = try await take(text)
    #expect(both.exit == 65 && both.err.contains("import --generate"), "\(both)")
    let taken = try await take("email,password,firstName\nmario@gmail.com,,M\n")
    #expect(taken.exit == 65 && taken.err.contains("import --on-conflict"), "\(taken)")
    let dry = try await take(text, "--on-conflict replace --generate --dry-run")
    #expect(dry.exit == 0 && dry.out == "", "\(dry)")
    let ran = try await take(text, "--on-conflict replace --generate")
    #expect(ran.exit == 0 && ran.err == "added 2 accounts, replaced 1, skipped 0\n", "\(ran)")
    let parts = ran.out.split(separator: "\t")
    let password = try #require(parts.last?.dropLast())
    #expect(parts.count == 2 && parts[0] == "ada@mail.ru" && ran.out.hasSuffix("\n"), "\(ran)")
    for (email, secret) in [("ada@mail.ru", String(password)), ("mario@gmail.com", "secret1")] {
      let verified = await home.run(
        "verify --email \(email) --password-stdin", setting: Setting(input: secret))
      #expect(verified.exit == 0, "\(email): \(verified)")
    }
    #expect(try !home.text().contains(password))
    let json = try await take(
      "email\nkim@mail.ru\nbad\n", "--generate --json --skip-invalid")
    #expect(json.exit == 65 && json.out.contains("\"name\": \"kim@mail.ru\""), "\(json)")
  }

  /// A shape in which password files of web servers are found.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var added: Int
    var refused: [String] = []
  }

  private static let apr1 = "$apr1$abcdefgh$9LW3l9np2u.DsFFTYgJPj."
  private static let sha1 = "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="
  private static let bare = "password is not a hash of the form"

  static let shapes = [
    Shape(testDescription: "one name with $apr1$", text: "admin:\(apr1)", added: 1),
    Shape(
      testDescription: "names with $apr1$ and CR LF", text: "admin:\(apr1)\r\nroot:\(apr1)\r\n",
      added: 2),
    Shape(testDescription: "names with {SHA}", text: "admin:\(sha1)\nchris:\(sha1)\n", added: 2),
    Shape(
      testDescription: "comments and blank lines",
      text: "# who may\n\nadmin:\(ExportTests.bcrypt)\n\n# guests\n   \nguest:\(apr1)\n\n",
      added: 2),
    Shape(
      testDescription: "names and emails",
      text: "admin:\(ExportTests.bcrypt)\nada@mail.ru:\(sha1)\n", added: 2),
    Shape(
      testDescription: "plain text among others",
      text: "admin:\(apr1)\nchris:toorissecret\nada:\(sha1)\n", added: 2, refused: ["2:7 \(bare)"]),
    Shape(
      testDescription: "plain text", text: "admin:secret\nroot:toor\n", added: 0,
      refused: ["1:7 \(bare)", "2:6 \(bare)"]),
    Shape(
      testDescription: "a name that no address has, and one twice",
      text: "J. Doe:\(apr1)\nadmin:\(apr1)\nADMIN:\(apr1)\nparham:\(sha1):The parham\n", added: 2,
      refused: [
        "1:1 email must not contain a space", "1:1 user name must be 1 to 64 English letters",
        "3:1 ADMIN@example.com is already in this file, at line 2",
      ]),
  ]

  @Test("comments are counted, also those before names and hashes")
  func comments() async throws {
    try home.write("# interns\nada:\(Self.apr1)\n# eve:\(Self.apr1)\n", to: "users")
    let ran = await home.run("import \(home.documents)/users --rules standard --format htpasswd")
    #expect(ran.exit == 0 && ran.err.contains("warning: left out 2 comments"), "\(ran)")
  }

  @Test("password files of all shapes come in, row by row or with a reason", arguments: shapes)
  func comesIn(shape: Shape) async throws {
    let ran = try await take(shape.text, "--domain example.com --skip-invalid", named: ".htpasswd")
    let path = "\(home.documents)/.htpasswd"
    #expect(ran.exit == (shape.refused.isEmpty ? 0 : 65), "\(ran)")
    let errors = ran.err.split(separator: "\n").filter { $0.hasPrefix(path) }
    #expect(errors.count == shape.refused.count, "\(ran)")
    for (error, refused) in zip(errors, shape.refused) {
      let words = refused.split(separator: " ", maxSplits: 1)
      #expect(error.hasPrefix("\(path):\(words[0]): error: \(words[1])"), "\(error)")
    }
    // Nothing begins with nobody.
    let list = shape.added > 0 ? await home.run("list --json").out : "[]"
    #expect(try JSONDocumentCount.of(list) == shape.added, "\(list)")
    #expect(!list.contains("\"closed\""))
    #expect(!ran.err.contains("cannot be checked at login"), "\(ran)")
  }

  @Test("--rules begins an accounts file, and is an error where it has another rulebook")
  func rules() async throws {
    let text = "ada@mail.ru:\(ExportTests.bcrypt)\n"
    let bad = try await take(text, "--rules albums", named: ".htpasswd")
    #expect(bad.exit == 65 && bad.err.contains("error: birth date is missing"), "\(bad)")
    #expect(!home.exists("accounts.json"))
    let csv = "email,password,firstName,lastName\nada@mail.ru,\(ExportTests.bcrypt),Ada,L\n"
    #expect(try await take(csv, "--rules authorisation --dry-run").exit == 0)
    #expect(!home.exists("accounts.json"))
    #expect(try await take(csv, "--rules authorisation").exit == 0)
    #expect(try home.text().contains(#""rules": "authorisation""#))
    let before = try home.text()
    let same = try await take(csv, "--rules authorisation --on-conflict skip")
    #expect(same.exit == 0, "\(same)")
    let other = try await take(csv, "--rules register --on-conflict skip")
    #expect(other.exit == 73)
    #expect(
      other.err.hasPrefix("regapp: error: \(home.accountsPath) has the rulebook authorisation\n"),
      "\(other)")
    #expect(try home.text() == before)
  }

  @Test(
    "other programs' JSON is met with what to do",
    arguments: [
      (#"{"realm": "x", "users": [{"username": "a"}]}"#, "jq '[.users[] | {username, email,"),
      ("{\"email\": \"a@b.co\"}\n{\"email\": \"b@b.co\"}\n", "hint: write a list: jq -s . FILE\n"),
      (#"{"username": "a", "password": "$2b$10$x"}"#, "hint: write a list: jq -s . FILE\n"),
      (
        "{\"email\": \"a@b.co\"}\n{\"passwordHash\": \"x\"}\n",
        "jq -s 'map(.password //= (.passwordHash // .password_hash) | del("
      ),
    ])
  func otherJSON(text: String, hint: String) async throws {
    let ran = try await take(text, named: "people.json")
    #expect(ran.exit == 65 && ran.err.contains(hint), "\(ran)")
  }

  @Test("a row that --skip-invalid skips is no earlier account to a good one of its email")
  func skippedIsNotEarlier() async throws {
    let good = "ada@mail.ru,secret1"
    let ran = try await take(
      "email,password\nada@mail.ru,1\n\(good)\n\(good)\n", "--skip-invalid")
    #expect(
      ran.err.hasPrefix(
        """
        added 1 account, replaced 0, skipped 0
        \(path):2:13: error: password must have 5 characters or more
        \(path):4:1: error: ada@mail.ru is already in this file, at line 3
        regapp: error: 2 problems
        """), "\(ran.err)")
  }

  @Test("own keys are counted, also those of a file of regapp", arguments: ["", "\"regapp\": 1, "])
  func ownKeys(version: String) async throws {
    let text =
      "{\(version)\"accounts\": [{\"email\": \"ada@mail.ru\", \"password\": \"!\", \"n\": 1}, "
      + "{\"email\": \"eve@mail.ru\", \"password\": \"!\", \"n\": 1, \"shell\": \"x\"}]}"
    let ran = try await take(text, "--dry-run", named: "a.json")
    #expect(ran.err.contains("kept as own keys: n (2 entries), shell (1 entry)\n"), "\(ran)")
  }

  @Test("a display name that is neither first nor last name is named")
  func displayName() async throws {
    let user = "email: ada@mail.ru\n    displayname: Ada Lovelace\n    password: '!'\n"
    let told = "kept as own keys: displayname (1 entry)\n"
    for (more, isTold) in [("", true), ("    family_name: Lovelace\n", false)] {
      let ran = try await take(
        "users:\n  ada:\n    \(user)\(more)", "--format authelia --dry-run", named: "users.yml")
      #expect(ran.exit == 0 && ran.err.contains(told) == isTold, "\(ran)")
    }
  }

  @Test("a long text from the file is cut in a message")
  func longText() async throws {
    let ran = try await take("email,password,\(String(repeating: "x", count: 20_000))\n")
    let cut = String(repeating: "x", count: 60) + "…"
    #expect(ran.exit == 65 && ran.err.contains("unknown column \"\(cut)\"; "), "\(ran)")
  }

  @Test("with --json and an error, stderr is one value, and what was dropped is in the result")
  func droppedAsJSON() async throws {
    let ran = try await take(
      "email,password,Unit\nada@mail.ru,\(ExportTests.bcrypt),x\nbob,secret1,\n",
      "--ignore-columns --skip-invalid --json")
    #expect(ran.exit == 65 && ran.err.hasPrefix("{\"error\": "), "\(ran)")
    #expect(try JSONDocumentCount.of("[\(ran.err)]") == 1)
    #expect(ran.out.contains("\"dropped\": [\n    \"Unit\"\n  ]"), "\(ran.out)")
  }

  private static let locked = """
    username,password,nsAccountLock,shadowExpire,title
    ada,\(ExportTests.bcrypt),TRUE,,
    bob,\(ExportTests.bcrypt),,18000,Dr
    eve,\(ExportTests.bcrypt),false,0,

    """

  @Test("who may not log in elsewhere may not log in here")
  func marks() async throws {
    let ran = try await take(Self.locked, "--domain mail.ru --ignore-columns")
    #expect(
      ran.err == """
        regapp: warning: dropped: title (1 entry)
        regapp: warning: unclear, so the stricter meaning was taken: shadowExpire (1 entry)
        regapp: warning: the file says who may not log in: ada, bob, eve
        added 3 accounts, replaced 0, skipped 0

        """)
    let text = try home.text()
    #expect(text.contains(#""disabled": "nsAccountLock""#))
    #expect(text.contains(#""validUntil": "2019-04-13""#))
    #expect(text.contains(#""validUntil": "1969-12-31""#))
    for name in ["ada", "bob", "eve"] {
      let verify = await home.run("verify --email \(name)@mail.ru --password secret1")
      #expect(verify.exit == 1, "\(verify)")
    }
  }

  @Test("which also closes the accounts that are there already")
  func marksOnReplace() async throws {
    let open = ["ada", "bob", "eve"].map {
      #"{"email": "\#($0)@mail.ru", "password": "\#(ExportTests.bcrypt)"}"#
    }.joined(separator: ",\n")
    try home.write(#"{"rules": "register", "accounts": [\#(open)]}"#)
    let ran = try await take(
      Self.locked, "--domain mail.ru --ignore-columns --on-conflict replace --json")
    #expect(
      ran.exit == 0 && ran.out.contains("\"unclear\": [\n    \"shadowExpire\"\n  ]"), "\(ran)")
    let states = await home.run("list --state open").out
    #expect(states.isEmpty, "\(states)")
    // And what says that they may log in takes away what it brought, and nothing else.
    let again = try await take(
      "email,nsAccountLock,shadowExpire\nada@mail.ru,FALSE,-1\nbob@mail.ru,FALSE,-1\n",
      "--on-conflict replace")
    #expect(again.exit == 0, "\(again)")
    let opened = try await home.registry.list(limit: 9).accounts.filter { $0.state == .open }
    #expect(opened.map(\.values.email) == ["ada@mail.ru"])
  }

  @Test("a shadow file is read as such without --format")
  func shadow() async throws {
    let hash = ExportTests.bcrypt
    let text = """
      root:!!:19000:0:99999:7:::
      ada:\(hash):19500:0:99999:7:::
      bob:\(hash):19500:0:99999:7::18000:

      """
    let ran = try await take(text, "--domain mail.ru", named: "shadow")
    #expect(
      ran.err == """
        regapp: warning: dropped: password ages (3 entries)
        regapp: warning: the file says who may not log in: bob
        added 3 accounts, replaced 0, skipped 0

        """)
    #expect(await home.run("list --state open --json").out.contains("ada@mail.ru"))
    #expect(await home.run("list --state expired --json").out.contains("bob@mail.ru"))
    #expect(await home.run("list --state locked --json").out.contains("root@mail.ru"))
  }

  @Test("malformed text is reported together with broken rules")
  func both() async throws {
    let ran = try await take(
      "ada@mail.ru:{SSHA}x\nbob:$1$a$b\neve@mail.ru\n", "--format htpasswd", named: "people")
    let path = "\(home.documents)/people"
    #expect(
      ran.err.hasPrefix(
        """
        \(path):1:13: error: password has a hash ({SSHA}) that cannot be checked here
        \(path):2:1: error: bob is not an email
        \(path):3:1: error: each line must be name:hash
        regapp: error: 3 problems
        """), "\(ran.err)")
    #expect(!home.exists("accounts.json"))
  }

  @Test("a value that the rulebook requires and the file lacks is a problem")
  func required() async throws {
    try home.write(#"{"rules": "authorisation", "accounts": []}"#)
    let ran = try await take("ada@mail.ru:$1$a$b\n", named: "x.htpasswd")
    #expect(
      ran.err.contains("/x.htpasswd:1:1: error: first name is missing\n")
        && ran.err.contains("/x.htpasswd:1:1: error: last name is missing\n"))
  }

  @Test(
    "a file that is not UTF-8 fails at its first invalid byte", arguments: ExchangeFormat.readable)
  func bytes(format: ExchangeFormat) async throws {
    let path = "\(home.documents)/x"
    var bytes: [UInt8] = Array("ok\nab".utf8)
    if format == .json { bytes = Array("[\n\"\"".utf8) }
    bytes.append(0xFF)
    try home.write(bytes: bytes, to: "x")
    let ran = await home.run("import --rules register \(path) --format \(format.rawValue)")
    #expect(ran.exit == 65)
    #expect(ran.err.hasPrefix("\(path):2:3: error: "), "\(ran.err)")
  }

  @Test(
    "a wrong command line is 64",
    arguments: [
      ("import", "import needs FILE"),
      ("import x --on-conflict ask", "--on-conflict must be skip, replace or fail, not 'ask'"),
      (
        "import x --format yaml",
        "--format must be htpasswd, authelia, csv or json, not 'yaml'"
      ),
      ("import x --format ldif", "--format must be htpasswd, authelia, csv or json, not 'ldif'"),
      (
        "import x --format dovecot",
        "--format must be htpasswd, authelia, csv or json, not 'dovecot'"
      ),
      ("import x --domain a..b", "--domain must be like example.com, not 'a..b'"),
      (
        "import x --rules none",
        "--rules must be register, albums, authorisation or standard, not 'none'"
      ),
    ])
  func usage(line: String, words: String) async {
    let ran = await home.run(line)
    #expect(ran.exit == 64)
    #expect(ran.err.hasPrefix("regapp: error: \(words)\nregapp: hint: "), "\(ran.err)")
  }

  @Test("an unclear format must be named, and a missing file or a directory is 74")
  func unclear() async throws {
    let ran = try await take("hello\n", named: "people")
    #expect(
      ran.exit == 64 && ran.err.contains("cannot tell the format of \(home.documents)/people"))
    let missing = await home.run("import --rules register \(home.documents)/nothing.csv")
    #expect(missing.exit == 74 && missing.err.contains("no such file"))
    #expect(await home.run("import --rules register \(home.documents) --format csv").exit == 74)
  }

  @Test("an unusable accounts file is not written, and a broken rulebook is 78")
  func unusable() async throws {
    try home.write("{")
    #expect(try await take("email,password\nada@mail.ru,secret1\n").exit == 65)
    #expect(try home.text() == "{")
    try home.write(#"{"rules": "regster", "accounts": []}"#)
    #expect(try await take("email,password\nada@mail.ru,secret1\n").exit == 78)
  }

  @Test(
    "an export can be imported elsewhere, with hashes and own keys unchanged",
    arguments: ExchangeFormat.readable)
  func roundTrip(format: ExchangeFormat) async throws {
    let odd =
      ##", "firstName": "'\"#, 🙂", "lastName": "- a: b", "own": {"x": [null]}, "##
      + ##""groups": ["a"]"##
    let first = #"{"email": "ada@mail.ru", "password": "\#(ExportTests.bcrypt)"\#(odd)}"#
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\n  \(first),\n  \(first.replacing("ada", with: "eve"))\n]}\n"
    )
    let line = "export --format \(format.rawValue) --with-hashes"
    let out = await home.run(line).out
    let other = Home()
    try other.write(out, to: "x")
    #expect(
      await other.run("import --rules register \(other.documents)/x --format \(format.rawValue)")
        .exit == 0)
    #expect(await other.run(line).out == out)
    if format == .json {
      #expect(await other.run("list --json").out == home.run("list --json").out)
      #expect(try other.text().contains("\"x\": [\n"))
    }
  }

  @Test("passwords are hashed with a progress bar at a terminal, and no secret is shown")
  func progress() async throws {
    try home.write("email,password\nada@mail.ru,secret1\neve@mail.ru,secret2\n", to: "people.csv")
    let ran = await home.ask("import --rules register \(path)")
    #expect(ran.exit == 0 && ran.err.contains("] 2 of 2"))
    #expect(!ran.err.contains("secret"))
  }
}

@Suite("Messages about imports and exports") struct ExchangeWordsTests {
  static let faults: [ExchangeFault] = [
    .repeats(name: "a\u{1B}", line: 2), .exists(name: "a\u{1B}", .email), .noEmail("a\u{1B}"),
    .exists(name: "a\u{1B}", .username), .existsClosed(name: "a\u{1B}", .username),
    .jsonLines(hasOtherHashes: false, hasUsernames: true),
    .keycloakRealm, .noColumn("a\u{1B}", among: ["b\u{1B}"]),
    .notUTF8, .otherList("LDAP"), .namesAndHashes, .notAccounts, .otherKey("a\u{1B}", .password),
    .foreignHash("{\u{1B}}"), .bareHash, .doubledDollars, .noColon, .noHeader,
    .unknownColumn("a\u{1B}"),
    .columns(found: 1, expected: 2), .strayQuote, .spaceBeforeQuote, .openQuote,
    .unknownKey("a\u{1B}"), .yaml(.tab), .yaml(.indentation),
    .yaml(.beyond),
    .yaml(.noColon), .yaml(.openQuote), .yaml(.escape), .yaml(.behindValue), .yaml(.notBoolean),
    .yaml(.keyTwice("a\u{1B}")), .yaml(.noUsers), .rule(Problem(.field(.email), .field(.required))),
  ]
  static let obstacles: [ExportObstacle] = [
    .closed(nil), .closed(Problem(.field(.email), .field(.required))), .scheme("\u{1B}"),
    .brokenHash,
    .commentSign, .nameForReader("caddy"), .colon, .nameTaken("a\u{1B}"),
    .recordTooLong(256, maximum: 255), .typedTooLong,
    .phoneSigns, .emptyName, .ownKey("a\u{1B}"), .sameGroup("a\u{1B}"),
  ]

  @Test("are one message in one style, whatever a text contains")
  func style() {
    for words in (Self.faults.map(\.message) + Self.obstacles.map(\.message)).flatMap(\.all) {
      #expect(
        words.first?.isUppercase == false && words.last != "." && !words.contains("\n"), "\(words)")
      #expect(!words.contains("\u{1B}"), "\(words)")
    }
    for name in Self.faults.map(\.name) + Self.obstacles.map(\.name) {
      #expect(!name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber }, "\(name)")
    }
  }
}
