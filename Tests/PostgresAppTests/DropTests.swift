import PostgresServer
import Testing

@Suite(
  "A key that closes an account of a database",
  .needsPostgres, .takesPlace)
struct DropTests {
  private let mario = "mario@host.com"

  /// The words of the command that an error has as its hint, without quotes.
  private func command(of ran: Ran) throws -> [String] {
    let hint = try #require(ran.err.split(separator: "\n").last { $0.contains("hint: regapp ") })
    return hint.split(separator: " ").drop { $0 != "--documents" }
      .map { String($0).replacing("'", with: "") }
  }

  @Test("is taken out by the command that check prints, and comes back by undo")
  func drops() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    await desk.run("register --no-login --email \(mario) --password secret1")
    await desk.run("register --no-login --email bob@host.com --password secret1")
    try database.psql(
      #"UPDATE public.account SET doc = replace(doc, '{', '{"club": "Inter", ') "#
        + "WHERE key = '\(mario)'")
    let found = await desk.run("check")
    let words = try command(of: found)
    #expect(found.exit == 65 && words.suffix(4) == ["edit", mario, "--drop", "club"], "\(found)")
    #expect(words.dropFirst().first == desk.address)
    #expect(await desk.run("verify --email \(mario) --password secret1").exit == 65)
    #expect(
      await desk.run(words)
        == Ran(
          exit: 0, out: "",
          err: "took club out of \(mario)\n\(mario): closed → open\n"))
    #expect(await desk.run("verify --email \(mario) --password secret1").exit == 0)
    #expect(await desk.run("check").exit == 0)
    #expect(await desk.run("undo").exit == 0)
    #expect(await desk.run("verify --email \(mario) --password secret1").exit == 65)
  }

  @Test("of several accounts goes at once; one that may lock them goes behind disable")
  func all() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    for name in [mario, "bob@host.com"] {
      await desk.run("register --no-login --email \(name) --password secret1")
    }
    try database.psql(
      #"UPDATE public.account SET doc = replace(doc, '{', '{"frozen": true, "x-a": 1, ')"#)
    let found = await desk.run("check")
    #expect(
      found.err.contains(" disable NAME for whoever is to stay out, then regapp ")
        && found.err.hasSuffix(" edit --all --drop frozen\n"), "\(found)")
    let refused = await desk.run("edit --all --drop frozen")
    #expect(
      refused.exit == 64 && refused.err.contains("then bob@host.com, \(mario) can log in"),
      "\(refused)")
    #expect(await desk.run("disable bob@host.com \(mario)").exit == 0)
    let done = await desk.run("edit --all --drop frozen --drop x-a --drop none --yes")
    #expect(done.exit == 0 && done.err == "took frozen, x-a out of 2 accounts\n", "\(done)")
    #expect(await desk.run("verify --email \(mario) --password secret1").exit == 1)
    #expect(
      await desk.run("edit --all --drop frozen")
        == Ran(exit: 0, out: "", err: "nothing to change\n"))
  }

  /// A database with one account, Mario's.
  private func ofMario() async throws -> (PostgresServer.Database, Desk) {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    await desk.run("register --no-login --email \(mario) --password secret1")
    return (database, desk)
  }

  private func own(_ database: PostgresServer.Database) throws -> [String] {
    try database.psql("SELECT own FROM public.base")
  }

  @Test("around the accounts closes all of them, and goes by the command that check prints")
  func around() async throws {
    let (database, desk) = try await ofMario()
    let motd = #"{"x-motd": "Hi"}"#
    try database.psql(
      #"UPDATE public.base SET own = '{"comment": "ours", "x-motd": "Hi"}'"#)
    let verify = "verify --email \(mario) --password secret1"
    for line in [verify, "list", "show \(mario)", "rules", "disable \(mario)"] {
      let ran = await desk.run(line)
      #expect(ran.exit == 65, "\(line): \(ran)")
    }
    let found = await desk.run("check")
    let words = try command(of: found)
    #expect(found.exit == 65 && words.suffix(4) == ["edit", "--all", "--drop", "comment"])
    #expect(
      found.out.contains(#"error: comment is not a key of this file; call it "x-comment""#),
      "\(found)")
    let copied = await desk.run(["copy", desk.address, "\(desk.home)/copy"])
    #expect(try copied.exit == 65 && command(of: copied) == words, "\(copied)")
    #expect(
      await desk.run(words)
        == Ran(exit: 0, out: "", err: "took comment out of the top of the file\n"))
    #expect(await desk.run(verify).exit == 0)
    #expect(try own(database) == [motd])
    // What would close all accounts does not come back, as in a file.
    #expect(await desk.run("undo").exit == 65)
    #expect(try own(database) == [motd])
    #expect(await desk.run(["copy", desk.address, "\(desk.home)/copy"]).exit == 0)
  }

  @Test("of one's own goes from there, too, together with accounts, and comes back by undo")
  func ownAround() async throws {
    let (database, desk) = try await ofMario()
    let motd = #"{"x-motd": "Hi"}"#
    try database.psql(
      "UPDATE public.base SET own = '\(motd)'; "
        + #"UPDATE public.account SET doc = replace(doc, '{', '{"x-motd": 1, ')"#)
    let done = await desk.run("edit --all --drop x-motd")
    #expect(
      done.err == "took x-motd out of \(mario) and the top of the file\n" && done.exit == 0)
    #expect(try own(database) == [""])
    #expect(await desk.run("edit --all --drop x-motd").err == "nothing to change\n")
    #expect(await desk.run("undo").exit == 0)
    #expect(try own(database) == [motd])
    #expect(try database.psql("SELECT doc FROM public.account")[0].contains(#""x-motd""#))
    #expect(await desk.run("edit --all --drop x-motd").exit == 0)
  }

  @Test("around the accounts is told in another way where the command would not do")
  func otherwise() async throws {
    let (database, desk) = try await ofMario()
    for (own, hint) in [
      (#"{"serve": {"hosts": ["a.example.com"]}}"#, "first put it in force: regapp-postgres rules"),
      (#"{"frozen": true}"#, " edit --all --drop frozen; then at once regapp "),
      (#"{"phone": "1"}"#, "let the owner of the database take it out of the table base"),
      ("[]", "let the owner of the database take it out of the table base"),
      (#"{"rules": "register"}"#, "let the owner of the database take it out of the table base"),
    ] {
      try database.psql("UPDATE public.base SET own = '\(own)'")
      for line in ["check", "list"] {
        let ran = await desk.run(line)
        #expect(ran.exit == 65 && ran.err.contains(hint), "\(own): \(ran)")
      }
    }
  }

  @Test("is told with the address as it was given, and the account's name, by each command")
  func hints() async throws {
    let (database, desk) = try await ofMario()
    try database.psql(
      #"UPDATE public.account SET doc = replace(doc, '{', '{"club": 1, "club": 2, ')"#)
    let words = try command(of: await desk.run("check"))
    #expect(words == ["--documents", desk.address, "edit", mario, "--drop", "club"])
    for line in [
      "show \(mario)", "verify --email \(mario) --password secret1",
      "edit --account \(mario) --first-name Mario",
    ] {
      let ran = await desk.run(line)
      #expect(try ran.exit == 65 && command(of: ran) == words, "\(line): \(ran)")
    }
  }

  @Test("that is no whole text is refused like any other, and its owner is told what to do")
  func half() async throws {
    let (database, desk) = try await ofMario()
    try database.psql(
      #"UPDATE public.account SET doc = replace(doc, '{', '{"x-\ud800": 1, ')"#)
    let before = try database.psql("SELECT doc FROM public.account")
    for line in ["check", "show \(mario)", "edit --account \(mario) --first-name Mario"] {
      let ran = await desk.run(line)
      #expect(
        ran.exit == 65
          && ran.err.contains("hint: let the owner of the database take the key out of"),
        "\(line): \(ran)")
    }
    #expect(try database.psql("SELECT doc FROM public.account") == before)
  }

  @Test("of the rulebook is named there, as in a file")
  func ofRules() async throws {
    let (database, desk) = try await ofMario()
    try database.psql(
      "UPDATE public.base SET rules = "
        + #"'{"from": "register", "fields": {"fistName": {"required": true}}}'"#)
    for line in ["check", "list", "rules"] {
      let ran = await desk.run(line)
      #expect(ran.exit == 78 && ran.err.contains("hint: let its owner set one"), "\(ran)")
      #expect(
        (ran.out + ran.err).contains("error: rules.fields.fistName is not known here; known are "),
        "\(ran)")
    }
    let text = #"{"from":"register","//serve":{"hosts":["a.example.com"]}}"#
    let path = try desk.write(text, to: "r.json")
    let done = await desk.run("rules \(path)")
    #expect(done.exit == 0 && done.err.contains("/r.json:1:20: warning: "), "\(done)")
    #expect(try database.psql("SELECT rules FROM public.base") == [text])
    #expect(await desk.run("rules --json").out.contains(#""//serve""#))
  }
}
