import CommandKit
import PostgresAccounts
import PostgresMessages

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
      (
        Phrase("added"),
        list(status.additions.map { "\($0.kind) \($0.name) on \($0.table)" })
      ),
    ]
    return rows
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + 524_288) / 1_048_576
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  private static let migrateAsSuperuser = Phrase("let a superuser run regapp-postgres migrate")

  static func report(_ wrong: Database.Status.Wrong, on database: String) -> Report {
    switch wrong {
    case .fault(let fault): fault.report(on: database)
    case .role(let role):
      Report(
        .no, "roleMissing", "the role \(visible(role)) is missing",
        hint: PostgresFault.migrate)
    case .roleShut(let role):
      Report(
        .no, "roleShut", "no user can connect as the role \(visible(role)), or as a member of it",
        hint: "let an administrator run: ALTER ROLE \(visible(role)) LOGIN CONNECTION LIMIT -1")
    case .roleWithoutConnect(let role, let database):
      Report(
        .no, "roleWithoutConnect",
        "neither the role \(visible(role)) nor a member of it may connect to the database",
        hint:
          "to let them in, let its owner run: GRANT CONNECT ON DATABASE \(visible(database)) TO \(visible(role))"
      )
    case .numbers(let sequence):
      Report(
        .no, "numbersEnd",
        "the sequence \(visible(sequence)) comes to its end, begins anew there, or hands numbers out ahead",
        hint:
          "let its owner run: ALTER SEQUENCE \(visible(sequence)) INCREMENT 1 NO MAXVALUE NO CYCLE CACHE 1"
      )
    case .numbersSpent(let sequence, let table, let isRestored):
      Report(
        .no, "numbersEnd", "the sequence \(visible(sequence)) has given its last numbers",
        hint: isRestored
          ? restored(sequence, table)
          : Phrase("move to another database, which numbers anew: regapp-postgres copy"))
    case .numbersBehind(let sequence, let table):
      Report(
        .no, "numbersBehind",
        "the sequence \(visible(sequence)) is behind the rows of public.\(table): no more can be added",
        hint: restored(sequence, table))
    case .passwordOver(let role):
      Report(
        .no, "passwordOver",
        "the password of the role \(visible(role)), as which nobody else can connect, is over",
        hint: "let an administrator run: ALTER ROLE \(visible(role)) VALID UNTIL 'infinity'")
    case .databaseShut(let name):
      Report(
        .no, "databaseShut", "nobody but superusers can connect to the database \(visible(name))",
        hint:
          "let its owner run: ALTER DATABASE \(visible(name)) CONNECTION LIMIT -1"
      )
    case .member(let role, let other):
      Report(
        .no, "excessRights",
        "the role \(visible(role)) can do more than it should: it is a member of \(visible(other))",
        hint: migrateAsSuperuser)
    case .attribute(let role, let attribute):
      Report(
        .no, "excessRights",
        "the role \(visible(role)) can do more than it should: it has \(visible(attribute))",
        hint: migrateAsSuperuser)
    case .writtenByHand(let count):
      Report(
        .no, "writtenByHand",
        "\(count, "account") written by another program: the view login leaves them out",
        hint:
          "look at regapp check; then let the owner of the database run regapp-postgres migrate, which "
          + "judges them")
    case .valuesTooOld(let count):
      Report(
        .no, "valuesTooOld",
        "the history keeps the values of \(count, "change", "changes") for over 400 days",
        hint: "they go when an account is changed, from up to 100 changes at a time")
    case .addition(let addition): report(addition)
    case .stray(let stray):
      Report(.no, "stray", [PostgresText.stray(stray)], hint: PostgresText.mend(of: stray))
    case .part(let part): Report(.no, "notMigrated", [words(part)], hint: hint(of: part))
    case .readOnly:
      Report(
        .no, "readOnly", "the server takes no writes",
        hint: "give all servers, as in postgres://HOST1,HOST2/DATABASE")
    case .readOnlyByDefault(let object, let mend):
      Report(
        .no, "readOnlyByDefault",
        "transactions begin as read-only for \(visible(object)); regapp writes all the same",
        hint: "who uses regapp is to write, so let an administrator run: \(visible(mend))")
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

  private static func restored(_ sequence: String, _ table: String) -> Phrase {
    Phrase(
      "let its owner run: SELECT setval('\(visible(sequence))', max(id)) FROM public.\(table)")
  }

  private static func report(_ addition: Database.Addition) -> Report {
    let name = "\(addition.kind) \(visible(addition.name)) on \(visible(addition.table))"
    let mend = addition.mend.map { Phrase("let its owner run: \(visible($0))") }
    if addition.effect == .prevents {
      return Report(
        .no, "notOwn", "regapp writes nothing while the \(name) is there: its tables are its own",
        hint: mend)
    }
    return Report(
      .no, "addition", "the \(name) can hold back, change or double what regapp writes",
      hint: mend ?? Phrase("let its owner drop it if regapp needs to rely on its writes"))
  }

  /// Some parts only a superuser can put right for sure.
  private static func hint(of part: Database.Migrated.Part) -> Phrase {
    [.limits, .log, .memberships].contains(part) ? migrateAsSuperuser : PostgresFault.migrate
  }

  private static func words(_ part: Database.Migrated.Part) -> Phrase {
    switch part {
    case .memberships: Phrase("the roles can do more than they should")
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
    // What tables lack is a fault, and `writtenByHand` counts the rows.
    case .tables, .columns, .keys, .verdicts, .contradictions: Phrase("migrate is needed")
    }
  }
}
