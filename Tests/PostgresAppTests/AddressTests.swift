import PostgresAccounts
import Testing

@testable import PostgresApp

/// Refused before any server is asked.
@Suite(
  "The address of a database",
  .enabled(if: Libpq.fault == nil, "not tested: there is no libpq"))
struct AddressTests {
  @Test(
    "with a password in it is refused, wherever it comes from, and never shown",
    arguments: [
      "postgres://ada:hunter2@db.example.com/accounts",
      "postgresql://db/accounts?password=hunter2",
      "postgres://db/accounts?sslpassword=hunter2",
    ])
  func password(address: String) async {
    let expected = """
      regapp: error: the address of the database has a password in it, which others can see
      regapp: hint: leave it out, and put it in ~/.pgpass or in a service file

      """
    let desk = Desk("service=main")
    #expect(
      await desk.run(["show", "--documents", address]) == Ran(exit: 64, out: "", err: expected))
    #expect(
      await desk.run("migrate", ["REGAPP_DOCUMENTS": address])
        == Ran(exit: 64, out: "", err: expected))
    for environment in [["LANG": "ru_RU.UTF-8"], [:]] {
      let ran = await desk.run(["list", "--json", "--documents", address], environment)
      #expect(ran.exit == 64 && !ran.err.contains("hunter2"))
      #expect(ran.err.contains(#""code": "passwordInAddress""#))
    }
  }

  @Test("that libpq cannot parse, or whose service is unknown, is refused")
  func invalid() async {
    let desk = Desk("postgres:///accounts?nonsense=1")
    let invalid = await desk.run("show")
    #expect(
      invalid.exit == 64
        && invalid.err.hasPrefix("regapp: error: the address of the database is not valid\n"))
    let service = await desk.run("show --documents service=nowhere")
    #expect(
      service.exit == 64
        && service.err.hasPrefix(
          "regapp: error: no service file that can be read has the service nowhere\n")
    )
  }

  @Test("must be one: a directory is for regapp")
  func directory() async {
    for line in ["show", "migrate", "rules ./x.json", "init"] {
      let ran = await Desk("/srv/accounts").run(line)
      #expect(
        ran
          == Ran(
            exit: 64, out: "",
            err: """
              regapp: error: regapp-postgres works on a database, not on the directory /srv/accounts
              regapp: hint: use regapp for it, or give --documents postgres://HOST/DATABASE

              """), "\(line)")
    }
  }

  @Test("is not needed for what needs no accounts")
  func noAddress() async {
    for line in ["help", "rules albums", "completions bash", "--version", "migrate --help"] {
      let ran = await Desk("").run(line)
      #expect(ran.exit == 0 && !ran.out.isEmpty && ran.err.isEmpty, "\(line)")
    }
  }

  @Test("of a server elsewhere is warned of each time it asks for less than verify-full")
  func weakMode() async {
    // Nobody listens there.
    let desk = Desk("postgres://127.0.0.1:1/accounts?sslmode=require")
    for line in ["save", "save --json", "migrate", "rules ./none.json"] {
      let ran = await desk.run(line)
      let warnings = ran.err.split(separator: "\n").filter { $0.contains("warning: ") }
      #expect(
        warnings == [
          "regapp: warning: sslmode=require is weaker than verify-full: others on the way to "
            + "postgres://127.0.0.1:1/accounts may read or change the accounts"
        ], "\(line)")
    }
    let strong = await desk.run(
      "migrate", ["REGAPP_DOCUMENTS": "postgres://127.0.0.1:1/accounts?sslmode=verify-full"])
    #expect(strong.exit == 69 && !strong.err.contains("warning"))
  }
}
