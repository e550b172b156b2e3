extension Schema {
  /// A privilege of a role on a table, a column or a function.
  struct Right: Hashable {
    /// As `account`, `base.rules`, `regapp_find` or `partition public.account_2`.
    let object: String
    /// The role's name; `PUBLIC` for everyone.
    let role: String
    let privilege: String

    static let ofPartition = "partition "
    /// The partition that it is a right on; nil for anything else.
    var partition: Substring? {
      object.hasPrefix(Self.ofPartition) ? object.dropFirst(Self.ofPartition.count) : nil
    }
  }

  /// A role in a statement.
  static func quoted(role: String) -> String {
    role == "PUBLIC" ? role : "\"\(role.replacing("\"", with: "\"\""))\""
  }

  struct Grant {
    let table: String
    /// Empty for all of it.
    var columns: [String] = []
    let privileges: [String]

    var statement: String {
      // `user` is a word of SQL.
      let quoted = columns.map { "\"\($0)\"" }
      let list = columns.isEmpty ? "" : " (\(quoted.joined(separator: ", ")))"
      let privileges = privileges.map { $0 + list }.joined(separator: ", ")
      return "GRANT \(privileges) ON public.\(table) TO \(manager)"
    }

    var rights: [Right] {
      let objects = columns.isEmpty ? [table] : columns.map { "\(table).\($0)" }
      return objects.flatMap { object in
        privileges.map { Right(object: object, role: manager, privilege: $0) }
      }
    }
  }

  /// The rights on tables; `regapp_login` reads none.
  private static let grants = [
    Grant(table: "account", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
    // A recorded change stays as it is, with the number and the time that the server gave it; a
    // function forgets people, and another one locks.
    Grant(table: "change_account", privileges: ["SELECT", "INSERT"]),
    Grant(table: "change", privileges: ["SELECT"]),
    Grant(
      table: "change", columns: ["op", "user", "by", "by_id", "via", "did"], privileges: ["INSERT"]),
    Grant(
      table: "base", columns: ["one", "schema", "rules", "own", "version"],
      privileges: ["SELECT"]),
    Grant(table: "base", columns: ["rules", "own", "version"], privileges: ["UPDATE"]),
    Grant(table: "attempt", privileges: ["SELECT"]),
    Grant(table: "seen", privileges: ["SELECT"]),
  ]

  /// All that our roles may do, which they cannot grant, and nothing for everyone. Rights that an
  /// administrator grants to other roles are not among them.
  static let rights = Set(
    grants.flatMap(\.rights)
      + functions.flatMap { function in
        function.roles.map { Right(object: function.name, role: $0, privilege: "EXECUTE") }
      })

  /// The sequences that number the rows of our tables.
  static let sequences = definitions.flatMap { table in
    table.columns.compactMap { column in
      guard case .number? = column.filling else { return nil }
      return "SELECT pg_get_serial_sequence('public.\(table.name)', '\(column.name)') AS name"
    }
  }.joined(separator: " UNION ALL ")

  /// The statements that make it so.
  static let granting: [String] =
    [
      """
      REVOKE ALL ON \((tables + [view]).map { "public.\($0)" }.joined(separator: ", "))
      FROM PUBLIC, \(manager), \(login) CASCADE
      """,
      """
      REVOKE ALL ON FUNCTION \(functions.map(\.signature).joined(separator: ", "))
      FROM PUBLIC, \(manager), \(login) CASCADE
      """,
    ] + grants.map(\.statement)
    + functions.filter { !$0.roles.isEmpty }.map {
      "GRANT EXECUTE ON FUNCTION \($0.signature) TO \($0.roles.joined(separator: ", "))"
    }

  /// How long a role may take in this database: a client that is cut off holds nobody up.
  static let limits = [
    ("statement_timeout", "8s"), ("lock_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "60s"),
  ]

  /// Keeps the values of statements out of the server's log, whichever role sends them: hashes are
  /// among them. Only the database's settings hold for roles that are members of ours.
  static let logSettings = ["log_parameter_max_length", "log_parameter_max_length_on_error"]
}
