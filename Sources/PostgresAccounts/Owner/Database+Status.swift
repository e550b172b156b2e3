// The standbys that `synchronous_standby_names` asks for are counted (`a, b` and `*`: 1; `2 (…)`,
// `FIRST 2 (…)`, `ANY 2 (…)`: 2), and those that stream and are not `async`. Too few are wrong.

public import Accounts

extension Database {
  /// The state of a database, and its faults.
  public struct Status: Sendable {
    /// Something that is not as it should be.
    public enum Wrong: Sendable, Hashable {
      /// It cannot be used.
      case fault(PostgresFault)
      /// A role is missing.
      case role(String)
      /// A role is there, and nobody can connect as it or as a member of it.
      case roleShut(String)
      /// The same, only as the password of a role is over.
      case passwordOver(String)
      /// A role is there, and neither it nor a member of it may connect to the database; the role and
      /// the database.
      case roleWithoutConnect(String, database: String)
      /// Nobody but superusers can connect to the database: its connection limit is 0; its name.
      case databaseShut(String)
      /// A role can do more than it should.
      case member(String, of: String)
      /// A role has an attribute that is a right to everything, as `SUPERUSER`.
      case attribute(String, String)
      /// The numbers of a table's rows come to a limit, begin anew there, or are handed out ahead;
      /// the sequence.
      case numbers(String)
      /// The last possible numbers of a table's rows are given, and whether the rows have lower
      /// ones.
      case numbersSpent(String, table: String, isRestored: Bool)
      /// The numbers of a table's rows were set back: the next one would come before the last.
      case numbersBehind(String, table: String)
      /// So many rows were written by another program, and no view shows them.
      case writtenByHand(Int)
      /// So many changes are so old that the history should not have their values any more.
      case valuesTooOld(Int)
      /// An owner added something that a write may fail by, or write something else by.
      case addition(Addition)
      /// Another role made something under a name of ours.
      case stray(Stray)
      /// A part that `migrate` puts right.
      case part(Migrated.Part)
      /// The server takes no writes: it is a standby.
      case readOnly
      /// Transactions of a role, of the database or of the server begin as read-only: what that is
      /// set for, and the statement that takes it away. It keeps regapp from nothing.
      case readOnlyByDefault(String, mend: String)
      /// Writes wait for more standbys than are connected.
      case standbys(needed: Int, connected: Int)
      /// So many writes wait for a standby now.
      case waiting(Int)
    }

    /// The version of the server, as `15.3`.
    public internal(set) var server = ""
    /// The version of the tables; nil if there are none.
    public internal(set) var version: Int?
    /// How many accounts there are, and how many of them are closed; nil if this user may not see.
    public internal(set) var accounts: (all: Int, closed: Int)?
    /// The bytes of each table with its indexes, and of the database.
    public internal(set) var tables: [(name: String, bytes: Int)] = []
    /// See `tables`.
    public internal(set) var size = 0
    /// Our roles that are there.
    public internal(set) var roles: [String] = []
    /// The user who asks, and what that is here: `owner`, and the names of our roles.
    public internal(set) var user: (name: String, roles: [String]) = ("", [])
    /// How many standbys a write waits for; nil if it does not wait.
    public internal(set) var standbysNeeded: Int?
    /// The standbys that are connected; nil if this user may not see which a write waits for.
    public internal(set) var standbys: [(name: String, state: String)]?
    /// All that is wrong; empty if nothing is.
    public internal(set) var wrong: [Wrong] = []
    /// All that an owner added to the tables; an object that may spoil a write is wrong, too.
    public internal(set) var additions: [Addition] = []
  }

  /// Something that an owner hung on a table of ours.
  public struct Addition: Sendable, Hashable {
    /// Its effect on a write.
    public enum Effect: String, Sendable, Hashable {
      /// regapp writes nothing while it is there.
      case prevents
      /// It can hold a write back, or change or double it.
      case changes
      /// None.
      case nothing
    }

    /// Its kind, as `trigger` or `unique index`.
    public let kind: String
    /// The table, as `public.account`.
    public let table: String
    /// Its own name.
    public let name: String
    /// Its effect on a write.
    public let effect: Effect
    /// The statement that drops it; nil but for a trigger or a rule.
    public let mend: String?
  }

  /// Looks at a database, and changes nothing. Obstacles for regapp are part of the answer, as long
  /// as the server answers.
  public func status() async throws(AccountsError) -> Status {
    do throws(AccountsError) {
      return try await status(of: address)
    } catch .store(let fault) where fault.reason as? PostgresFault == .readOnly {
      return try await status(of: address.ofAnyServer)
    }
  }

  private func status(of address: DatabaseAddress) async throws(AccountsError) -> Status {
    let store = PostgresStore(address, today: { .distantPast }, libpq: libpq)
    return try await store.onServer(isMigrated: false) { connection throws(Failure) in
      try PostgresStore.transaction(connection, "READ ONLY", patience: connection.patience) {
        connection throws(Failure) in
        var status = Status()
        try status.read(connection)
        return status
      }
    }
  }
}

extension Database.Status {
  fileprivate mutating func read(_ connection: Connection) throws(Failure) {
    try readServer(connection)
    var migration = Migration(connection, repairs: false)
    do throws(Failure) {
      let found = try migration.run()
      if found.isNew {
        wrong.append(.fault(.notPrepared))
        return
      }
      version = Schema.version
      wrong += found.roles.map { .role($0) }
      wrong += migration.excess.map { excess in
        switch excess {
        case .member(let role, let other): .member(role, of: other)
        case .attribute(let role, let attribute): .attribute(role, attribute)
        }
      }
      wrong += Database.Migrated.Part.allCases.filter(found.repaired.contains).map { .part($0) }
      wrong += found.strays.map { .stray($0) }
    } catch .unfit(let fault) {
      switch fault {
      case .newerVersion(let found), .olderVersion(let found): version = found
      default: break
      }
      wrong.append(.fault(fault))
      return
    }
    try readTables(connection)
    try readRulebook(connection)
    try readAdditions(connection)
  }

  private mutating func readAdditions(_ connection: Connection) throws(Failure) {
    let found = try connection.run(Schema.additions)
    additions = (0..<found.count).map { row in
      Database.Addition(
        kind: found[row, 0] ?? "", table: found[row, 1] ?? "", name: found[row, 2] ?? "",
        effect: found[row, 3].flatMap { Database.Addition.Effect(rawValue: $0) } ?? .changes,
        mend: found[row, 4])
    }
    wrong += additions.filter { $0.effect != .nothing }.map { .addition($0) }
  }

  /// Looks at what only comes to light when it is used.
  private mutating func readRulebook(_ connection: Connection) throws(Failure) {
    let mayRead = try connection.run(
      "SELECT has_column_privilege('public.base', 'rules', 'SELECT')"
    ).flag(0, 0)
    guard mayRead else { return }
    let base = try connection.run("SELECT rules FROM public.base")
    if let rules = base.count > 0 ? base[0, 0] : nil, !RowSet.isReadable(rules: rules) {
      wrong.append(.fault(.rulebookUnreadable))
    }
  }

  private mutating func readServer(_ connection: Connection) throws(Failure) {
    let rows = try connection.run(
      """
      SELECT current_setting('server_version'), session_user,
        pg_is_in_recovery(),
        pg_database_size(current_database()),
        current_setting('synchronous_standby_names'), d.datconnlimit = 0,
        quote_ident(d.datname),
        pg_has_role('pg_read_all_stats', 'USAGE'),
        pg_has_role(d.datdba, 'MEMBER')
      FROM pg_database d WHERE d.datname = current_database()
      """)
    server = rows[0, 0]?.split(separator: " ").first.map(String.init) ?? ""
    size = rows.number(0, 3) ?? 0
    if rows.flag(0, 2) { wrong.append(.readOnly) }
    try readDefaults(connection)
    if rows.flag(0, 5) { wrong.append(.databaseShut(rows[0, 6] ?? "")) }
    let known = try connection.run(
      """
      SELECT rolname, pg_has_role(oid, 'MEMBER') FROM pg_roles WHERE rolname = ANY ($1::name[])
      ORDER BY rolname DESC
      """, [.texts([Schema.manager, Schema.login])])
    let shut = try connection.run(
      """
      SELECT o.rolname, w.is_over, w.is_open FROM pg_roles o CROSS JOIN LATERAL (
        WITH RECURSIVE own (oid) AS (
          SELECT o.oid UNION SELECT m.member FROM own JOIN pg_auth_members m ON m.roleid = own.oid)
        SELECT count(*) > 0 AS is_over, bool_or(coalesce(r.rolvaliduntil > now(), true)) AS is_open,
          bool_or(coalesce(r.rolvaliduntil > now(), true)
            AND has_database_privilege(r.oid, current_database(), 'CONNECT')) AS may_connect
        FROM own JOIN pg_roles r USING (oid) WHERE r.rolcanlogin AND r.rolconnlimit <> 0) AS w
      WHERE o.rolname = ANY ($1::name[]) AND w.may_connect IS NOT TRUE
      ORDER BY o.rolname DESC
      """, [.texts([Schema.manager, Schema.login])])
    wrong += (0..<shut.count).map { row in
      let role = shut[row, 0] ?? ""
      if shut.flag(row, 2) { return .roleWithoutConnect(role, database: rows[0, 6] ?? "") }
      return shut.flag(row, 1) ? .passwordOver(role) : .roleShut(role)
    }
    var own = rows.flag(0, 8) ? ["owner"] : []
    for row in 0..<known.count {
      roles.append(known[row, 0] ?? "")
      if known.flag(row, 1) { own.append(known[row, 0] ?? "") }
    }
    user = (rows[0, 1] ?? "", own)
    let names = StandbyNames(rows[0, 4] ?? "")
    standbysNeeded = names.needed
    guard rows.flag(0, 7) else {
      standbys = nil
      return
    }
    let found = try connection.run(
      """
      SELECT application_name, coalesce(sync_state, ''), state = 'streaming'
      FROM pg_stat_replication ORDER BY application_name
      """)
    standbys = (0..<found.count).map { (found[$0, 0] ?? "", found[$0, 1] ?? "") }
    let counted = (0..<found.count).count { found.flag($0, 2) && found[$0, 1] != "async" }
    if let needed = standbysNeeded, counted < needed {
      wrong.append(.standbys(needed: needed, connected: counted))
    }
    let waiting = try connection.run(
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    ).number(0, 0)
    if let waiting, waiting > 0 { wrong.append(.waiting(waiting)) }
  }

  /// Looks for what makes transactions of those who use the database begin as read-only.
  private mutating func readDefaults(_ connection: Connection) throws(Failure) {
    let found = try connection.run(
      """
      WITH RECURSIVE own (oid) AS (
        SELECT r.oid FROM pg_roles r WHERE r.rolname = ANY ($1::name[]) OR r.rolname = session_user
        UNION SELECT m.member FROM own JOIN pg_auth_members m ON m.roleid = own.oid)
      SELECT concat(p.place, p.part),
        format('BEGIN READ WRITE; ALTER %s%s RESET default_transaction_read_only; COMMIT',
        p.altered, p.part)
      FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole
        LEFT JOIN pg_database d ON d.oid = s.setdatabase
        CROSS JOIN unnest(s.setconfig) AS c (text)
        CROSS JOIN LATERAL (SELECT
          CASE WHEN s.setrole <> 0 THEN concat('the role ', quote_ident(r.rolname))
            WHEN s.setdatabase <> 0 THEN 'the database' ELSE 'all roles' END AS place,
          CASE WHEN s.setrole <> 0 THEN concat('ROLE ', quote_ident(r.rolname))
            WHEN s.setdatabase <> 0 THEN concat('DATABASE ', quote_ident(d.datname))
            ELSE 'ROLE ALL' END AS altered,
          CASE WHEN s.setrole <> 0 AND s.setdatabase <> 0
            THEN concat(' IN DATABASE ', quote_ident(d.datname)) END AS part) AS p
      WHERE (s.setdatabase = 0 OR d.datname = current_database())
        AND (s.setrole = 0 OR s.setrole IN (SELECT oid FROM own))
        AND CASE WHEN split_part(c.text, '=', 1) = 'default_transaction_read_only'
          THEN split_part(c.text, '=', 2)::boolean ELSE false END
      UNION ALL
      SELECT 'the server',
        'ALTER SYSTEM SET default_transaction_read_only = off; SELECT pg_reload_conf()' FROM pg_settings g
      WHERE g.name = 'default_transaction_read_only' AND g.setting = 'on'
        AND g.source IN ('configuration file', 'command line', 'environment variable')
      ORDER BY 1
      """, [.texts([Schema.manager, Schema.login])])
    for row in 0..<found.count {
      wrong.append(.readOnlyByDefault(found[row, 0] ?? "", mend: found[row, 1] ?? ""))
    }
  }

  private mutating func readTables(_ connection: Connection) throws(Failure) {
    let sizes = try connection.run(
      """
      SELECT relname, pg_total_relation_size(oid) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1::name[])
        AND relkind IN ('r', 'p')
      ORDER BY relname
      """, [.texts(Schema.tables)])
    tables = (0..<sizes.count).map { (sizes[$0, 0] ?? "", sizes.number($0, 1) ?? 0) }
    try readNumbers(connection)
    let mayRead = try connection.run(
      "SELECT has_table_privilege('public.account', 'SELECT')"
    ).flag(0, 0)
    guard mayRead else { return }
    let rows = try connection.run(
      """
      SELECT count(*), count(*) FILTER (WHERE closed OR by_hand),
        (SELECT count(*) FROM public.account WHERE by_hand) FROM public.account
      """)
    accounts = (rows.number(0, 0) ?? 0, rows.number(0, 1) ?? 0)
    let count = rows.number(0, 2) ?? 0
    if count > 0 { wrong.append(.writtenByHand(count)) }
    let readsHistory = try connection.run(
      """
      SELECT has_table_privilege('public.change', 'SELECT')
        AND has_table_privilege('public.change_account', 'SELECT')
      """
    ).flag(0, 0)
    guard readsHistory else { return }
    let old =
      try connection.run(
        "SELECT count(*) FROM public.change c WHERE \(Schema.areOld) AND \(Schema.hasValues)"
      ).number(0, 0) ?? 0
    if old > 0 { wrong.append(.valuesTooOld(old)) }
  }

  /// Numbers grow by one in the order in which they are drawn, and never begin anew. A user who may
  /// not ask for the last one hears of the sequences' limits alone. So does everybody while a
  /// function is another's, or while everyone may call it, since it then refuses to run.
  private mutating func readNumbers(_ connection: Connection) throws(Failure) {
    let isAllowed = try connection.run(
      """
      SELECT has_function_privilege(f.oid, 'EXECUTE')
        AND NOT has_function_privilege('public', f.oid, 'EXECUTE')
      FROM (SELECT to_regprocedure($1)::oid AS oid) AS f
      """, [.text(Schema.lastNumber.signature)]
    ).flag(0, 0)
    let mayAsk = isAllowed && !wrong.contains(.part(.functions))
    for table in Schema.numberedTables {
      // A sequence that has no room above does not grow.
      let rows = try connection.run(
        """
        SELECT s.name, q.seqincrement < 1 OR q.seqcycle OR q.seqcache > 1,
          coalesce(n.last, q.seqstart) > q.seqmax - 1000000::numeric * q.seqincrement,
          q.seqmax = 9223372036854775807, coalesce(n.last, 0) < n.newest,
          coalesce(n.newest, 0) < 9223372036854775807 - 1000000
        FROM (SELECT pg_get_serial_sequence('public.\(table)', 'id') AS name) AS s
          JOIN pg_sequence q ON q.seqrelid = to_regclass(s.name)
          CROSS JOIN (\(mayAsk ? Self.numbers(of: table) : Self.noNumbers)) AS n
        """)
      guard rows.count > 0 else { continue }
      let name = rows[0, 0] ?? ""
      let (isOther, isSpent, isWide) = (rows.flag(0, 1), rows.flag(0, 2), rows.flag(0, 3))
      if isOther || isSpent && !isWide { wrong.append(.numbers(name)) }
      if isSpent, isWide {
        wrong.append(.numbersSpent(name, table: table, isRestored: rows.flag(0, 5)))
      }
      if rows.flag(0, 4) { wrong.append(.numbersBehind(name, table: table)) }
    }
  }

  private static let noNumbers = "SELECT NULL::bigint AS last, NULL::bigint AS newest"
  private static func numbers(of table: String) -> String {
    """
    SELECT regapp_api.regapp_last_number('\(table)') AS last,
      (SELECT max(id) FROM public.\(table)) AS newest
    """
  }
}

/// A server's `synchronous_standby_names`: `a, b`, `*`, `2 (a, b)`, `FIRST 2 (a, b)` or
/// `ANY 2 (a, b)`.
struct StandbyNames: Sendable, Hashable {
  /// How many standbys a write waits for.
  let needed: Int

  init(_ text: String) {
    // A name may have anything in quotes, but the number comes before all names.
    let words = text.split { " \t\n\r,(".contains($0) }
    guard let first = words.first else {
      needed = 0
      return
    }
    let isCounted = text.contains("(") && !first.hasPrefix("\"")
    let hasMethod = ["FIRST", "ANY"].contains(first.uppercased())
    let number = (hasMethod ? words.dropFirst() : words[...]).first.flatMap { Int($0) }
    needed = isCounted ? number ?? 1 : 1
  }
}
