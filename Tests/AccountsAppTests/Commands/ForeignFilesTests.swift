import AccountsSupport
import Testing

/// Files of other programs, as they are.
@Suite("import of other programs' files") struct ForeignFilesTests {
  private let home = Home()

  @Test(
    "tell of an entry without a password, and are not imported",
    arguments: [
      ("a.json", #"[{"username": "ada", "password": "HASH"}, {"username": "eve"}]"#),
      ("a.htpasswd", "ada:HASH\neve:\n"), ("a.csv", "username,password\nada,HASH\neve,\n"),
    ])
  func withoutPassword(name: String, text: String) async throws {
    try home.write(text.replacing("HASH", with: ExportTests.bcrypt), to: name)
    let line = "import \(home.documents)/\(name) --rules standard"
    let ran = await home.run(line)
    #expect(ran.exit == 65 && ran.err.contains("error: password is missing"), "\(ran)")
    #expect(!home.exists("accounts.json"))
    let skipping = await home.run("\(line) --skip-invalid")
    #expect(skipping.exit == 65 && skipping.err.contains("password is missing"), "\(skipping)")
    #expect(try await home.registry.list(limit: 9).accounts.map(\.values.username) == ["ada"])
  }
  private static let hash = ExportTests.bcrypt

  struct File: Sendable, CustomStringConvertible {
    let name: String
    let text: String
    var options = ""
    /// The accounts that are there then, with what begins their passwords.
    let accounts: [String]
    var description: String { name }
  }

  static let files: [File] = [
    File(
      name: "htpasswd", text: "ada@example.com:rqXexS6ZhobKA\n",
      accounts: ["ada@example.com $des$rqXe"]),
    File(
      name: "entra.csv",
      text: "version:v1.0\nName,User name,Mail\nAda,x,ada@example.com\n",
      options: "--columns email=Mail,firstName=Name --without username --generate --ignore-columns",
      accounts: ["ada@example.com $y$"]),
    File(
      name: "excel.csv", text: "sep=;\nemail;firstName\nada@example.com;Ada\n",
      options: "--generate", accounts: ["ada@example.com $y$"]),
    File(
      name: "powershell.csv",
      text: "#TYPE Selected.User\n\"email\",\"firstName\"\n\"ada@example.com\",\"Ada\"\n",
      options: "--generate", accounts: ["ada@example.com $y$"]),
    File(
      name: "us.csv",
      text: "email,password,phone\nada@example.com,\(hash),+1 408 555 1212\n",
      options: "--without phone", accounts: ["ada@example.com $2b$05$ab"]),
  ]

  @Test("takes them", arguments: files)
  func takes(file: File) async throws {
    try home.write(file.text, to: file.name)
    let ran = await home.run(
      "import --rules register \(home.documents)/\(file.name) \(file.options)")
    #expect(ran.exit == 0, "\(ran)")
    let page = try await home.registry.list(limit: 9)
    let found = page.accounts.map { "\($0.values.email ?? "") \($0.values.password ?? "")" }
    #expect(found.count == file.accounts.count)
    for (account, expected) in zip(found, file.accounts) {
      #expect(account.hasPrefix(expected), "\(account)")
    }
    #expect(page.accounts.allSatisfy { $0.values.phone == nil })
  }

  static let hints: [(name: String, bytes: [UInt8], options: String, hint: String)] = [
    (
      "us.csv", Array("email,password,phone\nada@example.com,secret1,+1 408 555 1212\n".utf8), "",
      "or run regapp import --without phone"
    ),
    (
      "utf16.csv", [0xFF, 0xFE] + Array("email,password\n".utf8).flatMap { [$0, 0] }, "",
      "iconv -f UTF-16 -t UTF-8 PATH | regapp import - --format csv"
    ),
    (
      "list.json", [0xFF, 0xFE] + Array("[]".utf8).flatMap { [$0, 0] }, "",
      "iconv -f UTF-16 -t UTF-8 PATH | regapp import - --format json"
    ),
    (
      "latin1.csv", Array("email,firstName\nada@example.com,Zo".utf8) + [0xEB, 0x0A], "",
      "iconv -f WINDOWS-1252 -t UTF-8 PATH | regapp import - --format csv"
    ),
    ("people.csv", [0x1F, 0x8B, 8, 0, 0xEB], "", "unpack it first, with gunzip"),
    ("people.xlsx", Array("PK\u{3}\u{4}".utf8) + [0xEB], "--format csv", "save it as CSV"),
    ("ad.ldif", Array("dn: CN=Ada,DC=x\nmail: ada@example.com\n".utf8), "", "write it as csv"),
    (
      "ad.ldif", [0xFF, 0xFE] + Array("dn: x=y\n".utf8).flatMap { [$0, 0] }, "", "write it as csv"
    ),
    ("auth.json", Array(#"{"data": {"users": []}}"#.utf8), "", "@base64d"),
    ("users.cf", Array("a@b.co|{CRYPT}$2y$x\n".utf8), "", "if it is another list, give --format"),
    ("users.json", Array("{\"ada\": \"\(hash)\"}".utf8), "", "regapp import - --format htpasswd"),
    ("other.yml", Array("server: x\nname: y:z:1\n".utf8), "", "give --format, one of"),
    ("passwd", Array("# svn\n[users]\nada = secret\n".utf8), "", "give --format, one of"),
    (
      "users.yml", Array("users:\n  ada:\n    emails: x\n".utf8), "",
      "use --ignore-columns to leave out"
    ),
  ]

  @Test("says which command helps with what it refuses", arguments: hints)
  func refuses(file: (name: String, bytes: [UInt8], options: String, hint: String)) async throws {
    try home.write(bytes: file.bytes, to: file.name)
    let path = "\(home.documents)/\(file.name)"
    let begins = file.options.contains("--rules") ? "" : "--rules register"
    let ran = await home.run("import \(path) \(begins) \(file.options)")
    #expect([64, 65].contains(ran.exit), "\(ran)")
    #expect(ran.err.contains(file.hint.replacing("PATH", with: path)), "\(ran.err)")
    #expect(!home.exists("accounts.json"))
  }

  @Test("--without takes fields alone, and a column that is named must be there")
  func refusals() async throws {
    try home.write("email\na@b.co\n", to: "a.csv")
    let unknown = await home.run("import --rules register \(home.documents)/a.csv --without phnoe")
    #expect(unknown.exit == 64 && unknown.err.contains("phone"), "\(unknown)")
    let ran = await home.run(
      "import --rules register \(home.documents)/a.csv --columns username=login --generate")
    #expect(ran.exit == 65 && ran.err.contains("no column \"login\""), "\(ran)")
  }

  @Test("of many names that have no place, a message has a hundred, and JSON all")
  func manyDropped() async throws {
    let names = (0..<300).map { "c\($0)" }
    try home.write(
      "email,password,\(names.joined(separator: ","))\nada@example.com,secret1,"
        + "\(names.map { _ in "x" }.joined(separator: ","))\n", to: "a.csv")
    let ran = await home.run(
      "import --rules register \(home.documents)/a.csv --ignore-columns --dry-run")
    #expect(ran.err.contains(", and 200 more"), "\(ran)")
    let json = await home.run(
      "import --rules register \(home.documents)/a.csv --ignore-columns --dry-run --json")
    #expect(json.out.contains("\"c299\""))
  }
}
