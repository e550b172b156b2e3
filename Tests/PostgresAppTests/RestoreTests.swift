import Foundation
import PostgresServer
import TestSupport
import Testing

/// The commands that docs/postgresql.md shows, as they are typed there.
@Suite(
  "A backup of a database",
  .needsPostgres, .takesPlace)
struct RestoreTests {
  /// The blocks of commands below a heading of the page.
  private static func blocks(below heading: String) throws -> [[String]] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/postgresql.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    return section.components(separatedBy: "```console\n").dropFirst().map { block in
      block.components(separatedBy: "\n```")[0].split(separator: "\n")
        .filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    }
  }

  /// Runs a command that administers a server; on the machine of the page, `sudo -u postgres` does.
  private static func run(
    _ line: String, on server: PostgresServer, in directory: String
  ) async throws {
    let programs = try #require(ServerPrograms.postgres)
    let command = line.replacing("sudo -u postgres ", with: "")
    if command.hasPrefix("regapp-postgres ") {
      // The address on the machine itself.
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let place = try #require(words.firstIndex(of: "--documents")) + 1
      #expect(words[place] == "postgres:///accounts")
      let ran = await Desk(server.address("accounts")).run(
        Array(words[..<(place - 1)]) + Array(words[(place + 1)...]))
      #expect(ran.exit == 0, "\(line): \(ran.err)")
      return
    }
    let end = try await blocking {
      try ChildProcess(
        "/bin/sh", ["-c", "cd \"$0\" && \(command)", directory],
        environment: [
          "PATH": "\(programs):/usr/bin:/bin", "PGHOST": server.directory.path,
          "PGUSER": "postgres", "USER": "ada", "HOME": directory, "LC_ALL": "C",
        ], [.file("/dev/null"), .descriptor(2), .descriptor(2)]
      ).waitForEnd()
    }
    #expect(end == .exit(0), "\(line)")
  }

  /// Statements by which a role reads or changes accounts; each must be refused or empty.
  private static func secrets(_ server: PostgresServer, as role: String) throws -> [String] {
    let address = server.address("accounts", user: role)
    let names = try server.psql(
      """
      SELECT 'SELECT count(*) FROM public.' || relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
      UNION ALL
      SELECT 'SELECT regapp_api.' || proname || '(' || coalesce((
        SELECT string_agg('NULL::' || t::regtype, ', ') FROM unnest(proargtypes) t), '') || ')'
      FROM pg_proc WHERE pronamespace = to_regnamespace('regapp_api')
      UNION ALL
      SELECT 'SELECT key, password FROM regapp_api.regapp_find(NULL, ''victim'', NULL)'
      FROM pg_proc WHERE proname = 'regapp_find'
      UNION ALL
      -- The right to call a function is asked once, when a trigger is made, which then outlives it.
      SELECT 'CREATE TEMPORARY TABLE own (key text); CREATE TRIGGER own AFTER DELETE ON own '
        || 'REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION regapp_api.' || proname || '()'
      FROM pg_proc WHERE pronamespace = to_regnamespace('regapp_api')
      """, database: "accounts")
    return names.filter { (try? server.psql($0, at: address)) != nil }
  }

  private static func original() async throws -> (PostgresServer, Desk) {
    let server = try await blocking { try PostgresServer.start() }
    try server.psql("CREATE DATABASE accounts TEMPLATE template0")
    let desk = Desk(server.address("accounts"))
    for line in [
      "migrate", "init authorisation",
      "register --username victim --email victim@example.com --first-name Vic --last-name Tim "
        + "--password secretly1 --no-login",
      "edit --account victim --first-name Victor",
    ] {
      let ran = await desk.run(line)
      #expect(ran.exit == 0, "\(line): \(ran.err)")
    }
    return (server, desk)
  }

  @Test("comes back on another server by the commands of the page, and is closed all the while")
  func commands() async throws {
    let blocks = try Self.blocks(below: "Backup and restore")
    #expect(blocks.count == 2)
    let (server, desk) = try await Self.original()
    let directory = TemporaryDirectory("regapp-backup")
    for line in blocks[0] { try await Self.run(line, on: server, in: directory.path) }

    let empty = try await blocking { try PostgresServer.start() }
    try empty.psql("CREATE ROLE stranger LOGIN")
    for line in blocks[1] {
      try await Self.run(line, on: empty, in: directory.path)
      if !line.contains("createdb") {
        #expect(try Self.secrets(empty, as: "stranger") == [], "\(line)")
      }
    }
    let restored = Desk(empty.address("accounts", user: "ada"))
    for line in ["list --json", "history --json", "show victim", "rules --json"] {
      let (before, after) = (await desk.run(line), await restored.run(line))
      #expect(before == after && after.exit == 0, "\(line)")
    }
    #expect(
      await restored.run("verify --email victim@example.com --password secretly1").exit == 0)
    #expect(await restored.run("undo").exit == 0)
    let login = Desk(empty.address("accounts", user: "regapp_login"))
    #expect(await login.run("verify --email victim@example.com --password secretly1").exit == 0)
    #expect(await login.run("list").exit == 77)
    #expect(
      await Desk(empty.address("accounts")).run("migrate").err
        == "nothing to do: the tables are as they should be\n")
  }

  @Test(
    "is closed until migrate has run, however it was restored",
    arguments: [
      "pg_restore", "pg_restore -x", "pg_restore --no-owner", "pg_restore -x --no-owner",
      "psql",
    ])
  func closed(_ way: String) async throws {
    let (server, _) = try await Self.original()
    let directory = TemporaryDirectory("regapp-backup")
    let form = way == "psql" ? "-Fp" : "-Fc"
    try await Self.run("pg_dump \(form) accounts >dump", on: server, in: directory.path)
    let empty = try await blocking { try PostgresServer.start() }
    try empty.psql("CREATE ROLE stranger LOGIN")
    // Errors are the rule: a dump has none of the roles that it names.
    try await Self.run("createdb accounts", on: empty, in: directory.path)
    try await Self.run(
      "\(way) -d accounts <dump >/dev/null 2>&1 || true", on: empty, in: directory.path)
    #expect(try empty.psql("SELECT count(*) FROM account", database: "accounts") == ["1"])
    #expect(try Self.secrets(empty, as: "stranger") == [])
    // A program says what there is to do.
    let desk = Desk(empty.address("accounts"))
    let early = await desk.run("list --json")
    #expect(early.exit == (way == "psql" ? 0 : 78), "\(early.err)")
    let ran = await desk.run("migrate --json")
    #expect(ran.exit == 0, "\(ran.err)")
    for part in ["regapp_manager", "regapp_login", "rights", "limits", "log"] {
      #expect(ran.out.contains("\"\(part)\""), "\(ran.out)")
    }
    // The functions are as they were; only the rights to call them were not.
    #expect(!ran.out.contains("\"functions\""), "\(ran.out)")
    #expect(try Self.secrets(empty, as: "stranger") == [])
    #expect(try Self.secrets(empty, as: "regapp_manager").count > 4)
    #expect(await desk.run("list").exit == 0)
  }
}
