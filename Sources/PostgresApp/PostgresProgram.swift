import CommandKit
import PostgresAccounts
import RegApp

/// The program `regapp-postgres`: the commands of regapp over a database, and those of its owner.
public enum PostgresProgram {
  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    #if Postgres
      RegApp.run(.postgres)
    #else
      RegApp.refuse(
        Report(
          .unavailable, "builtWithoutPostgres", "regapp-postgres was built without PostgreSQL",
          hint: "build it again: swift build --traits Postgres --product regapp-postgres"))
    #endif
  }
}
