extension Schema {
  /// A table as it is declared: `migrate` makes it so, and every program asks whether it is.
  struct Table: Sendable {
    struct Column: Sendable {
      let name: String
      let type: String
      let isNullable: Bool
      /// Whether texts are compared by their bytes.
      let isExact: Bool
      /// Its value where none is given.
      let filling: Filling?

      init(
        _ name: String, _ type: String, isNullable: Bool = false, isExact: Bool = false,
        filling: Filling? = nil
      ) {
        (self.name, self.type, self.isNullable) = (name, type, isNullable)
        (self.isExact, self.filling) = (isExact, filling)
      }
    }

    enum Filling: Sendable {
      case value(String)
      /// The next number.
      case number
    }

    let name: String
    let columns: [Column]
    /// The columns of each key; the first is the primary one.
    let keys: [[String]]
    /// Conditions on the values of columns, by their names.
    var checks: KeyValuePairs<String, String> = [:]
    var fillFactor = 100

    var definition: String {
      let parts =
        columns.map(\.definition)
        + keys.enumerated().map { index, columns in
          "\(index == 0 ? "PRIMARY KEY" : "UNIQUE") (\(columns.joined(separator: ", ")))"
        } + checks.map { "CHECK (\($0.value))" }
      return "CREATE TABLE public.\(name) (\(parts.joined(separator: ", ")))"
        + " WITH (fillfactor = \(fillFactor))"
    }
  }

  /// Names the declared columns, keys and checks that our tables lack; null if they lack none. It compares
  /// structure: the server spells checks and defaults in its own way. Anything more is their owner's.
  static let lacking = """
    SELECT string_agg(what, ', ' ORDER BY part, number) FROM (
      SELECT 1, c.number, concat(
        CASE WHEN a.attname IS NOT NULL THEN 'the declared form of ' END, 'the column ', c.place, '.', c.name)
      FROM (VALUES \(listed(columns))) AS c (number, place, name, type, may_be_null, is_exact, filling)
        LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(c.place) AND a.attname = c.name
          AND NOT a.attisdropped
      WHERE a.attname IS NULL OR a.atttypid <> to_regtype(c.type) OR a.attnotnull = c.may_be_null
        OR c.is_exact AND a.attcollation <> '"C"'::regcollation
        OR c.filling = 'value' AND NOT a.atthasdef OR c.filling = 'number' AND a.attidentity = ''
      UNION ALL
      SELECT 2, k.number, concat(k.kind, ' of ', k.place)
      FROM (VALUES \(listed(keys))) AS k (number, place, kind, columns)
      WHERE NOT EXISTS (
        SELECT FROM pg_index i
        WHERE i.indrelid = to_regclass(k.place) AND i.indisunique AND i.indisvalid AND i.indimmediate
          AND i.indpred IS NULL
          AND k.columns = (
            SELECT string_agg(a.attname, ',' ORDER BY n.place)
            FROM unnest(i.indkey) WITH ORDINALITY AS n (number, place)
              JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = n.number))
      UNION ALL
      SELECT 3, k.number, concat('the check of ', k.place, '.', k.name)
      FROM (VALUES \(listed(checks))) AS k (number, place, name)
      WHERE NOT EXISTS (
        SELECT FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid
          AND c.conkey = ARRAY[a.attnum]
        WHERE c.conrelid = to_regclass(k.place) AND c.contype = 'c' AND c.convalidated
          AND a.attname = k.name)
    ) AS lacking (part, number, what)
    """

  private static var columns: [[String]] {
    definitions.flatMap { table in
      table.columns.map { column in
        var filling = "none"
        switch column.filling {
        case .value?: filling = "value"
        case .number?: filling = "number"
        case nil: break
        }
        return [
          "'public.\(table.name)'", "'\(column.name)'", "'\(column.type)'",
          "\(column.isNullable)", "\(column.isExact)", "'\(filling)'",
        ]
      }
    }
  }

  private static var keys: [[String]] {
    definitions.flatMap { table in
      table.keys.enumerated().map { index, columns in
        let list = columns.joined(separator: ",")
        return [
          "'public.\(table.name)'", index == 0 ? "'the primary key'" : "'the key (\(list))'",
          "'\(list)'",
        ]
      }
    }
  }

  private static var checks: [[String]] {
    definitions.flatMap { table in
      table.checks.map { ["'public.\(table.name)'", "'\($0.key)'"] }
    }
  }

  private static func listed(_ rows: [[String]]) -> String {
    rows.enumerated().map { "(\(([String($0)] + $1).joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}

extension Schema.Table.Column {
  fileprivate var definition: String {
    var words = ["\"\(name)\"", type]
    if isExact { words.append("COLLATE \"C\"") }
    if !isNullable { words.append("NOT NULL") }
    switch filling {
    case .value(let value)?: words.append("DEFAULT \(value)")
    case .number?: words.append("GENERATED ALWAYS AS IDENTITY")
    case nil: break
    }
    return words.joined(separator: " ")
  }
}
