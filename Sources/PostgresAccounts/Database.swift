#if Postgres
  public import Accounts
  import LosslessJSON

  /// What the owner of a database does with it.
  public struct Database: Sendable {
    let address: DatabaseAddress

    /// The database at an address; nothing is asked of it yet.
    public init(_ address: DatabaseAddress) { self.address = address }

    /// What migrating came to.
    public struct Migrated: Sendable, Hashable {
      /// What belongs to the tables and is put right.
      public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Indexes.
        case indexes
        /// The view `login`, which was missing.
        case view
        /// The functions by which people log in.
        case functions
        /// What everyone and the two roles may do.
        case rights
        /// How long the two roles may take.
        case limits
        /// The settings that keep hashes out of the server's log.
        case log
      }

      /// Whether there were no tables before.
      public let isNew: Bool
      /// The roles that were made, for an administrator to let them in.
      public let roles: [String]
      /// What was not right, and is now.
      public let repaired: [Part]
      /// What is not right, and only a user with more rights can change.
      public let left: [Part]

      init(isNew: Bool, roles: [String] = [], repaired: [Part] = [], left: [Part] = []) {
        (self.isNew, self.roles, self.repaired, self.left) = (isNew, roles, repaired, left)
      }
    }

    /// Makes the tables if there are none, and puts roles, rights and limits right: all of it or nothing. Refused to who is neither the database's owner nor a superuser,
    /// and where something of the tables belongs to such a role.
    public func migrate() async throws(AccountsError) -> Migrated {
      try await PostgresStore(address, today: { .distantPast }).owning(isMigrated: false) {
        connection throws(Failure) in
        var migration = Migration(connection)
        return try migration.run()
      }
    }
  }
#endif
