extension Connection {
  /// The rulebook, and what is around the accounts. Throws if the tables are of another version.
  func base() throws(Failure) -> (rules: String, own: String?) {
    let base = try run("SELECT schema, rules, own FROM public.base")
    try Schema.check(version: base.number(0, 0))
    return (base[0, 1] ?? "", base[0, 2])
  }

  @discardableResult
  func run(_ statement: Statement) throws(Failure) -> Rows {
    try run(statement.text, statement.parameters)
  }
}
