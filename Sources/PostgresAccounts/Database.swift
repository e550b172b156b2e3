#if Postgres
  public import Accounts
  import AccountsFile
  import LosslessJSON

  /// What the owner of a database does with it.
  public struct Database: Sendable {
    let address: DatabaseAddress

    /// The database at an address; nothing is asked of it yet.
    public init(_ address: DatabaseAddress) { self.address = address }

    /// What migrating came to.
    public struct Migrated: Sendable, Hashable {
      /// The version of the tables before; nil if there were none.
      public let from: Int?
      /// The version now.
      public let to: Int
      /// The roles that were made, for an administrator to let them in.
      public let roles: [String]
    }

    /// Makes the tables, or brings them up to this program's version: all of it or nothing.
    public func migrate() async throws(AccountsError) -> Migrated {
      try await PostgresStore(address, today: .distantPast).owning { connection throws(Failure) in
        // Of two that migrate at once, the second finds it done.
        try connection.run("SELECT pg_advisory_xact_lock(hashtext('regapp migrate'))")
        let isThere = try connection.run("SELECT to_regclass('public.base') IS NOT NULL").flag(0, 0)
        let from = isThere ? try connection.run("SELECT schema FROM public.base").number(0, 0) : nil
        if let from, !Schema.known.contains(from) {
          throw .otherVersion(found: from)
        }
        guard from ?? 0 < Schema.version else {
          return Migrated(from: from, to: from ?? 0, roles: [])
        }
        let roles = try Self.makeRoles(connection)
        for step in Schema.steps.dropFirst(from ?? 0) {
          for statement in step { try connection.run(statement) }
        }
        try connection.run(
          "UPDATE public.base SET schema = $1::int8", [.number(Schema.version)])
        return Migrated(from: from, to: Schema.version, roles: roles)
      }
    }

    /// Makes the roles that are missing, and limits how long they may take here: a client that is cut
    /// off holds nobody up.
    private static func makeRoles(_ connection: Connection) throws(Failure) -> [String] {
      let database = try connection.run("SELECT quote_ident(current_database())")[0, 0] ?? ""
      var made: [String] = []
      for role in [Schema.manager, Schema.login] {
        let found = try connection.run(
          """
          SELECT r.oid IS NOT NULL, me.rolsuper OR me.rolcreaterole
          FROM pg_roles me LEFT JOIN pg_roles r ON r.rolname = $1 WHERE me.rolname = current_user
          """, [.text(role)])
        if !found.flag(0, 0) {
          // Another database of this server may be migrated at the same time.
          try connection.run(
            """
            DO $$ BEGIN CREATE ROLE \(role) LOGIN;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
            """)
          made.append(role)
        }
        guard found.flag(0, 1) else { continue }
        for (setting, limit) in [
          ("statement_timeout", "8s"), ("lock_timeout", "5s"),
          ("idle_in_transaction_session_timeout", "60s"),
        ] {
          try connection.run(
            "ALTER ROLE \(role) IN DATABASE \(database) SET \(setting) = '\(limit)'")
        }
      }
      return made
    }
  }
#endif
