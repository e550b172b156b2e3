import Accounts
import AccountsApp
package import CommandKit
package import PostgresAccounts

extension PostgresFault: ReportedReason {
  package static let migrate = Phrase("let its owner run regapp-postgres migrate")

  /// The name is for programs, which rely on it.
  package func report(on database: String) -> Report {
    switch self {
    case .noLibrary(let reason):
      Report(
        .unavailable, "noLibpq", "cannot load libpq, PostgreSQL's library: \(visible(reason))",
        hint: "install libpq5, version 14 or newer (apt-get install libpq5)")
    // The address is not shown if it cannot be parsed: it may have a password.
    case .invalidAddress:
      Report(
        .usage, "invalidAddress",
        "the address of the database is not valid",
        hint: "write postgres://HOST/DATABASE or service=NAME")
    case .passwordInAddress:
      Report(
        .usage, "passwordInAddress",
        "the address of the database has a password in it, which others can see",
        hint: "leave it out, and put it in ~/.pgpass or in a service file")
    case .unknownService(let service):
      Report(
        .usage, "unknownService",
        "no service file that can be read has the service \(visible(service))",
        hint: "add it to ~/.pg_service.conf, or mend that file")
    case .unreachable:
      Report(
        .unavailable, "unreachable", "cannot reach the database \(database): no server answers",
        hint: "check the address, and that the server is running")
    case .unknownHost(let host):
      Report(
        .unavailable, "unknownHost",
        "cannot reach the database \(database): no host has the name \(visible(host))",
        hint: "check the name in the address")
    case .hostNotLookedUp(let host):
      Report(
        .unavailable, "noNameService",
        "cannot reach the database \(database): no answer from DNS for the host \(visible(host))",
        hint:
          "check /etc/resolv.conf and the network, or give the server's address: hostaddr=ADDRESS")
    case .full:
      Report(
        .unavailable, "tooManyConnections",
        "cannot connect to the database \(database): the server has no connections left",
        hint:
          "try again later, or raise max_connections, or the limit of the role or the database; the "
          + "connections are in pg_stat_activity")
    case .starting:
      Report(
        .unavailable, "serverStarting",
        "cannot connect to the database \(database): the server is starting, stopping or recovering",
        hint: "try again when it is ready")
    case .oldServer(let version):
      Report(
        .unavailable, "oldServer",
        "the server of the database \(database) is PostgreSQL \(version / 10_000), which regapp "
          + "does not support",
        hint: "use PostgreSQL 14 or newer")
    case .refusesConnection(let state):
      Report(
        .unavailable, "connectionRefused",
        "cannot connect to the database \(database): the server refuses with the SQLSTATE "
          + "\(visible(state))",
        hint: "the log of the server, or of the pooler before it, may say why")
    case .readOnly:
      Report(
        .unavailable, "readOnly",
        "cannot write to the database \(database): every server that answers is read-only",
        hint:
          "give all servers, as in postgres://HOST1,HOST2/DATABASE, or wait until one is promoted")
    case .noTLS:
      Report(
        .unavailable, "noTLS", "the server of the database \(database) does not use TLS",
        hint:
          "turn on ssl at the server; in a network that you trust, sslmode=disable does without it"
      )
    case .otherHost:
      Report(
        .unavailable, "otherHost",
        "the certificate of the database \(database) is for another host",
        hint: "give the host by the name in its certificate")
    case .untrusted:
      Report(
        .unavailable, "untrusted",
        "the certificate of the database \(database) is not trusted: its authority is unknown, "
          + "or it has expired",
        hint: "give the file of its authority: sslrootcert=FILE in the address")
    case .noRootCertificate:
      Report(
        .unavailable, "noRootCertificate",
        "there is no file with the authorities to trust for the database \(database)",
        hint: "install ca-certificates, or give sslrootcert=FILE in the address")
    case .notAuthenticated:
      Report(
        .unavailable, "notAuthenticated",
        "the database \(database) refuses the user or the password",
        hint:
          "check the user in the address, and the password in ~/.pgpass (mode 0600); the role may also "
          + "have no LOGIN, a password that is over, or no line in pg_hba.conf")
    case .noDatabase:
      Report(
        .unavailable, "noDatabase",
        "there is no database \(database), or this user may not connect to it",
        hint:
          "check its name; let its administrator create it, or allow connections and grant CONNECT")
    case .notPrepared:
      Report(
        .configuration, "notPrepared", "the database \(database) has no tables of regapp yet",
        hint: Self.migrate)
    case .olderVersion(let found):
      Report(
        .configuration, "olderVersion",
        "the tables of the database \(database) were made by regapp 0.7 (version \(found))",
        hint: "export there, migrate into an empty database, import")
    case .newerVersion(let found):
      Report(
        .configuration, "newerVersion",
        "the tables of the database \(database) were made by a newer regapp (version \(found))",
        hint: "install a newer regapp-postgres")
    case .foreignOwner(let object, let role, let mend):
      Report(
        .configuration, "foreignOwner",
        "in the database \(database), \(visible(object)) belongs to the role \(visible(role)), "
          + "which is neither the owner of the database nor a superuser",
        hint: mend.map { Phrase("let its owner or a superuser run: \(visible($0))") }
          ?? Phrase(
            "nothing of it was run; drop it, or give it to the owner of the database if it is "
              + "yours"))
    case .nameTaken(let object, let mend):
      Report(
        .configuration, "nameTaken",
        "the database \(database) has \(visible(object)) already, which regapp did not make",
        hint: mend.map { Phrase("let its owner run: \(visible($0))") }
          ?? Phrase("drop or rename it, or use another database"))
    case .incomplete(let object, let isMended, let mend):
      Report(
        .configuration, "incomplete",
        [
          object.map { Phrase("the database \(database) lacks \(visible($0))") }
            ?? Phrase("the database \(database) lacks a table or a function")
        ],
        hint: isMended ? Self.migrate : Self.mending(mend))
    case .notOwn(let object, let mend):
      Report(
        .configuration, "notOwn",
        "in the database \(database), regapp writes nothing while the \(visible(object)) is there: "
          + "its tables are its own",
        hint: "let its owner run: \(visible(mend))")
    case .obstructed(let object, let mend):
      Report(
        .configuration, "obstructed",
        "the database \(database) has \(visible(object)): with it, regapp cannot read or write "
          + "all accounts",
        hint: "let its owner run: \(visible(mend))")
    case .unlogged(let table, let mend):
      Report(
        .configuration, "unlogged",
        "a crash of the server would empty \(visible(table)) in the database \(database), or set it "
          + "back: it is UNLOGGED",
        hint:
          "restore the whole database from a backup if a crash has done so; else let its owner run: "
          + "\(visible(mend))")
    case .rulebookUnreadable:
      Report(
        .configuration, "rulebookUnreadable",
        "the rulebook in the database \(database) cannot be read",
        hint: "let its owner set one: regapp-postgres rules FILE")
    case .rowsHidden(let table):
      Report(
        .configuration, "rowsHidden",
        "row security hides rows of \(visible(table)) in the database \(database)",
        hint: "let its owner run: ALTER TABLE \(visible(table)) DISABLE ROW LEVEL SECURITY")
    case .rightsMissing:
      Report(
        .configuration, "rightsMissing",
        "everyone may call the functions of the database \(database): it was restored without "
          + "its rights",
        hint: Self.migrate)
    case .otherEncoding(let name):
      Report(
        .configuration, "otherEncoding",
        [
          name.map {
            Phrase(
              "the database \(database) cannot hold every character: its encoding is \(visible($0))"
            )
          }
            ?? Phrase(
              "the database \(database) cannot hold every character: its encoding is not UTF8")
        ],
        hint: Phrase("create it with createdb -T template0 -E UTF8, and move the data there"))
    case .locked:
      Report(
        .tryAgain, "locked",
        "the accounts in the database \(database) are locked by another session; nothing was saved",
        hint: "try again when the other session has ended its transaction (see pg_locks)")
    case .rowsKeptBack:
      Report(
        .configuration, "rowsKeptBack",
        "in the database \(database), not all was written, or a sequence was set back or has ended; "
          + "nothing was saved",
        hint: "let its owner run regapp-postgres status")
    case .refusedBy(let object, let state):
      Report(
        .configuration, "refusedBy",
        "in the database \(database), \(visible(object)) refused with the SQLSTATE "
          + "\(visible(state)); nothing was saved",
        hint:
          "it is not regapp's: let its owner change or remove it; regapp-postgres status lists what was "
          + "added")
    case .diskFull:
      Report(
        .cannotReadOrWrite, "diskFull",
        "the disk of the database \(database) is full; nothing was saved",
        hint: "make room on the server")
    case .tooLong(let account, let field):
      Report(
        .invalid, "tooLong",
        "the \(field.name)\(Self.of(account)) is too long for the "
          + "database \(database); nothing was saved",
        hint: "shorten it to 2600 bytes")
    case .notPermitted:
      Report(
        .noPermission, "notPermitted",
        "the database \(database) does not permit this user to do that",
        hint:
          "connect as a user who has the role for it; if it has, regapp-postgres status says what is wrong"
      )
    case .forOwner:
      Report(
        .noPermission, "forOwner", "only the owner of the database \(database) may copy into it",
        hint: "let its owner run regapp-postgres copy")
    case .loginsLeft(let name):
      Report(
        .noPermission, "loginsLeft",
        "the record of logins in the database \(database) still has \(visible(name))",
        hint: "let the owner of the database run: regapp history --forget \(commandWord(name))")
    case .noAnswer:
      Report(
        .cannotReadOrWrite, "noAnswer",
        "the database \(database) did not answer in time; nothing was saved", hint: "try again")
    case .connectionLost:
      Report(
        .cannotReadOrWrite, "connectionLost",
        "the connection to the database \(database) was lost; nothing was saved",
        hint: "try again")
    case .mayHaveSaved:
      Report(
        .cannotReadOrWrite, "mayHaveSaved",
        "the change may have been saved: the database \(database) did not confirm it",
        hint: "look before you repeat it"
      )
    case .state(let state):
      Report(
        .cannotReadOrWrite, "databaseError",
        "the database \(database) refused with the SQLSTATE \(visible(state))",
        hint:
          "the server's log may say why; regapp-postgres status lists what was added to the tables")
    }
  }

  /// How to give back what is missing.
  private static func mending(_ statement: String?) -> Phrase {
    statement.map { Phrase("let its owner run: \(visible($0))") }
      ?? Phrase("let its owner undo that, or restore the whole database from a backup")
  }

  /// The words that name the account, if it is known.
  private static func of(_ account: String?) -> Phrase {
    guard let account else { return Phrase(same: "") }
    return Phrase(" of \(visible(account))")
  }
}
