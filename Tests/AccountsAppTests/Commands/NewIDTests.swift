import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsApp

/// Accounts with ids of every sort: one that counts, none, three that close, one of another name.
private let accounts = """
  {"rules": "register", "accounts": [
    {"email": "ada@example.com", "password": "secret1", "id": "ada@example.com \(ofAda)"},
    {"email": "bob@example.com", "password": "secret1"},
    {"email": "eve@example.com", "password": "secret1", "id": "\(ofAda.uppercased())"},
    {"email": "kim@example.com", "password": "secret1", "id": 17, "id": "kim@example.com \(other)"},
    {"email": "tim@example.com", "password": "secret1", "id": null},
    {"email": "zoe@example.com", "password": "secret1", "id": "ann@example.com \(ofAnn)"}]}
  """

private let ofAda = "0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11"
private let ofAnn = "1f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a12"
private let other = "2f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a13"

@Suite("edit --id") struct NewIDTests {
  private let home = Home()

  /// The members `id` that the file has of an account, as they stand there.
  private func ids(_ name: String) throws -> [String] {
    let lines = try home.text().split(separator: "\n").filter { $0.contains("\(name)@") }
    return lines.flatMap { $0.matches(of: /"id": ("[^"]*"|\w+)/).map { String($0.1) } }
  }

  private func edit(_ name: String, _ more: String) async -> Ran {
    await home.run("edit --account \(name)@example.com \(more)")
  }

  @Test(
    "gives somebody a new one, whatever stood there, beside other changes and alone",
    arguments: ["ada", "bob", "eve", "kim", "tim", "zoe"])
  func new(name: String) async throws {
    try home.write(accounts)
    let ran = await edit(name, "--id new --yes --first-name Max")
    #expect(
      ran.exit == 0
        && ran.err == "first name: nothing → \"Max\"\n"
          + "applications will take \(name)@example.com for somebody new\n",
      "\(ran)")
    let first = try ids(name)
    let text = first.first.map { String($0.dropFirst().dropLast()) } ?? ""
    #expect(first.count == 1 && GivenID(text)?.name == "\(name)@example.com", "\(first)")
    #expect(![ofAda, ofAnn, other].contains { text.contains($0) })
    #expect(await edit(name, "--id new --yes").exit == 0)
    #expect(try ids(name).count == 1 && ids(name) != first)
    #expect(await home.run("verify --email \(name)@example.com --password secret1").exit == 0)
  }

  @Test("gives one back, and says for whom applications will take the account")
  func given() async throws {
    try home.write(accounts)
    for (name, id, whom) in [
      ("zoe", ofAnn, "ann@example.com"), ("bob", other, "whoever had this id"),
      ("tim", "3f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a14", "whoever had this id"),
    ] {
      let words = "applications will take \(name)@example.com for \(whom)"
      let asked = await edit(name, "--id \(id)")
      #expect(asked.exit == 64 && asked.err.hasSuffix("hint: \(words); give --yes\n"), "\(asked)")
      let ran = await edit(name, "--id \(id) --yes")
      #expect(ran.exit == 0 && ran.err == words + "\n", "\(ran)")
      #expect(try ids(name) == ["\"\(name)@example.com \(id)\""])
    }
  }

  @Test("is refused for the id of another account, and changes nothing where it is there already")
  func there() async throws {
    try home.write(accounts)
    let taken = await edit("bob", "--id \(ofAda) --yes --first-name Bob")
    #expect(
      taken.exit == 65 && taken.err.contains("a user with this id already exists"), "\(taken)")
    let same = await edit("ada", "--id \(ofAda)")
    #expect(same.exit == 0 && same.err == "nothing to change\n", "\(same)")
    #expect(try home.text() == accounts && !home.exists("history.jsonl"))
    #expect(await edit("ada", "--id \(ofAda) --first-name Ada").exit == 0)
    #expect(try ids("ada") == ["\"ada@example.com \(ofAda)\""])
  }

  @Test("names the account as the same edit does")
  func renamed() async throws {
    try home.write(accounts)
    #expect(await edit("bob", "--id \(ofAnn) --yes --email max@example.com").exit == 0)
    #expect(try ids("max") == ["\"max@example.com \(ofAnn)\""])
  }

  @Test("asks, and no is the answer to anything else")
  func asks() async throws {
    try home.write(accounts)
    let no = await home.ask("edit --account bob@example.com --id new", answers: "")
    #expect(
      no.questions == [
        "Applications will take bob@example.com for somebody new. "
          + "Give bob@example.com a new id? [y/N] "
      ])
    #expect(no.exit == 1 && no.err.hasSuffix("nothing was changed\n"))
    #expect(try home.text() == accounts)
    let yes = await home.ask("edit --account bob@example.com --id new", answers: "y")
    #expect(try yes.exit == 0 && ids("bob").count == 1, "\(yes)")
  }

  @Test(
    "takes one account by its name, and new or a UUID",
    arguments: [
      "--id new", "ada@example.com --id new", "ada@example.com bob@example.com --id new --yes",
      "--account ada@example.com --id NEW", "--account ada@example.com --id \(ofAda.uppercased())",
      "--account ada@example.com --id 00000000-0000-0000-0000-000000000000",
      "--account ada@example.com --id new --draft", "--all --drop x-a --id new",
      "ada@example.com --drop id", "--account ada@example.com --yes --first-name Ada",
    ])
  func usage(words: String) async throws {
    try home.write(accounts)
    #expect(await home.run("edit \(words)").exit == 64)
    #expect(try home.text() == accounts)
  }

  @Test("is not what people see; programs have the UUID where it counts")
  func seen() async throws {
    // What is said of one that closes its account shows what was most likely meant.
    try home.write(accounts.replacing(ofAda.uppercased(), with: "eve@example.com \(other)"))
    for line in ["show ada@example.com", "list", "export --format csv", "export --format htpasswd"]
    {
      #expect(await !home.run(line).out.contains(ofAda), "\(line)")
    }
    let shown = await home.run("show ada@example.com --json").out
    #expect(shown.contains("\"id\": \"\(ofAda)\""), "\(shown)")
    let listed = await home.run("list --json").out
    #expect(listed.contains("\"id\": \"\(ofAda)\"") && !listed.contains(ofAnn), "\(listed)")
    #expect(await !home.run("show zoe@example.com --json").out.contains("\"id\""))
  }

  @Test("is no rule of a rulebook")
  func rulebook() async throws {
    try home.write(#"{"rules": {"from": "register", "fields": {"id": {}}}, "accounts": []}"#)
    #expect(await home.run("check").exit == 78)
  }
}

@Suite("Lists and exports with ids") struct ListedIDTests {
  private let home = Home()
  private let there = Home()

  /// One account for each pair of a name and an id.
  private func list(_ ids: KeyValuePairs<String, String>, saying: Bool = true) -> String {
    let all = ids.map { #"{"email": "\#($0)@example.com", "password": "secret1", "id": \#($1)}"# }
    let list = "[\(all.joined(separator: ", "))]"
    return saying ? #"{"regapp": 1, "accounts": \#(list)}"# : list
  }

  private func ids(_ home: Home) async throws -> [String?] {
    try await home.registry.list(limit: 100).accounts.map { $0.id?.description }
  }

  @Test("an export has them, and another directory has the same ones then")
  func export() async throws {
    try home.write(accounts)
    let text = await home.run("export --format json --with-hashes").out
    #expect(text.hasPrefix("{\"regapp\": 1, \"accounts\": [\n  {"), "\(text)")
    #expect(text.hasSuffix("}\n]}\n") && text.contains("\"id\": \"\(ofAda)\""), "\(text)")
    #expect(!text.contains(ofAnn))
    let plain = await home.run("export --format json").out
    #expect(plain.contains("{\"email\": \"ada@example.com\", \"id\": \"\(ofAda)\"}"), "\(plain)")
    let ldif = await home.run("export --format ldif").out
    #expect(ldif.matches(of: /entryUUID/).count == 1, "\(ldif)")
    #expect(ldif.contains("\nentryUUID: \(ofAda)\n"))
    try there.write(text, to: "people.json")
    let path = "\(there.documents)/people.json"
    #expect(await there.run("import \(path) --rules register").exit == 0)
    // The others are new there.
    #expect(
      try await ids(there) == [ofAda] + [1, 2].map { NumberedIDs.id($0).description })
    for line in ["apply \(path)", "import \(path) --on-conflict skip", "plan \(path)"] {
      #expect(await there.run(line).exit == 0, "\(line)")
    }
  }

  /// What a list brings for accounts that are there with the id of Ada, with none, and with one that
  /// does not count; and what is wrong with it, if anything is.
  private static let wrong: [(id: String, of: String, words: String)] = [
    ("\"\(other)\"", "ada", "ada@example.com has another id here"),
    ("\"\(ofAda)\"", "bob", "id is the one of ada@example.com, and not of bob@example.com"),
    ("\"\(ofAda)\"", "new", "id is the one of ada@example.com, and not of new@example.com"),
    ("\"\(ofAnn)\"", "zoe", "zoe@example.com has an id here that does not count"),
    ("17", "bob", "id must be a UUID in lower case alone"),
    ("null", "bob", "id must be a UUID in lower case alone"),
    ("\"\(other.uppercased())\"", "bob", "id must be a UUID in lower case alone: \(other)"),
    ("\"bob@example.com \(other)\"", "bob", "id must be a UUID in lower case alone"),
  ]

  @Test("one that is not the account's is refused", arguments: wrong)
  func refused(id: String, name: String, words: String) async throws {
    try home.write(accounts)
    try home.write(list([name: id]), to: "people.json")
    let path = "\(home.documents)/people.json"
    for line in ["apply", "plan", "import --on-conflict replace", "import --on-conflict skip"] {
      let ran = await home.run("\(line) \(path)")
      #expect(ran.exit == 65 && ran.err.contains(words), "\(line): \(ran)")
    }
    #expect(try home.text() == accounts)
    // By the names alone nothing of it counts.
    #expect(await home.run("import --on-conflict skip --leave-out id \(path)").exit == 0)
  }

  @Test(
    "one comes in with a new account, and with one that has none",
    arguments: ["apply", "import --on-conflict replace"])
  func given(line: String) async throws {
    try home.write(accounts)
    try home.write(
      list(["new": "\"\(other)\"", "bob": "\"3f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a14\""]),
      to: "people.json")
    let ran = await home.run("\(line) \(home.documents)/people.json")
    #expect(ran.exit == 0, "\(ran)")
    let text = try home.text()
    #expect(text.contains("\"id\": \"new@example.com \(other)\""), "\(text)")
    #expect(text.contains("\"id\": \"bob@example.com 3f8b2c1e-"), "\(text)")
  }

  @Test("is a key that no field is where the list is not of regapp, but for --columns")
  func foreign() async throws {
    try home.write(accounts)
    try home.write(list(["new": "\"\(other)\""], saying: false), to: "people.json")
    try home.write(
      "email,password,ID\nnew@example.com,secret1,\(other)\n", to: "people.csv")
    let (json, csv) = ("\(home.documents)/people.json", "\(home.documents)/people.csv")
    for line in ["apply \(json)", "import \(json)", "import \(csv)"] {
      let ran = await home.run(line)
      #expect(ran.exit == 65 && ran.err.contains("--leave-out"), "\(line): \(ran)")
    }
    #expect(await home.run("import --dry-run \(json) --leave-out id").exit == 0)
    #expect(await home.run("import --dry-run \(csv) --leave-out ID").exit == 0)
    #expect(await home.run("import --dry-run \(json) --columns id=uid").exit == 65)
    #expect(await home.run("apply \(json) --columns email=id").exit == 64)
    for line in ["apply \(json) --columns id=id", "import \(csv) --columns id=ID"] {
      try home.write(accounts)
      #expect(await home.run(line).exit == 0, "\(line)")
      #expect(try home.text().contains("\"id\": \"new@example.com \(other)\""), "\(line)")
    }
    #expect(await home.run("import --dry-run \(json) --without id").exit == 64)
  }

  @Test("a whole accounts file has them as they are, if the names are the entries'")
  func wholeFile() async throws {
    let file = #"{"regapp": 1, "rules": "register", "accounts": [{"email": "ada@example.com", "#
    try there.write(
      file + #""password": "secret1", "id": "ADA@example.com \#(ofAda)"}]}"#, to: "one.json")
    try there.write(
      file + #""password": "secret1", "id": "bob@example.com \#(ofAda)"}]}"#, to: "two.json")
    #expect(await home.run("import \(there.documents)/one.json --rules register").exit == 0)
    #expect(try await ids(home) == [ofAda])
    for line in ["import", "apply"] {
      let ran = await home.run("\(line) \(there.documents)/two.json")
      #expect(ran.exit == 65 && ran.err.contains("id was given to bob@example.com"), "\(ran)")
    }
  }
}
