extension Connection {
  /// The rulebook, and what is around the accounts. Throws if the tables are of another version.
  func base() throws(Failure) -> (rules: String, own: String?) {
    let base = try run("SELECT schema, rules, own FROM public.base")
    try Schema.check(version: base.number(0, 0))
    return (base[0, 1] ?? "", base[0, 2])
  }

  /// Runs a statement that writes, in the transaction that was begun or in one of its own. Warnings
  /// say that it is not as safe as it should be.
  @discardableResult
  func write(
    _ statement: String, _ parameters: [Parameter] = [], patience: Int? = nil
  ) throws(Failure) -> Rows {
    if isIdle {
      let statement = Statement(statement, parameters)
      return try commit([statement], patience: patience ?? self.patience)[0]
    }
    warnings.isAny = false
    let rows = try run(statement, parameters, patience: patience)
    if warnings.isAny { throw .warned }
    return rows
  }

  @discardableResult
  func run(_ statement: Statement) throws(Failure) -> Rows {
    try run(statement.text, statement.parameters)
  }
}
