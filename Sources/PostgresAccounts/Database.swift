#if Postgres
  public import Accounts

  /// What the owner of a database does with it.
  public struct Database: Sendable {
    private let address: DatabaseAddress

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

    /// Makes the tables, or brings them up to this program's version.
    public func migrate() async throws(AccountsError) -> Migrated { fatalError("not yet") }

    /// Puts another rulebook in force, and judges every account by it. Returns how many there are, and
    /// how many of them are closed under it.
    public func setRules(
      _ rulebook: Rulebook, today: CalendarDay
    ) async throws(AccountsError) -> (accounts: Int, closed: Int) { fatalError("not yet") }
  }
#endif
