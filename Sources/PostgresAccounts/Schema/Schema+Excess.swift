extension Schema {
  /// Something that lets one of our roles do more than the rights that it was given.
  enum Excess: Sendable, Hashable {
    /// It is a member of a role that may do so, or may become one.
    case member(String, of: String)
    /// It has an attribute, as `SUPERUSER`.
    case attribute(String, String)

    /// The statement that takes it away.
    var mend: String {
      switch self {
      case .member(let role, let other):
        "REVOKE \(Schema.quoted(role: other)) FROM \(Schema.quoted(role: role))"
      case .attribute(let role, let attribute):
        "ALTER ROLE \(Schema.quoted(role: role)) NO\(attribute)"
      }
    }
  }

  /// The attributes of a role that are rights to everything, or lead to them: who replicates copies
  /// all.
  private static let attributes = [
    "SUPERUSER": "rolsuper", "BYPASSRLS": "rolbypassrls", "CREATEROLE": "rolcreaterole",
    "REPLICATION": "rolreplication",
  ].sorted { $0.key < $1.key }

  /// The roles of the server that are rights to all its files and programs, to lock every table, or
  /// to end the sessions of others.
  private static let serverRoles = [
    "pg_execute_server_program", "pg_maintain", "pg_read_server_files", "pg_signal_backend",
    "pg_write_server_files",
  ]

  /// Our roles ($1), with a role that each is a member of, or an attribute, if that gives it more
  /// than its rights on tables ($2), their columns and sequences, and on functions ($3). Rights
  /// count whether they are inherited, or come with a role that it may become, however far behind.
  static let excess = """
    WITH RECURSIVE reach (role, other, behind) AS (
      SELECT r.oid, m.roleid, m.roleid FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
      WHERE r.rolname = ANY ($1)
      UNION
      SELECT b.role, b.other, m.roleid FROM reach b JOIN pg_auth_members m ON m.member = b.behind
    ), declared (role, object, privilege) AS (
      VALUES \(rights.map { "('\($0.role)', '\($0.object)', '\($0.privilege)')" }.sorted()
        .joined(separator: ", "))
    ), held (role, other, object, part, privilege) AS (
      SELECT b.role, b.other, c.relname::text, a.attname::text, p.privilege
      FROM reach b CROSS JOIN unnest($2) AS n (name) JOIN pg_class c ON c.oid = to_regclass(n.name)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) AS p (privilege)
      WHERE has_column_privilege(b.behind, c.oid, a.attnum, p.privilege)
      UNION
      SELECT b.role, b.other, c.relname::text, '', p.privilege
      FROM reach b CROSS JOIN unnest($2) AS n (name) JOIN pg_class c ON c.oid = to_regclass(n.name)
        CROSS JOIN (VALUES ('DELETE'), ('TRUNCATE'), ('TRIGGER')) AS p (privilege)
      WHERE has_table_privilege(b.behind, c.oid, p.privilege)
      UNION
      SELECT b.role, b.other, p.proname::text, '', 'EXECUTE'
      FROM reach b CROSS JOIN unnest($3) AS n (name) JOIN pg_proc p ON p.oid = to_regprocedure(n.name)
      WHERE has_function_privilege(b.behind, p.oid, 'EXECUTE')
      UNION
      SELECT b.role, b.other, s.name, '', p.privilege
      FROM reach b CROSS JOIN (\(sequences)) AS s
        CROSS JOIN (VALUES ('USAGE'), ('SELECT'), ('UPDATE')) AS p (privilege)
      WHERE has_sequence_privilege(b.behind, to_regclass(s.name)::oid, p.privilege)
    )
    SELECT r.rolname, o.rolname, NULL FROM (
      SELECT h.role, h.other FROM held h JOIN pg_roles r ON r.oid = h.role
      WHERE NOT EXISTS (
        SELECT FROM declared d WHERE d.role = r.rolname AND d.privilege = h.privilege
          AND d.object IN (h.object, concat(h.object, '.', h.part)))
      UNION
      SELECT b.role, b.other FROM reach b JOIN pg_roles o ON o.oid = b.behind
      WHERE o.rolname = ANY ('{\(serverRoles.joined(separator: ","))}')
        OR \(attributes.map { "o.\($0.value)" }.joined(separator: " OR "))
    ) AS e JOIN pg_roles r ON r.oid = e.role JOIN pg_roles o ON o.oid = e.other
    UNION ALL
    SELECT r.rolname, NULL, a.name
    FROM pg_roles r CROSS JOIN LATERAL (
      VALUES \(attributes.map { "('\($0.key)', r.\($0.value))" }.joined(separator: ", "))
    ) AS a (name, is_set)
    WHERE r.rolname = ANY ($1) AND a.is_set
    ORDER BY 1, 2, 3
    """
}
