#if Postgres
  import CommandKit
  import PostgresAccounts

  /// Where the session and the draft of a person are kept, for each database: on this machine, under
  /// what the XDG Base Directory Specification calls state.
  struct StateDirectory {
    private let environment: Environment
    private let passwdHome: String?

    init(_ context: Context) {
      (environment, passwdHome) = (context.environment, context.passwdHome)
    }

    /// The directory of a database; what writes there makes it.
    func path(of address: DatabaseAddress) throws -> String {
      "\(try state())/regapp/\(address.directoryName)"
    }

    private func state() throws -> String {
      // A relative path is to be ignored.
      if let path = nonEmpty("XDG_STATE_HOME"), path.utf8.first == UInt8(ascii: "/") { return path }
      guard let home = nonEmpty("HOME") ?? passwdHome else {
        throw Report.usage(
          "no home directory, where the session would be kept",
          ru: "нет домашнего каталога, где хранился бы сеанс",
          hint: "set HOME or XDG_STATE_HOME", ru: "задайте HOME или XDG_STATE_HOME")
      }
      return "\(home)/.local/state"
    }

    private func nonEmpty(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
  }
#endif
