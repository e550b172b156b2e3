import CommandKit
import LosslessJSON
import PostgresAccounts

enum StatusCommand {
  static let status = Command(
    name: "status", summary: "show what the database is like, and what is wrong",
    details: Phrase(
      "Shows the version of the tables, the accounts, the roles and sizes, and how many standbys "
        + "a write waits for. What is wrong is named, with what to do: so is what was added to the "
        + "tables and can hold back, change or double what is written. It changes nothing. The "
        + "exit code is 0 if nothing is wrong, else 1. Who is not a superuser or a member of "
        + "pg_read_all_stats does not see the standbys."),
    examples: [
      "regapp-postgres status --documents postgres://db.example.com/accounts",
      "regapp-postgres status --json",
    ],
    run: status)

  private static func status(_ invocation: Invocation) async throws {
    let address = try invocation.address
    let status = try await Database(address).status()
    let problems = status.wrong.map { StatusText.report($0, on: visible(address.subject)) }
    if invocation.isJSON {
      try invocation.print(json: status.json(problems))
    } else {
      let rows = StatusText.rows(status, address.subject).map { row in
        [row.name[invocation.language], row.value[invocation.language]]
      }
      for line in aligned(rows) { try invocation.console.write(line + "\n") }
      let palette = invocation.palette(forTerminal: invocation.console.errorIsTerminal)
      for report in problems {
        invocation.console.say(
          report.words(invocation.language, palette, as: invocation.program.product))
      }
    }
    if !problems.isEmpty { throw ProgramEnd(code: .no) }
  }
}

extension Database.Status {
  fileprivate func json(_ problems: [Report]) -> JSONLiteral {
    func list(_ texts: [String]) -> JSONLiteral { .array(texts.map { .string($0) }) }
    return .object([
      .init("server", .string(server)),
      .init("version", version.map { .integer($0) } ?? .null),
      .init("accounts", accounts.map { .integer($0.all) } ?? .null),
      .init("closed", accounts.map { .integer($0.closed) } ?? .null),
      .init("size", .integer(size)),
      .init("tables", .object(tables.map { .init($0.name, .integer($0.bytes)) })),
      .init("roles", list(roles)),
      .init("user", .string(user.name)), .init("userRoles", list(user.roles)),
      .init("standbysNeeded", .integer(standbysNeeded ?? 0)),
      .init("standbys", standbysJSON),
      .init("additions", .array(additions.map(Self.json))),
      .init("wrong", .array(problems.map(Self.json))),
    ])
  }

  private var standbysJSON: JSONLiteral {
    guard let standbys else { return .null }
    return .array(
      standbys.map { standby in
        .object([.init("name", .string(standby.name)), .init("state", .string(standby.state))])
      })
  }

  private static func json(_ addition: Database.Addition) -> JSONLiteral {
    .object([
      .init("table", .string(addition.table)), .init("kind", .string(addition.kind)),
      .init("name", .string(addition.name)), .init("harmless", .bool(addition.effect == .nothing)),
    ])
  }

  private static func json(_ problem: Report) -> JSONLiteral {
    .object([
      .init("code", .string(problem.name)),
      .init("message", .string(problem.lines.first?[.english] ?? "")),
      .init("hint", .string(problem.hint?[.english] ?? "")),
    ])
  }
}
