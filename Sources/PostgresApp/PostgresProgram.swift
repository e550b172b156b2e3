// PostgresApp: the program `regapp-postgres`: regapp over a database, and what only a database's
// owner does (`Commands`: migrate, status, rules, copy). `regapp` hands over to it if the documents
// name a database, so that `regapp` itself loads no network library. `Messages` are the words of a
// database's errors and states.

import AccountsApp

/// The program `regapp-postgres`: the commands of regapp over a database, and those of its owner.
public enum PostgresProgram {
  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 { AccountsApp.run(.postgres) }
}
