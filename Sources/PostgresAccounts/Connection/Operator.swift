#if Postgres
  /// Operators as they are written in a statement that runs outside of a transaction: whatever else the
  /// search path offers, PostgreSQL's own.
  ///
  /// Such a statement writes no other operator, and nothing that stands for one by its name alone, as
  /// `IN`, `BETWEEN`, `LIKE`, `IS DISTINCT FROM`, `CASE x WHEN`, `NULLIF` and `USING` do.
  enum Operator {
    static let equal = "OPERATOR(pg_catalog.=)"
    static let notEqual = "OPERATOR(pg_catalog.<>)"
    static let less = "OPERATOR(pg_catalog.<)"
    static let greater = "OPERATOR(pg_catalog.>)"
    static let notLess = "OPERATOR(pg_catalog.>=)"
    static let notGreater = "OPERATOR(pg_catalog.<=)"
    static let plus = "OPERATOR(pg_catalog.+)"
  }
#endif
