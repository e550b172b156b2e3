import AccountsApp
import CommandKit
import PostgresAccounts

/// The words of `status`.
enum StatusText {
  typealias Row = (name: Phrase, value: Phrase)

  static func rows(_ status: Database.Status, _ subject: String) -> [Row] {
    let none = Phrase("none")
    func list(_ texts: [String]) -> Phrase {
      texts.isEmpty ? none : Phrase(same: texts.map { visible($0) }.joined(separator: ", "))
    }
    var rows: [Row] = [
      (Phrase("database"), Phrase(same: visible(subject))),
      (
        Phrase("server"),
        Phrase(same: "PostgreSQL \(visible(status.server))")
      ),
      (
        Phrase("tables"),
        status.version.map { Phrase("version \($0)") } ?? none
      ),
    ]
    if let (all, closed) = status.accounts {
      rows.append(
        (
          Phrase("accounts"),
          Phrase("\(all), \(closed) of them closed")
        ))
    }
    let sizes = [("", status.size)] + status.tables.map { ($0.name, $0.bytes) }
    rows += sizes.map { name, bytes in
      (Phrase("size \(name)"), Phrase(same: megabytes(bytes)))
    }
    let user = status.user
    rows += [
      (Phrase("roles"), list(status.roles)),
      (
        Phrase("you are"),
        list([user.name] + user.roles.filter { $0 != user.name })
      ),
      (
        Phrase("writes wait for"),
        Phrase(
          "\(status.standbysNeeded ?? 0, "standby", "standbys")")
      ),
      (
        Phrase("standbys"),
        status.standbys.map { list($0.map { "\($0.name) (\($0.state))" }) }
          ?? Phrase("this user may not see them")
      ),
    ]
    return rows
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + 524_288) / 1_048_576
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  static let migrate = Phrase(
    "let its owner run regapp-postgres migrate")

  static func report(_ wrong: Database.Status.Wrong, on database: String) -> Report {
    switch wrong {
    case .fault(let fault): fault.report(on: database)
    case .role(let role):
      Report(
        .no, "roleMissing", "the role \(visible(role)) is missing",
        hint: migrate)
    case .roleShut(let role):
      Report(
        .no, "roleShut", "no user can connect as the role \(visible(role)), or as a member of it",
        hint: "let an administrator run: ALTER ROLE \(visible(role)) LOGIN CONNECTION LIMIT -1")
    case .numbers(let sequence):
      Report(
        .no, "numbersEnd",
        "the sequence \(visible(sequence)) comes to its end, begins anew there, or hands numbers out ahead",
        hint:
          "let its owner run: ALTER SEQUENCE \(visible(sequence)) INCREMENT 1 NO MAXVALUE NO CYCLE CACHE 1"
      )
    case .numbersBehind(let sequence):
      Report(
        .no, "numbersBehind",
        "the sequence \(visible(sequence)) is behind the changes, of which none can be saved",
        hint:
          "let its owner run: SELECT setval('\(visible(sequence))', max(id)) FROM public.change")
    case .part(let part): Report(.no, "notMigrated", [words(part)], hint: migrate)
    case .readOnly:
      Report(
        .no, "readOnly", "the server takes no writes",
        hint: "give all servers, as in postgres://HOST1,HOST2/DATABASE")
    case .standbys(let needed, let connected):
      Report(
        .no, "standbysMissing",
        "a write waits for \(needed, "standby", "standbys"), and \(connected) of those can confirm it",
        hint: "start them, or lower synchronous_standby_names and reload the server"
      )
    case .waiting(let count):
      Report(
        .no, "writesWait", "\(count, "write") waiting for a standby now",
        hint: "check the standbys and the network to them")
    }
  }

  private static func words(_ part: Database.Migrated.Part) -> Phrase {
    switch part {
    case .logging: Phrase("a crash of the server would empty tables")
    case .indexes: Phrase("indexes are missing, or others")
    case .view: Phrase("the view login is missing, or shows whom it should leave out")
    case .functions:
      Phrase("functions are missing, or others")
    case .rights:
      Phrase("the rights of the roles are wrong")
    case .limits:
      Phrase("the roles lack time limits")
    case .log:
      Phrase(
        "the server's log may get hashes of passwords")
    case .verdicts: Phrase("accounts were judged otherwise: the view login may show who is closed")
    }
  }
}
