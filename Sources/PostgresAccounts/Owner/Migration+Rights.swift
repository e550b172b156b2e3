extension Migration {
  /// Gives what a superuser made to the owner of the other tables, or if these are a superuser's to
  /// the database's: as that role our functions run. An owner who is a superuser may use all
  /// anyway.
  func handOver() throws(Failure) {
    let found = try connection.run(
      """
      SELECT format('ALTER %s %s OWNER TO %I', o.kind, o.name, r.rolname)
      FROM pg_database d JOIN pg_class a ON a.oid = to_regclass('public.account')
        JOIN pg_roles w ON w.oid = a.relowner
        JOIN pg_roles r ON r.oid = CASE WHEN w.rolsuper THEN d.datdba ELSE w.oid END
          AND NOT r.rolsuper
        CROSS JOIN LATERAL (
          SELECT CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, n.name, c.relowner
          FROM unnest($1::text[]) AS n (name) JOIN pg_class c ON c.oid = to_regclass(n.name)
          UNION ALL
          SELECT 'FUNCTION', n.name, p.proowner
          FROM unnest($2::text[]) AS n (name) JOIN pg_proc p ON p.oid = to_regprocedure(n.name)
          UNION ALL
          SELECT 'SCHEMA', s.nspname, s.nspowner FROM pg_namespace s
          WHERE s.nspname = '\(Schema.api)'
        ) AS o (kind, name, owner)
      WHERE d.datname = current_database() AND o.owner <> r.oid
        AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
      """,
      [
        .texts((Schema.tables + [Schema.view]).map { "public.\($0)" }),
        .texts(Schema.functions.map(\.signature)),
      ])
    for row in 0..<found.count { try connection.run(found[row, 0] ?? "") }
  }

  mutating func repairRights() throws(Failure) {
    let before = try rights()
    let others = try otherGrants()
    guard before != Schema.rights || !others.isEmpty else { return }
    guard repairs else {
      repaired.append(.rights)
      return
    }
    for statement in Schema.granting { try connection.run(statement) }
    let fromAll = "FROM PUBLIC, \(Schema.manager), \(Schema.login) CASCADE"
    let sequences = try connection.run("SELECT name FROM (\(Schema.sequences)) AS s")
    for sequence in (0..<sequences.count).compactMap({ sequences[$0, 0] }) {
      try connection.run("REVOKE ALL ON SEQUENCE \(sequence) \(fromAll)")
    }
    // Rights are those of the table, and not of its partitions.
    for right in before {
      guard let partition = right.partition else { continue }
      try connection.run(
        "REVOKE ALL ON \(partition) FROM \(Schema.quoted(role: right.role)) CASCADE")
    }
    // A user who may put a trigger on a table, or refer to it, has others run any code.
    for right in before where ["TRIGGER", "REFERENCES"].contains(right.privilege) {
      let table = right.object.prefix { $0 != "." }
      guard (Schema.tables + [Schema.view]).contains(String(table)), right.role != "PUBLIC" else {
        continue
      }
      try connection.run(
        "REVOKE TRIGGER, REFERENCES ON public.\(table) FROM \(Schema.quoted(role: right.role))")
    }
    for statement in others { try connection.run(statement) }
    // The server only warns of what it did not grant or revoke.
    guard try rights() == Schema.rights, try otherGrants().isEmpty else {
      throw .unfit(.notPermitted)
    }
    repaired.append(.rights)
  }

  /// The rights of everyone and of our roles, and those of others that let them have code run.
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
        SELECT concat('\(Schema.Right.ofPartition)', p.relid::regclass), c.relacl
        FROM unnest($1::text[]) AS n (name), pg_partition_tree(to_regclass(n.name)) p
          JOIN pg_class c ON c.oid = p.relid
        WHERE p.relid <> to_regclass(n.name)
        UNION ALL
        SELECT s.name, c.relacl
        FROM (\(Schema.sequences)) AS s JOIN pg_class c ON c.oid = to_regclass(s.name)
        UNION ALL
        SELECT p.proname, coalesce(p.proacl, acldefault('f', p.proowner))
        FROM unnest($2::text[]) AS n (name) JOIN pg_proc p ON p.oid = to_regprocedure(n.name)
      )
      SELECT DISTINCT o.name, CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE r.rolname END,
        concat(a.privilege_type, CASE WHEN a.is_grantable AND r.rolname = ANY ($3) THEN '*' END)
      FROM object o CROSS JOIN aclexplode(o.acl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
        JOIN pg_database d ON d.datname = current_database()
      WHERE a.grantee = 0 OR r.rolname = ANY ($3::text[])
        OR a.privilege_type IN ('TRIGGER', 'REFERENCES')
          AND NOT pg_has_role(a.grantee, d.datdba, 'MEMBER')
      """,
      [
        .texts((Schema.tables + [Schema.view]).map { "public.\($0)" }),
        .texts(Schema.functions.map(\.signature)),
        .texts([Schema.manager, Schema.login]),
      ])
    return Set(
      (0..<rows.count).map { row in
        Schema.Right(
          object: rows[row, 0] ?? "", role: rows[row, 1] ?? "", privilege: rows[row, 2] ?? "")
      })
  }

  /// The statements that give our roles what they lack on the schemas and the database, and take from
  /// others what makes functions of ours ambiguous. An import makes temporary tables. Whether a role
  /// may connect is the owner's to say: both roles are the server's, with members from elsewhere.
  private func otherGrants() throws(Failure) -> [String] {
    let rows = try connection.run(
      """
      SELECT format('GRANT USAGE ON SCHEMA %I TO %I', s.nspname, r.rolname)
      FROM pg_roles r CROSS JOIN pg_namespace s
      WHERE r.rolname = ANY ($1) AND s.nspname IN ('public', '\(Schema.api)')
        AND NOT has_schema_privilege(r.oid, s.oid, 'USAGE')
      UNION ALL
      SELECT format('GRANT TEMPORARY ON DATABASE %I TO %I', current_database(), r.rolname)
      FROM pg_roles r
      WHERE r.rolname = $1[1] AND NOT has_database_privilege(r.oid, current_database(), 'TEMPORARY')
      UNION ALL
      SELECT format('REVOKE CREATE ON SCHEMA %I FROM %s CASCADE', s.nspname,
        CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END)
      FROM pg_database d JOIN pg_namespace s ON s.nspname = '\(Schema.api)'
        CROSS JOIN aclexplode(s.nspacl) a
      WHERE d.datname = current_database() AND a.privilege_type = 'CREATE'
        AND (a.grantee = 0 OR NOT pg_has_role(a.grantee, d.datdba, 'MEMBER'))
      """, [.texts([Schema.manager, Schema.login])])
    return (0..<rows.count).compactMap { rows[$0, 0] }
  }

  /// The roles of ours that were there before, with the roles that may connect as a member of them.
  func lettingIn() throws(Failure) -> [(role: String, members: [String])] {
    var found: [(role: String, members: [String])] = []
    for role in [Schema.manager, Schema.login] where !made.contains(role) {
      let members = try connection.run(
        """
        WITH RECURSIVE own (oid) AS (
          SELECT r.oid FROM pg_roles r WHERE r.rolname = $1
          UNION SELECT m.member FROM own JOIN pg_auth_members m ON m.roleid = own.oid)
        SELECT r.rolname FROM own JOIN pg_roles r USING (oid)
        WHERE r.rolcanlogin AND r.rolname <> $1 ORDER BY r.rolname
        """, [.text(role)])
      found.append((role, (0..<members.count).compactMap { members[$0, 0] }))
    }
    return found
  }

  // MARK: Memberships

  /// Takes from our roles the roles and the attributes that let them do more than they should, in
  /// whatever way: rights that are inherited, and those of a role that they may become.
  mutating func repairMemberships() throws(Failure) {
    excess = try findExcess()
    guard !excess.isEmpty else { return }
    for found in repairs ? excess : [] {
      _ = try isDone(found.mend, unless: ["42501", "42704", "0LP01"])
    }
    // The server only warns of a membership that another user granted.
    let rest = repairs ? try findExcess() : excess
    if repairs, rest.count < excess.count { note(.memberships, isDone: true) }
    if repairs, !rest.isEmpty { note(.memberships, isDone: false) }
    excess = rest
  }

  private func findExcess() throws(Failure) -> [Schema.Excess] {
    let rows = try connection.run(
      Schema.excess,
      [
        .texts([Schema.manager, Schema.login]),
        .texts((Schema.tables + [Schema.view]).map { "public.\($0)" }),
        .texts(Schema.functions.map(\.signature)),
      ])
    return (0..<rows.count).map { row in
      let role = rows[row, 0] ?? ""
      return rows[row, 1].map { .member(role, of: $0) } ?? .attribute(role, rows[row, 2] ?? "")
    }
  }
}
