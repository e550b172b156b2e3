import Testing

/// A rulebook of one's own, written in the accounts file.
@Suite struct RulebookFileTests {
  @Test(
    "what rules --json prints works as a rulebook in the file",
    arguments: [
      "register", "albums", "authorisation",
    ])
  func printed(name: String) async throws {
    let printed = try await Home().run("rules", name, "--json")
    #expect(printed.code == 0)
    let home = try Home("{\"rules\": \(printed.out), \"accounts\": []}")
    // It is the same rulebook: in words, as JSON and as a schema.
    for words in [["rules"], ["rules", "--json"], ["rules", "--schema"]] {
      let own = try await home.run(words)
      let builtIn = try await Home().run(words + [name])
      #expect(own.code == 0)
      #expect(own == builtIn)
    }
    #expect(try await home.run("check").code == 0)
    // And it is kept: the same registration is refused in the same words.
    let bad = [
      "register", "--email", "a@b", "--password", "1", "--first-name", "Ж", "--phone", "1",
    ]
    let plain = try Home("{\"rules\": \"\(name)\", \"accounts\": []}")
    let refused = try await home.run(bad)
    #expect(refused.code == 65)
    #expect(try await plain.run(bad) == refused)
    let good = [
      "register", "--email", "vera@example.com", "--password", "Password1", "--first-name", "Vera",
      "--last-name", "M", "--birth-date", "1986-02-16", "--phone", "9123456789",
    ]
    #expect(try await home.run(good).code == 0)
    #expect(try home.accounts.emails == ["vera@example.com"])
    #expect(try await home.run("show").code == 0)
  }

  @Test("a changed rule is kept from the next run on")
  func changed() async throws {
    let printed = try await Home().run("rules", "register", "--json")
    let home = try Home("{\"rules\": \(printed.out), \"accounts\": []}")
    try home.accounts.replace("\"characters\": 5", with: "\"characters\": 9")
    try home.accounts.replace("\"unknown\": \"create\"", with: "\"unknown\": \"refuse\"")
    let short = try await home.run(
      "register", "--email", "ada@host.com", "--password", "12345678")
    #expect(short.code == 65)
    #expect(short.err.hasPrefix("regapp: error: password must have 9 characters or more\n"))
    #expect(
      try await home.run("register", "--email", "ada@host.com", "--password", "123456789").code == 0
    )
    let unknown = try await home.run(
      "login", "--email", "bob@host.com", "--password", "123456789")
    #expect(unknown.code == 77)
  }

  @Test("the club's rulebook among the fixtures: by first name, with a British phone")
  func custom() async throws {
    let home = try Home(fixture: "custom")
    let login = try await home.run("login", "--first-name", "Vera", "--password", "caissa64")
    #expect(login.code == 0)
    let before = try home.accounts.text
    let edit = try await home.run("edit", "--phone", "01632 96 01 24")
    #expect(edit.code == 0)
    #expect(edit.err == "phone: \"+44 1632 960123\" → \"+44 1632 960124\"\n")
    #expect(try home.accounts.text == before.replacing("960123", with: "960124"))
    let foreign = try await home.run("edit", "--phone", "+7 912 345 67 89")
    #expect(foreign.code == 65)
    #expect(
      foreign.err.hasPrefix("regapp: error: phone must be a number of the form +44 **** ******\n"))
    let old = try await home.run("edit", "--birth-date", "1920-01-01")
    #expect(old.code == 65)
    let nameless = try await home.run("edit", "--first-name", "")
    #expect(nameless.code == 65)
    #expect(nameless.err.hasPrefix("regapp: error: first name is missing\n"))
  }

  @Test(
    "a rulebook that is wrong is 78, with its place",
    arguments: [
      ("5", "1:11: error: rules must be the name of a rulebook, or a rulebook"),
      ("\"Register\"", "1:11: error: there is no rulebook \"Register\"; did you mean register?"),
      (#"{"fields": []}"#, "1:22: error: rules.fields must be an object"),
      (
        #"{"feilds": {}}"#,
        "1:12: error: rules.feilds is no key of a rulebook; did you mean fields?"
      ),
      (#"{"name": "a", "name": "b"}"#, "1:25: error: rules.name stands twice"),
      (
        #"{"login": {"by": "email "}}"#,
        "1:28: error: rules.login.by must be \"email\" or \"firstName\""
      ),
      (
        #"{"fields": {"email": {"required": false}}}"#,
        "1:45: error: rules.fields.email.required must be true"
      ),
      (
        #"{"fields": {"password": {"digits": -1}}}"#,
        "1:46: error: rules.fields.password.digits must be a whole number from 0 to 511"
      ),
      (
        #"{"fields": {"password": {"digits": 1.5}}}"#,
        "1:46: error: rules.fields.password.digits must be a whole number"
      ),
      (
        #"{"fields": {"password": {"digits": 99999999999999999999}}}"#,
        "1:46: error: rules.fields.password.digits must be a whole number"
      ),
      (
        #"{"fields": {"lastName": {"letters": "latin"}}}"#,
        #"1:47: error: rules.fields.lastName.letters must be "any" or "english""#
      ),
      (
        #"{"fields": {"phone": {"mask": ""}}}"#,
        "1:41: error: rules.fields.phone.mask must be a form such as"
      ),
      (
        #"{"login": {"by": "firstName"}}"#,
        "1:11: error: rules.fields.firstName.required must be true: nobody could log in"
      ),
    ])
  func wrong(rules: String, problem: String) async throws {
    let home = try Home("{\"rules\": \(rules), \"accounts\": []}")
    let before = try home.accounts.state
    for words in [["show"], ["register", "--email", "ada@host.com", "--password", "12345"]] {
      let ran = try await home.run(words)
      #expect(ran.code == 78)
      #expect(ran.out == "")
      #expect(ran.err.hasPrefix("~/Documents/regapp/accounts.json:\(problem)"), "\(ran)")
    }
    #expect(try home.accounts.state == before)
  }

  @Test(
    "a JSON Schema of the file, per rulebook",
    arguments: [
      ("register", ["email", "password"]),
      ("albums", ["birthDate", "email", "firstName", "lastName", "password", "phone"]),
      ("authorisation", ["email", "firstName", "lastName", "password"]),
    ])
  func schema(name: String, required: [String]) async throws {
    let ran = try await Home().run("rules", name, "--schema")
    #expect(ran.code == 0)
    let schema = try JSONOutput.object(ran.out)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let properties = try #require(schema["properties"] as? [String: Any])
    let accounts = try #require(properties["accounts"] as? [String: Any])
    let account = try #require(accounts["items"] as? [String: Any])
    #expect((account["required"] as? [String])?.sorted() == required)
    #expect((account["properties"] as? [String: Any])?.count == 6)
  }
}
