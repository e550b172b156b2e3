#if Postgres
  public import Accounts
  import CPostgres
  import TextTools

  /// Where a database is: `postgres://host1,host2/name` or `service=NAME`, as libpq reads it.
  public struct DatabaseAddress: Sendable {
    /// The address as it was given.
    public let text: String
    /// What to call it in messages: its hosts and its name.
    public let subject: String
    /// The name of a directory of its own: the same for all spellings of the hosts, port and database.
    public let directoryName: String
    /// The sslmode, where that is weaker than it should be and the server is not on this machine.
    public let weakMode: String?
    /// What is told libpq besides the address.
    let settings: [(key: String, value: String)]

    /// Whether a text names a database.
    public static func isDatabase(_ text: String) -> Bool {
      ["postgres://", "postgresql://", "service="].contains { text.utf8.starts(with: $0.utf8) }
    }

    /// Parses an address. A password in it is refused: others see the command line.
    public init(_ text: String) throws(AccountsError) {
      fatalError("not yet")
    }
  }
#endif
