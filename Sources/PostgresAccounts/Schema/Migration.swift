// If everything is right already, no right to change it is needed; a setting that takes a
// superuser is a warning. `log_parameter_max_length` and its `_on_error` are set for the database,
// since members of a role do not inherit the role's settings. A dump has no roles, and a failed
// GRANT takes the REVOKE beside it along, so functions come back open to everyone: each refuses as
// long as everyone can call it, and `migrate` closes it.

#if Postgres
  /// Makes a database's tables where there are none, and puts right all that belongs to them, whatever it
  /// finds: they may have come out of a backup, which holds neither roles nor their limits.
  /// Runs in a transaction; what is right already needs no right to change it.
  struct Migration {
    typealias Part = Database.Migrated.Part

    let connection: Connection
    /// Whether to put right what is found; else it is only named, and anybody may ask.
    private let repairs: Bool
    private(set) var made: [String] = []
    private(set) var repaired: [Part] = []
    private(set) var left: [Part] = []

    init(_ connection: Connection, repairs: Bool = true) {
      (self.connection, self.repairs) = (connection, repairs)
    }

    mutating func run() throws(Failure) -> Database.Migrated {
      // Of two that migrate at once, the second finds it done.
      if repairs {
        try connection.run("SELECT pg_advisory_xact_lock(hashtext('regapp migrate'))")
        let encoding = try connection.run("SELECT current_setting('server_encoding')")[0, 0]
        guard encoding == "UTF8" else { throw .unfit(.otherEncoding(encoding ?? "")) }
      }
      let isNew = try !findsTables()
      if isNew, !repairs { return Database.Migrated(isNew: true) }
      try makeRoles()
      if isNew { for statement in Schema.makingTables { try connection.run(statement) } }
      try repairIndexes()
      try repairView()
      try repairFunctions()
      try repairRights()
      try repairLimits()
      try repairLogSettings()
      return Database.Migrated(
        isNew: isNew, roles: made, repaired: isNew ? [] : repaired, left: left)
    }

    /// Whether there are tables. Throws where they are of another version, where something of theirs is
    /// missing, or another role's, or where the user is not the owner and is to put things right.
    private func findsTables() throws(Failure) -> Bool {
      let relations = Schema.tables.map { ($0, "rp") } + [(Schema.view, "v")]
      let findings = try Trust.findings(connection, relations: relations)
      if let fault = Trust.foreign(findings) { throw .unfit(fault) }
      // What another made would be trusted by nobody.
      let isOwner = try connection.run(
        """
        SELECT pg_has_role(current_user, datdba, 'MEMBER') FROM pg_database
        WHERE datname = current_database()
        """
      ).flag(0, 0)
      guard isOwner || !repairs else { throw .unfit(.notPermitted) }
      let missing = findings.filter(\.isMissing).map(\.object)
      let other = findings.first { !$0.isMissing && !$0.isFunction }
      if let other { throw .unfit(.nameTaken(other.object)) }
      let names = relations.map { "public.\($0.0)" } + Schema.functions.map(\.signature)
      guard !missing.contains("public.base") else {
        if let taken = names.first(where: { !missing.contains($0) }) {
          // With the other tables there, it is ours that lost one: nobody should drop the rest.
          let isOurs =
            !missing.contains("public.account") && !missing.contains("public.change_account")
          throw .unfit(isOurs ? .incomplete("public.base") : .nameTaken(taken))
        }
        return false
      }
      let version: Int?
      do throws(Failure) {
        // A role that only logs people in does not read the table.
        let may = try connection.run(
          """
          SELECT has_table_privilege('public.base', 'SELECT'),
            coalesce(has_function_privilege(to_regprocedure($1), 'EXECUTE'), false)
          """, [.text(Schema.functions[0].signature)])
        guard may.flag(0, 0) || may.flag(0, 1) else { throw .unfit(.notPermitted) }
        let base = try connection.run(
          may.flag(0, 0)
            ? "SELECT schema FROM public.base"
            : "SELECT schema FROM public.\(Schema.functions[0].name)(NULL, NULL, NULL)")
        guard base.count > 0 else { throw .unfit(.incomplete("a row in public.base")) }
        version = base.number(0, 0)
      } catch .refused("42703", _) {
        throw .unfit(
          missing.contains("public.account")
            ? .nameTaken("public.base") : .incomplete("the column public.base.schema"))
      }
      guard version == Schema.version else { throw .newerVersion(found: version ?? 0) }
      let tables = Schema.tables.map { "public.\($0)" }
      if let table = tables.first(where: missing.contains) { throw .unfit(.incomplete(table)) }
      let hidden = try connection.run(
        "SELECT n FROM unnest($1::text[]) AS n JOIN pg_class c ON c.oid = to_regclass(n) WHERE c.relrowsecurity",
        [.texts(tables)])
      if hidden.count > 0 { throw .unfit(.rowsHidden(hidden[0, 0] ?? "")) }
      if let lacking = try connection.run(Schema.lacking)[0, 0] {
        throw .unfit(.incomplete(lacking))
      }
      return true
    }

    private mutating func makeRoles() throws(Failure) {
      for role in [Schema.manager, Schema.login] {
        let found = try connection.run("SELECT FROM pg_roles WHERE rolname = $1", [.text(role)])
        guard found.count == 0 else { continue }
        guard repairs else {
          made.append(role)
          continue
        }
        // Another database of this server may be migrated at the same time.
        try connection.run(
          """
          DO $$ BEGIN CREATE ROLE \(role) LOGIN;
          EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
          """)
        made.append(role)
      }
    }

    private mutating func repairIndexes() throws(Failure) {
      for index in Schema.indexes {
        let there = try connection.run(
          """
          SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE i.indrelid = to_regclass($1) AND c.relname = $2 AND i.indisvalid
          """, [.text("public.\(index.table)"), .text(index.name)])
        guard there.count == 0 else { continue }
        if !repaired.contains(.indexes) { repaired.append(.indexes) }
        guard repairs else { continue }
        do throws(Failure) {
          try connection.run(
            "CREATE INDEX \(index.name) ON public.\(index.table) \(index.definition)",
            patience: PostgresStore.longPatience)
        } catch .refused("42P07", _) {
          throw .unfit(.nameTaken("public.\(index.name)"))
        }
      }
    }

    /// Makes the view if it is missing. One that an administrator has changed stays, behind its barrier.
    private mutating func repairView() throws(Failure) {
      let found = try connection.run(
        """
        SELECT coalesce('security_barrier=true' = ANY (reloptions), false) FROM pg_class
        WHERE oid = to_regclass('public.\(Schema.view)')
        """)
      let isThere = found.count > 0
      if isThere, found.flag(0, 0) { return }
      if repairs {
        try connection.run(
          isThere
            ? "ALTER VIEW public.\(Schema.view) SET (security_barrier = true)" : Schema.makingView)
      }
      repaired.append(.view)
    }

    private mutating func repairFunctions() throws(Failure) {
      for function in Schema.functions {
        let same = try connection.run(
          """
          SELECT FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
          WHERE p.oid = to_regprocedure($1) AND p.prosrc = $2 AND l.lanname = 'plpgsql'
            AND p.prosecdef AND p.proconfig = ARRAY[$3]
          """,
          [
            .text(function.signature), .text(function.body),
            .text("search_path=\(Schema.safePath)"),
          ])
        guard same.count == 0 else { continue }
        if repairs { try connection.run(function.definition) }
        if !repaired.contains(.functions) { repaired.append(.functions) }
      }
    }

    // MARK: Rights

    private mutating func repairRights() throws(Failure) {
      let before = try rights()
      let usage = try rolesWithoutSchema()
      guard before != Schema.rights || !usage.isEmpty else { return }
      guard repairs else {
        repaired.append(.rights)
        return
      }
      for statement in Schema.granting { try connection.run(statement) }
      if let sequence = try sequence() {
        try connection.run(
          "REVOKE ALL ON SEQUENCE \(sequence) FROM PUBLIC, \(Schema.manager), \(Schema.login)")
      }
      // Who may put a trigger on a table, or refer to it, has others run what he likes.
      for right in before where ["TRIGGER", "REFERENCES"].contains(right.privilege) {
        let table = right.object.prefix { $0 != "." }
        let role = right.role.replacing("\"", with: "\"\"")
        guard Schema.tables.contains(String(table)) || table == Schema.view, role != "PUBLIC" else {
          continue
        }
        try connection.run("REVOKE TRIGGER, REFERENCES ON public.\(table) FROM \"\(role)\"")
      }
      for role in usage { try connection.run("GRANT USAGE ON SCHEMA public TO \(role)") }
      // The server only warns of what it did not grant or revoke.
      guard try rights() == Schema.rights, try rolesWithoutSchema().isEmpty else {
        throw .unfit(.notPermitted)
      }
      repaired.append(.rights)
    }

    /// What everyone and our roles may do, and who else may have others run something.
    private func rights() throws(Failure) -> Set<Schema.Right> {
      let rows = try connection.run(
        """
        WITH object (name, acl) AS (
          SELECT c.relname, coalesce(c.relacl, acldefault('r', c.relowner))
          FROM unnest($1::text[]) AS n (name) JOIN pg_class c ON c.oid = to_regclass(n.name)
          UNION ALL
          SELECT concat(c.relname, '.', a.attname), a.attacl
          FROM unnest($1::text[]) AS n (name) JOIN pg_class c ON c.oid = to_regclass(n.name)
            JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
          UNION ALL
          SELECT 'the sequence', c.relacl FROM pg_class c
          WHERE c.oid = to_regclass(pg_get_serial_sequence('public.change', 'id'))
          UNION ALL
          SELECT p.proname, coalesce(p.proacl, acldefault('f', p.proowner))
          FROM unnest($2::text[]) AS n (name) JOIN pg_proc p ON p.oid = to_regprocedure(n.name)
        )
        SELECT DISTINCT o.name, CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE r.rolname END,
          a.privilege_type
        FROM object o CROSS JOIN aclexplode(o.acl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
          JOIN pg_database d ON d.datname = current_database()
        WHERE a.grantee = 0 OR r.rolname = ANY ($3::text[])
          OR a.privilege_type IN ('TRIGGER', 'REFERENCES')
            AND NOT pg_has_role(a.grantee, d.datdba, 'MEMBER')
        """,
        [
          .texts((Schema.tables + [Schema.view]).map { "public.\($0)" }),
          .texts(Schema.functions.map(\.signature)), .texts([Schema.manager, Schema.login]),
        ])
      return Set(
        (0..<rows.count).map { row in
          Schema.Right(
            object: rows[row, 0] ?? "", role: rows[row, 1] ?? "", privilege: rows[row, 2] ?? "")
        })
    }

    private func rolesWithoutSchema() throws(Failure) -> [String] {
      var found: [String] = []
      for role in [Schema.manager, Schema.login] where repairs || !made.contains(role) {
        let may = try connection.run(
          "SELECT has_schema_privilege($1::name, 'public', 'USAGE')", [.text(role)])
        if !may.flag(0, 0) { found.append(role) }
      }
      return found
    }

    /// The sequence of the changes' numbers, as it is written in a statement.
    private func sequence() throws(Failure) -> String? {
      try connection.run("SELECT pg_get_serial_sequence('public.change', 'id')")[0, 0]
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
      for setting in Schema.logSettings where !there.contains(setting) {
        let isDone =
          repairs ? try isPermitted("ALTER DATABASE \(database) SET \(setting) = 0") : false
        // The server may log no values anyway, and older ones lack a setting.
        let now = try connection.run("SELECT current_setting($1, true)", [.text(setting)])[0, 0]
        if isDone || now != "0" && (repairs || now != nil) {
          note(.log, isDone: isDone || !repairs)
        }
      }
    }

    private mutating func note(_ part: Part, isDone: Bool) {
      if isDone, !repaired.contains(part) { repaired.append(part) }
      if !isDone, !left.contains(part) { left.append(part) }
    }

    /// The names of what is set for a role, or for all, in this database. What an administrator has
    /// set to another value stays.
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

    private func quotedDatabase() throws(Failure) -> String {
      try connection.run("SELECT quote_ident(current_database())")[0, 0] ?? ""
    }

    /// Runs a statement that only some users may run; false if this one may not.
    private func isPermitted(_ statement: String) throws(Failure) -> Bool {
      guard repairs else { return true }
      try connection.run("SAVEPOINT part")
      do throws(Failure) {
        try connection.run(statement)
      } catch {
        // Older servers lack a setting.
        guard case .refused(let state, _) = error, ["42501", "42704"].contains(state) else {
          throw error
        }
        try connection.run("ROLLBACK TO SAVEPOINT part")
        return false
      }
      try connection.run("RELEASE SAVEPOINT part")
      return true
    }
  }
#endif
