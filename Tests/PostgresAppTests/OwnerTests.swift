import PostgresServer
import Testing

/// Over a server of the tests.
@Suite(
  "The owner of a database",
  .needsPostgres, .takesPlace)
struct OwnerTests {
  @Test("makes its tables once, and people use them from wherever they are")
  func migrates() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    let early = await desk.run("show --json")
    #expect(early.exit == 78 && early.err.contains(#""code": "notPrepared""#), "\(early.err)")
    let made = await desk.run("migrate --json")
    #expect(made.exit == 0 && made.out.hasPrefix("{\n  \"isNew\": true,\n"))
    #expect(
      await desk.run("migrate")
        == Ran(exit: 0, out: "", err: "nothing to do: the tables are as they should be\n"))
    #expect(
      await desk.run("migrate --json")
        == Ran(
          exit: 0,
          out: "{\n  \"isNew\": false,\n  \"roles\": [],\n  \"lettingIn\": {},\n"
            + "  \"repaired\": [],\n  \"left\": [],\n  \"strays\": []\n}\n", err: ""))
    // Commands that only read leave nothing behind.
    #expect(await desk.run("show").exit == 77)
    #expect(try desk.mode(of: ".local") == nil)
    let first = await desk.run("login --email ada@example.com --password secret1")
    #expect(first.exit == 0 && first.err == "created account ada@example.com\n", "\(first.err)")
    #expect(try desk.mode(of: ".local/state/regapp") == 0o700)
    #expect(await desk.run("show").out.contains("ada@example.com"))
    // Another machine has the accounts, and a session of its own.
    let other = Desk(desk.address)
    #expect(await other.run("show").exit == 77)
    #expect(await other.run("show ada@example.com").exit == 0)
    #expect(await other.run("verify --email ada@example.com --password secret1").exit == 0)
  }

  @Test("has no answer to verify for a user without rights")
  func verifyWithoutRights() async throws {
    let server = try PostgresServer.shared
    let database = try server.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    await desk.run("register --no-login --email ada@example.com --password secret1")
    let role = "none_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try server.psql("CREATE ROLE \(role) LOGIN")
    let other = Desk(server.address(database.name, user: role))
    for option in ["", " --json", " --uncounted", " --require-changed --json"] {
      let ran = await other.run("verify --email ada@example.com --password secret1" + option)
      #expect(ran.exit == 77 && ran.out.isEmpty, "\(ran)")
      if option.contains("json") { #expect(ran.err.contains(#""exit": 77"#), "\(ran.err)") }
    }
    let pam = await other.run(
      "verify --pam", ["PAM_USER": "ada@example.com", "PAM_TYPE": "account"])
    #expect(pam.exit != 0 && pam.exit != 1, "\(pam)")
  }

  @Test("edits them as a file by export, plan and apply, and not by edit-file")
  func editsAsFile() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    await desk.run(
      "register --no-login --email ada@example.com --first-name Ada --password secret1")
    await desk.run("register --no-login --email bob@example.com --password secret1")
    #expect(
      await desk.run("edit-file")
        == Ran(
          exit: 69, out: "",
          err: """
            regapp: error: this store does not support regapp edit-file
            regapp: hint: edit what regapp export --format json prints, then regapp plan FILE and \
            regapp apply FILE

            """))
    #expect(await desk.run("edit-file ada@example.com").exit == 64)
    let text = await desk.run("export --format json").out
    // A field that is left out changes nothing, and null clears.
    let edited = text.replacing(#""firstName": "Ada""#, with: #""firstName": null"#)
      .split(separator: "\n").filter { !$0.contains("bob@") }.joined(separator: "\n")
      .replacing("},\n]", with: "}\n]")
    let path = try desk.write(edited, to: "people.json")
    #expect(
      await desk.run("plan \(path)")
        == Ran(
          exit: 1,
          out: "ada@example.com\n    first name: \"Ada\" → nothing\n",
          err: "0 to create, 1 to change, 0 to remove\n"))
    #expect(await desk.run("apply \(path)").exit == 0)
    #expect(await desk.run("list").out == "ada@example.com\nbob@example.com\n")
  }

  @Test("sets the rulebook, and is told how many accounts it closes")
  func rules() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    await desk.run("login --email ada@example.com --password secret1")
    await desk.run(
      "register --no-login --email bob@example.com --first-name Bob --password secret1")
    let path = try desk.write(
      #"{"name": "named", "fields": {"firstName": {"required": true}}}"#, to: "rules.json")
    #expect(
      await desk.run("rules \(path)")
        == Ran(
          exit: 0, out: "",
          err: "the rulebook is now named; 2 accounts, 1 of them closed under it\n"))
    #expect(await desk.run("rules").out.hasPrefix("rulebook named\n"))
    #expect(await desk.run("list --state closed").out.hasPrefix("ada@example.com"))
    let closed = await desk.run("show")
    #expect(
      closed.exit == 65
        && closed.err.hasSuffix(
          "hint: fix it with regapp edit or regapp apply, then run regapp check\n")
    )
    // A built-in one is only printed.
    #expect(await desk.run("rules albums").out.hasPrefix("rulebook albums\n"))
    let back = try desk.write(#""register""#, to: "back.json")
    let json = await desk.run("rules \(back) --json")
    #expect(
      json.out
        == "{\n  \"rules\": \"register\",\n  \"accounts\": 2,\n  \"closed\": 0\n}\n", "\(json)")
    #expect(await desk.run("show").exit == 0)
  }

  @Test("cannot set a broken rulebook, a missing file, or print one as a schema")
  func refused() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let path = try desk.write("{\n  \"nmae\": \"x\"\n}", to: "rules.json")
    let broken = await desk.run("rules \(path)")
    #expect(broken.exit == 78)
    #expect(broken.err.hasPrefix("\(path):2:3: error: "), "\(broken.err)")
    // A path, and what ends in .json, is a file.
    for file in ["\(desk.home)/none.json", "none.json", "./albums"] {
      #expect(await desk.run("rules \(file)").exit == 74, "\(file)")
    }
    #expect(await desk.run("rules \(path) --schema").exit == 64)
    #expect(await desk.run("rules nonsense").exit == 64)
    #expect(await desk.run("rules").out.hasPrefix("rulebook register\n"))
  }

  @Test("begins with another rulebook only while there are no accounts")
  func initialise() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    #expect(
      await desk.run("init authorisation --samples").err.hasPrefix(
        "started with the rulebook authorisation\ncreated account alex@example.com"))
    let again = await desk.run("init albums")
    #expect(again.exit == 73)
    #expect(again.err.contains("\(database.name) is already in use\n"), "\(again.err)")
    #expect(again.err.hasSuffix("hint: give another --documents to start elsewhere\n"))
  }
}
