extension Schema {
  /// A table as it is declared: `migrate` makes it so, and every program asks whether it is.
  struct Table: Sendable {
    struct Column: Sendable {
      let name: String
      let type: String
      let isNullable: Bool
      /// Whether texts are compared by their bytes.
      let isExact: Bool
      /// Its value if none is given.
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
      /// An expression that the server computes from the other columns at each write.
      case generated(String)
    }

    let name: String
    let columns: [Column]
    /// The columns of each key; the first is the primary one.
    let keys: [[String]]
    /// Conditions on the values of columns, by their names.
    var checks: KeyValuePairs<String, String> = [:]
    var fillFactor = 100
    /// Whether nothing of value is lost with it: `migrate` makes it again, empty.
    var isDispensable = false

    var place: String { "public.\(name)" }

    var definition: String {
      let parts =
        columns.map(\.definition)
        + keys.enumerated().map { index, columns in
          "\(index == 0 ? "PRIMARY KEY" : "UNIQUE") (\(columns.joined(separator: ", ")))"
        } + checks.map { "CHECK (\($0.value))" }
      return "CREATE TABLE \(place) (\(parts.joined(separator: ", ")))"
        + " WITH (fillfactor = \(fillFactor))"
    }
  }
}

extension Schema.Table.Column {
  /// Whether `migrate` gives it back if it is lost: nothing else was in it, or nothing that the
  /// rows cannot be without. A database of an earlier version may lack it.
  var isAdded: Bool {
    if case .generated? = filling { return true }
    // Without their passwords, accounts are lost, and without their ids nobody knows whose they are.
    return isNullable && !["password", "id_name"].contains(name)
  }

  var definition: String {
    var words = ["\"\(name)\"", type]
    if isExact { words.append("COLLATE \"C\"") }
    if !isNullable { words.append("NOT NULL") }
    switch filling {
    case .value(let value)?: words.append("DEFAULT \(value)")
    case .number?: words.append("GENERATED ALWAYS AS IDENTITY")
    case .generated(let value)?: words.append("GENERATED ALWAYS AS (\(value)) STORED")
    case nil: break
    }
    return words.joined(separator: " ")
  }
}
