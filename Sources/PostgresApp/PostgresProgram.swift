import CommandKit
import PostgresAccounts
import RegApp

/// The program `regapp-postgres`: the commands of regapp over a database, and those of its owner.
public enum PostgresProgram {
  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 { RegApp.run(.postgres) }
}
