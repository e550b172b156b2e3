// If everything is right already, no right to change it is needed; a setting that takes a
// superuser is a warning. `log_parameter_max_length` and its `_on_error` are set for the database,
// since members of a role do not inherit the role's settings. A dump has no roles, and a failed
// GRANT takes the REVOKE beside it along, so functions come back open to everyone: each refuses as
// long as everyone can call it, and `migrate` closes it.

/// Makes a database's tables if there are none, and puts right all that belongs to them, from any
/// state: they may have come out of a backup, which holds neither roles nor their limits. Runs in a
/// transaction; parts that are right already need no right to change them.
struct Migration {
  typealias Part = Database.Migrated.Part

  let connection: Connection
  /// Whether to put right what is found; else it is only named, and anybody may ask.
  let repairs: Bool
  private(set) var made: [String] = []
  var repaired: [Part] = []
  private(set) var left: [Part] = []
  /// Privileges that our roles have beyond their rights, and that nobody took from them.
  var excess: [Schema.Excess] = []
  /// Functions of other roles in the schema `public` that have names of ours.
  private(set) var strays: [Database.Stray] = []
  /// The columns of `account` that were lost, and are there again without what they held.
  private(set) var added: Set<String> = []

  init(_ connection: Connection, repairs: Bool = true) {
    (self.connection, self.repairs) = (connection, repairs)
  }

  mutating func run() throws(Failure) -> Database.Migrated {
    // If two migrate at once, the second finds it done.
    if repairs {
      try connection.run("SELECT pg_advisory_xact_lock(hashtext('regapp migrate'))")
      let encoding = try connection.run("SELECT current_setting('server_encoding')")[0, 0]
      guard encoding == "UTF8" else { throw .unfit(.otherEncoding(encoding ?? "")) }
    }
    try makeLanguage()
    let isNew = try !findsTables()
    strays = try Trust.strays(connection)
    if isNew {
      if !repairs { return Database.Migrated(isNew: true) }
      if let stray = strays.first { throw .unfit(.nameTaken(stray.object, mend: stray.mend)) }
    } else if repairs {
      try connection.refuseForeignCode()
      try repairTables()
    }
    try makeRoles()
    if isNew { for statement in Schema.makingTables { try connection.run(statement) } }
    try repairIndexes()
    try repairView()
    try repairFunctions()
    if repairs { try handOver() }
    try repairRights()
    try repairMemberships()
    try repairLimits()
    try repairLogSettings()
    let tells = repairs && (isNew || repaired.contains(.rights))
    return Database.Migrated(
      isNew: isNew, roles: made, lettingIn: tells ? try lettingIn() : [],
      repaired: isNew ? [] : repaired, left: left, strays: strays)
  }

  /// Whether there are tables. Throws if they are of another version, if something of theirs is
  /// missing, or another role's, or if the user is not the owner and is to put things right.
  private func findsTables() throws(Failure) -> Bool {
    let relations = Schema.tables.map { ($0, "rp") } + [(Schema.view, "v")]
    if let fault = try Trust.closed(connection) { throw .unfit(fault) }
    let findings = try Trust.findings(connection, relations: relations)
    if let fault = Trust.foreign(findings) { throw .unfit(fault) }
    // A schema that another user made would be trusted by no program.
    let isOwner = try connection.run(
      """
      SELECT pg_has_role(current_user, datdba, 'MEMBER') FROM pg_database
      WHERE datname = current_database()
      """
    ).flag(0, 0)
    guard isOwner || !repairs else { throw .unfit(.notPermitted) }
    let missing = findings.filter(\.isMissing).map(\.object)
    let other = findings.first { !$0.isMissing && !$0.isFunction }
    if let other { throw .unfit(.nameTaken(other.object, mend: other.mend)) }
    let loss = try Trust.loss(connection, without: missing)
    guard loss != .notPrepared else {
      let taken = relations.map { "public.\($0.0)" }.first { !missing.contains($0) }
      guard let taken else { return false }
      let isView = taken == "public.\(Schema.view)"
      throw .unfit(.nameTaken(taken, mend: isView ? "DROP VIEW \(taken)" : nil))
    }
    let hidden = try connection.run(
      "SELECT n FROM unnest($1::text[]) AS n JOIN pg_class c ON c.oid = to_regclass(n) WHERE c.relrowsecurity",
      [.texts(Schema.tables.map { "public.\($0)" })])
    if hidden.count > 0 { throw .unfit(.rowsHidden(hidden[0, 0] ?? "")) }
    if let loss, !repairs || !Self.isMended(loss) { throw .unfit(loss) }
    // A role that only logs people in has a function alone.
    let find = Schema.functions[0]
    let may = try connection.run(
      """
      SELECT has_column_privilege('public.base', 'schema', 'SELECT'),
        has_function_privilege(to_regprocedure($1), 'EXECUTE'),
        has_function_privilege('public', to_regprocedure($1), 'EXECUTE')
      """, [.text(find.signature)])
    // A function that everyone may call refuses to run; the rights name it.
    if !may.flag(0, 0), let mayCall = may[0, 1], !may.flag(0, 2), mayCall != "t" {
      throw .unfit(.notPermitted)
    }
    return true
  }

  private static func isMended(_ loss: PostgresFault) -> Bool {
    if case .incomplete(_, isMended: true, _) = loss { true } else { false }
  }

  /// Our functions are written in it. A trusted extension: the database's owner may make it.
  private mutating func makeLanguage() throws(Failure) {
    guard repairs else { return }
    let found = try connection.run("SELECT FROM pg_language WHERE lanname = 'plpgsql'")
    if found.count == 0 { try connection.run("CREATE EXTENSION plpgsql") }
  }

  /// Gives tables back what they lost, as far as the rows can do without its values: a table of which
  /// nothing was worth a backup, columns, keys and checks.
  private mutating func repairTables() throws(Failure) {
    let lacking = try Schema.lacking(connection)
    if lacking.isEmpty { return }
    let lost = lacking.filter(\.takesTable).map(\.table.name)
    for table in Schema.definitions where lost.contains(table.name) {
      try unlessTaken(table.place) { () throws(Failure) in
        try connection.run("DROP TABLE IF EXISTS \(table.place)")
      }
      try connection.run(table.definition)
      note(.tables, isDone: true)
    }
    try unlessLost()
    for lack in try Schema.lacking(connection) {
      let mend = lack.mend ?? ""
      // The server tells the owner which rows, or which other key, are in the way.
      guard
        try isDone(
          mend, unless: ["23502", "23505", "23514", "42P16"], patience: PostgresStore.longPatience)
      else { throw .unfit(.incomplete(lack.what, mend: mend)) }
      note(lack.column == nil ? .keys : .columns, isDone: true)
      if lack.table.name == "account", let column = lack.column { added.insert(column.name) }
    }
    try unlessLost()
  }

  /// Throws if something is lost that was hidden by what is put right now.
  private func unlessLost() throws(Failure) {
    if let loss = try Trust.loss(connection, without: []), !Self.isMended(loss) {
      throw .unfit(loss)
    }
  }

  private mutating func makeRoles() throws(Failure) {
    for role in [Schema.manager, Schema.login] {
      let found = try connection.run("SELECT FROM pg_roles WHERE rolname = $1", [.text(role)])
      guard found.count == 0 else { continue }
      made.append(role)
      guard repairs else { continue }
      // Another database of this server may be migrated at the same time.
      try connection.run(
        """
        DO $$ BEGIN CREATE ROLE \(role) LOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
        """)
    }
  }

  private mutating func repairIndexes() throws(Failure) {
    let others = try connection.run(
      Schema.otherIndexes,
      [
        .texts(Schema.indexes.map { "public.\($0.table)" }),
        .texts(Schema.indexes.map { "public.\($0.name)" }),
        .texts(Schema.indexes.map(\.definition)),
      ])
    if others.count > 0 { repaired.append(.indexes) }
    for row in 0..<(repairs ? others.count : 0) {
      let index = Schema.indexes[(others.number(row, 0) ?? 1) - 1]
      try unlessTaken("public.\(index.name)") { () throws(Failure) in
        if others.flag(row, 1) { try connection.run("DROP INDEX public.\(index.name)") }
        try connection.run(
          "CREATE INDEX \(index.name) ON public.\(index.table) \(index.definition)",
          patience: PostgresStore.longPatience)
      }
    }
  }

  /// Says that a name is taken if what has it stays: another thing, or a thing that something else
  /// needs.
  func unlessTaken(
    _ name: String, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) { try body() } catch .refused("42P07", _), .refused("42710", _), .refused(
      "2BP01", _)
    {
      throw .unfit(.nameTaken(name))
    }
  }

  /// Makes the view if it is missing. A view that an administrator has changed stays, behind its
  /// barrier; but none with a UNION ALL, which has no barrier even if it says so.
  private mutating func repairView() throws(Failure) {
    let found = try connection.run(
      """
      SELECT coalesce(bool_or(option_name = 'security_barrier' AND option_value::boolean), false)
          AND NOT coalesce(bool_or(option_name = 'security_invoker' AND option_value::boolean), false),
        strpos(pg_get_viewdef(c.oid), 'UNION ALL') > 0
      FROM pg_class c LEFT JOIN pg_options_to_table(c.reloptions) ON true
      WHERE c.oid = to_regclass('public.\(Schema.view)') GROUP BY c.oid
      """)
    let isThere = found.count > 0
    let isOpen = isThere && found.flag(0, 1)
    if isThere, found.flag(0, 0), !isOpen { return }
    repaired.append(.view)
    guard repairs else { return }
    guard isThere else {
      try connection.run(Schema.makingView)
      return
    }
    if isOpen {
      // One with other columns cannot be replaced.
      guard try isDone(Schema.makingView, unless: ["42P16"]) else {
        throw .unfit(
          .nameTaken("public.\(Schema.view)", mend: "DROP VIEW public.\(Schema.view)"))
      }
    } else {
      try connection.run("ALTER VIEW public.\(Schema.view) RESET (security_invoker)")
      try connection.run("ALTER VIEW public.\(Schema.view) SET (security_barrier = true)")
    }
  }

  private mutating func repairFunctions() throws(Failure) {
    let declared = Schema.functions
    if repairs {
      let found = try connection.run(
        "SELECT to_regnamespace($1) IS NOT NULL", [.text(Schema.api)])
      if !found.flag(0, 0) { try connection.run("CREATE SCHEMA \(Schema.api)") }
    }
    let others = try Trust.otherFunctions(connection)
    // Another of the same name in the same schema may keep ours from being called.
    let second = try connection.run(
      """
      SELECT p.oid::regprocedure, format('DROP ROUTINE %s', p.oid::regprocedure) FROM pg_proc p
      WHERE pronamespace = to_regnamespace('\(Schema.api)') AND proname = ANY ($1::name[])
        AND p.oid <> ALL (SELECT to_regprocedure(n) FROM unnest($2::text[]) AS n
          WHERE to_regprocedure(n) IS NOT NULL) LIMIT 1
      """, [.texts(declared.map(\.name)), .texts(declared.map(\.signature))])
    if second.count > 0 { throw .unfit(.nameTaken(second[0, 0] ?? "", mend: second[0, 1])) }
    if others.count > 0 { repaired.append(.functions) }
    for row in 0..<(repairs ? others.count : 0) {
      try make(declared[(others.number(row, 0) ?? 1) - 1])
    }
  }

  /// Makes a function as it is declared.
  private func make(_ function: Schema.Function) throws(Failure) {
    // A function with another result, or other parameter names, cannot be replaced.
    if try isDone(function.definition, unless: ["42P13", "42809"]) { return }
    try unlessTaken(function.signature) { () throws(Failure) in
      try connection.run("DROP ROUTINE \(function.signature)")
      try connection.run(function.definition)
    }
  }

  // MARK: Settings

  private mutating func repairLimits() throws(Failure) {
    let database = try quotedDatabase()
    for role in [Schema.manager, Schema.login] {
      let there = try settings(of: role)
      for (setting, limit) in Schema.limits where !there.contains(setting) {
        note(
          .limits,
          isDone: try isPermitted(
            "ALTER ROLE \(role) IN DATABASE \(database) SET \(setting) = '\(limit)'"))
      }
    }
  }

  private mutating func repairLogSettings() throws(Failure) {
    let database = try quotedDatabase()
    let there = try settings(of: nil)
    for setting in try logSettings() where !there.contains(setting) {
      let isDone =
        repairs ? try isPermitted("ALTER DATABASE \(database) SET \(setting) = 0") : false
      // The server may log no values anyway, and older ones lack a setting.
      let now = try connection.run("SELECT current_setting($1, true)", [.text(setting)])[0, 0]
      if isDone || now != "0" && (repairs || now != nil) {
        note(.log, isDone: isDone || !repairs)
      }
    }
  }

  /// From PostgreSQL 16 on auto_explain has a setting of its own, which only a superuser makes if
  /// it is not loaded: an owner's would then only be a warning at each connection.
  private func logSettings() throws(Failure) -> [String] {
    let name = "auto_explain.log_parameter_max_length"
    let hasOwn = try connection.run(
      """
      SELECT current_setting('server_version_num')::int >= 160000 AND (
        current_setting($1, true) IS NOT NULL
          OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user))
      """, [.text(name)]
    ).flag(0, 0)
    return Schema.logSettings + (hasOwn ? [name] : [])
  }

  mutating func note(_ part: Part, isDone: Bool) {
    if isDone, !repaired.contains(part) { repaired.append(part) }
    if !isDone, !left.contains(part) { left.append(part) }
  }

  /// The names of what is set for a role, or for all, in this database. A setting that an
  /// administrator has set to another value stays.
  private func settings(of role: String?) throws(Failure) -> Set<String> {
    let rows = try connection.run(
      """
      SELECT split_part(c, '=', 1)
      FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        LEFT JOIN pg_roles r ON r.oid = s.setrole, unnest(s.setconfig) AS c
      WHERE d.datname = current_database()
        AND CASE WHEN $1::text IS NULL THEN s.setrole = 0 ELSE r.rolname = $1::text END
      """, [.text(role)])
    return Set((0..<rows.count).compactMap { rows[$0, 0] })
  }

  func quotedDatabase() throws(Failure) -> String {
    try connection.run("SELECT quote_ident(current_database())")[0, 0] ?? ""
  }

  /// Runs a statement that only some users may run; false if this one may not.
  func isPermitted(_ statement: String) throws(Failure) -> Bool {
    guard repairs else { return true }
    // Older servers lack a setting.
    return try isDone(statement, unless: ["42501", "42704"])
  }

  /// Runs a statement; false if the server refuses it for one of some reasons.
  func isDone(
    _ statement: String, unless states: [String], patience: Int? = nil
  ) throws(Failure) -> Bool {
    try connection.run("SAVEPOINT part")
    do throws(Failure) {
      try connection.run(statement, patience: patience)
    } catch {
      guard case .refused(let state, _) = error, states.contains(state) else { throw error }
      try connection.run("ROLLBACK TO SAVEPOINT part")
      return false
    }
    try connection.run("RELEASE SAVEPOINT part")
    return true
  }
}
