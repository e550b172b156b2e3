import AccountsApp
import CommandKit
import Product

extension ManualText {
  static let postgres = ManualText(
    page: "regapp-postgres",
    summary: Phrase("accounts in PostgreSQL, with the commands of regapp"),
    description: [
      Phrase(
        "regapp-postgres is regapp for those who have outgrown one machine: the accounts, their "
          + "history and the count of failed logins are in a database instead of a file. regapp "
          + "runs it by itself where --documents or $REGAPP_DOCUMENTS names a database; only "
          + "migrate, copy, status and rules FILE are typed as regapp-postgres."),
      Phrase(
        "The address is one that \("libpq") reads: postgres://HOST1,HOST2/DATABASE, with all "
          + "servers of a cluster, or service=NAME. It must not have a password, which others "
          + "could see: passwords are in ~/.pgpass or in a service file. Over TCP the server "
          + "needs a certificate for its name (sslmode=verify-full); an address that asks for "
          + "less brings a warning each time."),
      Phrase(
        "Passwords are hashed here and never sent as they were typed. If a connection is lost "
          + "while something is saved, the server is asked whether it was; the exit code is 74 "
          + "if it cannot be asked."),
    ],
    files: [
      Entry(
        "${XDG_STATE_HOME:-~/.local/state}/regapp/",
        "who is logged in, and the open edit: a directory for each database"),
      Entry("~/.pgpass", "passwords of the database's users"),
      Entry("~/.pg_service.conf", "the services that service=NAME names"),
    ],
    environment: [
      Entry("REGAPP_DOCUMENTS", "the database, if --documents is not given"),
      Entry("XDG_STATE_HOME, HOME", "where the session and the open edit are"),
      Entry(
        "PGHOST, PGUSER, PGPASSFILE, PGSERVICEFILE and others of libpq",
        "what the address leaves out"),
    ],
    seeAlso: ["regapp(1)", "psql(1)"],
    explanation: { code in
      switch code {
      case .unavailable:
        Phrase(
          "the database is unreachable, or not the one that it should be; an editor or another "
            + "program is missing")
      case .cannotReadOrWrite:
        Phrase("cannot read or write; mayHaveSaved if a change may have been saved")
      case .noPermission:
        Phrase("login failed, or not logged in; the database does not permit it")
      case .configuration:
        Phrase(
          "the rulebook is wrong; the tables are missing, of another version or role, or "
            + "restored and not migrated")
      default: code.explanation
      }
    }, topics: [.formats, .readers])
}
