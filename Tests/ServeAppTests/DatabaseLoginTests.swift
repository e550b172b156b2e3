import Accounts
import CommandKit
import HTTP
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts
@testable import ServeApp

@Suite(
  "The login over a database",
  .needsPostgres, .takesPlace)
struct DatabaseLoginTests {
  private static let wiki = "wiki.example.com"
  private static let notes = "notes.example.com"

  /// A database that has accounts, and guards these hosts.
  static func database(
    _ hosts: GuardedHosts? = nil, on server: PostgresServer? = nil
  ) async throws -> PostgresServer.Database {
    let database = try await (server ?? PostgresServer.shared).database { database in
      _ = try await Database(DatabaseAddress(database.address)).migrate()
    }
    let address = try DatabaseAddress(database.address)
    _ = try await Registry(database: address, today: { .distantPast }, log: nil).initialise(
      .register.serving(hosts ?? GuardedHosts([wiki, notes])))
    return database
  }

  private static func site(_ address: String) throws -> TestSite {
    TestSite(
      page: "https://accounts.example.com/", database: try DatabaseAddress(address))
  }

  @Test("what stands in the way of a login is in the log")
  func log() async throws {
    let database = try await Self.database()
    let site = try Self.site(database.address)
    try await site.register("ada")
    try database.psql(
      """
      CREATE FUNCTION public.back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
      CREATE TRIGGER back BEFORE INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION public.back()
      """)
    var browser = Browser(site)
    let address = try #require(await browser.ask(Self.wiki)["Location"])
    let answer = await browser.post(
      try #require(Browser.path(address)), ["name": "ada@example.com", "password": "secret1"])
    #expect(answer.status == .unavailable)
    #expect(
      site.lines.contains { $0.contains("while the trigger back on public.session is there") },
      "\(site.lines)")
  }

  @Test(
    "people log in once for all hosts, and are out at the next request, whoever ends it",
    arguments: [
      "UPDATE public.account SET disabled = true", "DELETE FROM public.account",
      "SELECT FROM regapp_api.regapp_end_sessions(NULL)", "TRUNCATE public.session",
    ])
  func once(end: String) async throws {
    try await Connection.$patience.withValue(600) {
      let database = try await Self.database()
      let site = try Self.site(
        database.server.address(database.name, user: Schema.manager))
      try await site.register("ada")
      var browser = Browser(site)
      #expect(await browser.logIn("ada@example.com", at: Self.wiki)?.status == .seeOther)
      #expect(await browser.ask(Self.wiki)["Remote-Email"] == "ada@example.com")
      // Nothing is typed.
      #expect(await browser.logIn(nil, at: Self.notes)?.status == .seeOther)
      #expect(await browser.ask(Self.notes).status == .ok)
      // Another process over the same accounts knows it, too.
      let other = try Self.site(database.address)
      var same = Browser(other)
      same.jar = browser.jar
      #expect(await same.ask(Self.wiki).status == .ok)
      try database.psql(end)
      for host in [Self.wiki, Self.notes] {
        #expect(await browser.ask(host).status == .found)
        #expect(await same.ask(host).status == .found)
      }
    }
  }

  @Test(
    "a group that somebody leaves, or that the list renames or drops, holds at the next request")
  func groups() async throws {
    try await Connection.$patience.withValue(600) {
      let database = try await Self.database()
      func guardNotes(_ groups: [String]) throws {
        let hosts = try GuardedHosts([.init(Self.wiki), .init(Self.notes, groups: groups)])
        try database.psql(
          "UPDATE public.base SET rules = '\(Rulebook.register.serving(hosts).tableText)'")
      }
      let site = try Self.site(database.address)
      let ada = try await site.register("ada", groups: ["staff"])
      var browser = Browser(site)
      for name in [ada, nil] {
        _ = await browser.logIn(name, at: name == nil ? Self.notes : Self.wiki)
      }
      func answers(_ status: Answer.Status, _ reason: String? = nil) async {
        for fields in [Browser.navigation, DoorModelTests.basic("ada")] {
          let answer = await browser.ask(Self.notes, fields: fields)
          #expect(answer.status == status && answer["Regapp-Answer"] == reason)
        }
        #expect(await browser.ask(Self.wiki).status == .ok)
        let profile = text(await browser.open("/"))
        #expect(profile.contains(">\(Self.notes)</a>") == (status == .ok))
      }
      await answers(.ok)
      for (groups, isIn) in [
        (["crew"], false), (["crew", "staff"], true), (["Staff"], false), ([], true),
        (["staff"], true),
      ] {
        try guardNotes(groups)
        await answers(isIn ? .ok : .forbidden, isIn ? nil : "group")
      }
      _ = try await site.registry.changeGroups(of: [ada], adding: ["crew"], removing: ["staff"])
      await answers(.forbidden, "group")
      _ = try await site.registry.changeGroups(of: [ada], adding: ["staff"], removing: [])
      await answers(.ok)
      try database.psql("UPDATE public.account SET doc = replace(doc, 'staff', 'lab')")
      await answers(.forbidden, "group")
    }
  }

  @Test("one login begins 64 sessions within an hour") func mostInAnHour() async throws {
    try await Connection.$patience.withValue(600) {
      let site = try Self.site(try await Self.database().address)
      try await site.register("ada")
      var browser = Browser(site)
      _ = await browser.logIn("ada@example.com", at: Self.wiki)
      for number in 1...64 {
        browser.jar[Self.wiki] = nil
        let answer = await browser.logIn(nil, at: Self.wiki)
        #expect(answer?.status == (number < 64 ? .seeOther : .tooManyRequests), "\(number)")
      }
      #expect(await browser.logIn("ada@example.com", at: Self.notes)?.status == .seeOther)
    }
  }

  @Test("whoever is logged in waits for nobody who logs in and is stuck")
  func stuck() async throws {
    try await Connection.$patience.withValue(600) {
      let database = try await Self.database()
      let site = try Self.site(database.address)
      for name in ["ada", "bob"] { try await site.register(name) }
      var browser = Browser(site)
      _ = await browser.logIn("ada@example.com", at: Self.wiki)
      let holder = try Connection(DatabaseAddress(database.address), Libpq())
      try holder.begin("")
      try holder.run("LOCK TABLE public.throttle IN ACCESS EXCLUSIVE MODE")
      async let late = {
        var other = Browser(site)
        return await other.logIn("bob@example.com", at: Self.wiki)?.status
      }()
      let isStuck = try await comesTrue {
        try database.psql(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """) == ["1"]
      }
      #expect(isStuck)
      await TimeLimit.$limit.withValue(TimeLimit(seconds: 60)) {
        for _ in 0..<3 { #expect(await browser.ask(Self.wiki).status == .ok) }
      }
      try holder.run("ROLLBACK")
      #expect(await late == .seeOther)
    }
  }

  @Test("a server that is away is 503, and whoever was in is in again once it is back")
  func away() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let database = try await Self.database(on: server)
    let isAway = Atomic(false)
    let time = StillTime { _, _ in isAway.load(ordering: .relaxed) }
    let still = WaitingTime(now: time.now, wait: time.wait, pause: time.pause)
    let site = try Connection.$patience.withValue(60) { try Self.site(database.address) }
    try await WaitingTime.$current.withValue(still) {
      try await site.register("ada")
      var browser = Browser(site)
      _ = await browser.logIn("ada@example.com", at: Self.wiki)
      #expect(await browser.ask(Self.wiki).status == .ok)
      try await blocking { try server.stop() }
      isAway.store(true, ordering: .relaxed)
      for _ in 0..<2 {
        #expect(await browser.ask(Self.wiki).status == .unavailable)
        #expect(await browser.open("/").status == .unavailable)
      }
      isAway.store(false, ordering: .relaxed)
      try await blocking { try server.start() }
      #expect(await browser.ask(Self.wiki).status == .ok)
      #expect(site.lines.contains("the accounts can be read again"))
    }
  }

  @Test("is refused at the start where this user of the database only logs people in")
  func loginRole() async throws {
    try await Connection.$patience.withValue(600) {
      let database = try await Self.database()
      func registry(_ role: String) throws -> Registry {
        let address = database.server.address(database.name, user: role)
        return Registry(
          database: try DatabaseAddress(address), today: { .distantPast }, logsLogins: false)
      }
      let refused = await #expect(throws: Report.self) {
        try await registry(Schema.login).refuseReader(isThere: true)
      }
      #expect(refused?.code == .unavailable)
      let words = String(describing: refused?.lines)
      #expect(words.contains(Schema.manager))
      try await registry(Schema.manager).refuseReader(isThere: true)
      try await registry("postgres").refuseReader(isThere: true)
      // If the server was away at the start, each request says so, and nobody is let in.
      let owner = try Self.site(database.address)
      try await owner.register("ada")
      var browser = Browser(owner)
      _ = await browser.logIn("ada@example.com", at: Self.wiki)
      let site = try Self.site(database.server.address(database.name, user: Schema.login))
      var other = Browser(site)
      other.jar = browser.jar
      #expect(await other.ask(Self.wiki).status == .unavailable)
      #expect(site.lines.contains { $0.contains("permit") }, "\(site.lines)")
    }
  }
}
