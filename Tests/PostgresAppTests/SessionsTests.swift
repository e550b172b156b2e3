import Accounts
import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts

/// The logins in browsers of a database, as commands speak of them.
@Suite(
  "regapp-postgres sessions",
  .needsPostgres, .takesPlace)
struct SessionsTests {
  /// A desk with the accounts of Ada and Bob, who are logged in.
  private static func desk() async throws -> Desk {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let registry = Registry(
      database: try DatabaseAddress(desk.address),
      today: { CalendarDay("2026-06-15") ?? .distantPast }, logsLogins: false)
    for name in ["ada@example.com", "bob@example.com"] {
      await desk.run("register --no-login --email \(name) --password secret1")
      let account = try #require(try await registry.account(name).account)
      let begun = try await registry.beginLogin(
        of: account, typed: nil, at: "accounts.example.com", in: "Firefox on Linux", keeps: false)
      _ = try await registry.beginSession(of: begun.proved, at: "wiki.example.com")
    }
    return desk
  }

  @Test("are listed and ended as those of a file are")
  func listed() async throws {
    let desk = try await Self.desk()
    let all = await desk.run("sessions")
    #expect(all.out.split(separator: "\n").count == 2, "\(all)")
    #expect(
      all.out.contains(
        #/ada@example.com  [a-z]{6}  accounts.example.com, wiki.example.com  since /#))
    let json = await desk.run("sessions ada@example.com --host wiki.example.com --json")
    #expect(json.out.contains(#""browser": "Firefox on Linux""#), "\(json)")
    #expect(!json.out.contains("bob"))
    let ended = await desk.run("sessions --host wiki.example.com ada@example.com --end --yes")
    #expect(ended == Ran(exit: 0, out: "", err: "ended 1 login in browsers\n"))
    #expect(await desk.run("sessions --json").out.contains("bob@example.com"))
    #expect(await desk.run("sessions --end --yes --json").out == "{\n  \"ended\": 1\n}\n")
    #expect(await desk.run("sessions").err == "nobody is logged in in a browser\n")
  }

  @Test("one ends by its short name, and none by another")
  func one() async throws {
    let desk = try await Self.desk()
    let listed = await desk.run("sessions bob@example.com --json")
    let name = try #require(listed.out.firstMatch(of: #/"login": "([a-z]{6})"/#)?.output.1)
    #expect(await desk.run("sessions ada@example.com --end \(name)").exit == 1)
    #expect(await desk.run("sessions --end \(name) --yes").exit == 64)
    #expect(await desk.run("sessions").out.split(separator: "\n").count == 2)
    let ended = await desk.run("sessions bob@example.com --end \(name)")
    #expect(ended == Ran(exit: 0, out: "", err: "ended 1 login in browsers\n"))
    #expect(await desk.run("sessions bob@example.com").out == "")
    #expect(await desk.run("sessions").out.hasPrefix("ada@example.com  "))
  }

  @Test("end with what changes an account, which says how many, and with history --forget")
  func changes() async throws {
    let desk = try await Self.desk()
    let disabled = await desk.run("disable ada@example.com")
    #expect(disabled.exit == 0 && disabled.err.contains("ended 1 login in browsers"), "\(disabled)")
    await desk.run("enable ada@example.com")
    #expect(await !desk.run("sessions").out.contains("ada@"))
    let forgotten = await desk.run("history --forget bob@example.com")
    #expect(forgotten.exit == 0, "\(forgotten)")
    #expect(await desk.run("sessions --json").out == "[]\n")
  }

  @Test("are not said to have ended while a trigger is on a table of regapp's: 78, and it is named")
  func trigger() async throws {
    let desk = try await Self.desk()
    let server = try PostgresServer.shared
    try server.psql(
      """
      CREATE FUNCTION public.back() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RETURN OLD; END $$;
      CREATE TRIGGER back BEFORE DELETE ON public.session FOR EACH ROW
      EXECUTE FUNCTION public.back()
      """, at: desk.address)
    for names in ["", " ada@example.com"] {
      let ran = await desk.run("sessions --end --yes\(names)")
      #expect(ran.exit == 78 && ran.out.isEmpty, "\(ran)")
      #expect(
        ran.err.contains("writes nothing while the trigger back on public.session is there"),
        "\(ran)")
      #expect(ran.err.contains("DROP TRIGGER back ON public.session"), "\(ran)")
      #expect(await desk.run("sessions").out.split(separator: "\n").count == 2)
    }
    try server.psql("DROP TRIGGER back ON public.session", at: desk.address)
    let ended = await desk.run("sessions --end --yes")
    #expect(ended == Ran(exit: 0, out: "", err: "ended 2 logins in browsers\n"))
    #expect(await desk.run("sessions --json").out == "[]\n")
  }

  @Test("stay where they are when the accounts are copied")
  func copied() async throws {
    let (desk, other) = (
      try await Self.desk(), Desk(try PostgresServer.shared.database().address)
    )
    await other.run("migrate")
    #expect(await desk.run("copy \(desk.address) \(other.address)").exit == 0)
    #expect(await other.run("list").out == "ada@example.com\nbob@example.com\n")
    #expect(await other.run("sessions --json").out == "[]\n")
    #expect(await desk.run("copy \(desk.address) \(desk.home)/back").exit == 0)
    #expect(try desk.mode(of: "back/sessions.jsonl") == nil)
    #expect(await desk.run("sessions").out.contains("bob@"))
  }
}
