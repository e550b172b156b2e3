public import Accounts
public import AccountsFile

/// The tasks of a database's owner.
public struct Database: Sendable {
  let address: DatabaseAddress
  let libpq: Libpq

  /// The database at an address; nothing is asked of it yet.
  public init(_ address: DatabaseAddress) { self.init(address, libpq: Libpq()) }

  init(_ address: DatabaseAddress, libpq: Libpq) {
    (self.address, self.libpq) = (address, libpq)
  }

  /// The result of `migrate`.
  public struct Migrated: Sendable {
    /// A part of the database that `migrate` puts right.
    public enum Part: String, Sendable, Hashable, CaseIterable {
      /// The table of logins in browsers, which was lost, or a column of it, and is empty now.
      case tables
      /// Columns that were lost; what was in them is gone, but for what the accounts' texts say.
      case columns
      /// Keys and checks that were lost.
      case keys
      /// Rights that the two roles had as members of others, or by their attributes.
      case memberships
      /// Indexes.
      case indexes
      /// The view `login`, which was missing.
      case view
      /// The functions by which people log in.
      case functions
      /// The rights of everyone and of the two roles.
      case rights
      /// How long the two roles may take.
      case limits
      /// The settings that keep hashes out of the server's log.
      case log
      /// The accounts that are closed, if an earlier version or another day found otherwise: the
      /// view `login` agrees. Rows that another program wrote are among them.
      case verdicts
      /// Accounts of which the row and the text say different things. They stay closed.
      case contradictions
    }

    /// Whether there were no tables before.
    public let isNew: Bool
    /// The roles that were made, for an administrator to let them in.
    public internal(set) var roles: [String] = []
    /// The roles that the server had already, and whom they let in, where there were no tables here
    /// or the rights were wrong: both roles are the server's, and have members for other databases.
    public internal(set) var lettingIn: [(role: String, members: [String])] = []
    /// The parts that were wrong, and are right now.
    public internal(set) var repaired: [Part] = []
    /// The parts that only a user with more rights can put right.
    public internal(set) var left: [Part] = []
    /// What other roles made under names of ours, which is not used.
    public internal(set) var strays: [Stray] = []
  }

  /// A function of another role in the schema `public` that has the name of one of ours: whoever calls
  /// it without its schema runs code of that role. regapp never does.
  public struct Stray: Sendable, Hashable {
    /// Its name, as `public.regapp_find(text)`.
    public let object: String
    /// The role that made it.
    public let role: String
    /// The statement that takes it away.
    public let mend: String
  }

  /// Makes the tables if there are none, and puts all that belongs to them right: all of it or
  /// nothing. Refuses who is neither the database's owner nor a superuser, and tables of which
  /// something belongs to such a role. Then all accounts are judged anew, by the rulebook in force.
  ///
  /// - Parameter today: the local date, by which ages and states are judged; by default the
  ///   system's.
  public func migrate(today: CalendarDay = .ofSystem) async throws(AccountsError) -> Migrated {
    let store = PostgresStore(address, today: { today }, libpq: libpq)
    let source = store.address.subject
    typealias Judged = (written: Int, contradicted: Int)
    var (done, judged) = try await store.owning(isMigrated: false) {
      connection throws(Failure) -> (Migrated, Judged?) in
      var migration = Migration(connection)
      let done = try migration.run()
      let added = migration.added
      if added.isEmpty { return (done, nil) }
      // What was lost is there again and filled at once: between the two, nobody would be let in.
      let lost = Schema.columnsOfFields.filter { added.contains($0.column) }.map { $0.field }
      return (done, try Self.judgeAnew(today, source, believing: Set(lost), connection))
    }
    if done.isNew { return done }
    if judged == nil {
      // With a million rows this takes its time, and others may write meanwhile.
      judged = try await store.owning { connection throws(Failure) in
        try Self.judgeAnew(today, source, believing: [], connection)
      }
    }
    if let judged, judged.written > 0 { done.repaired.append(.verdicts) }
    if let judged, judged.contradicted > 0 { done.left.append(.contradictions) }
    return done
  }
}
