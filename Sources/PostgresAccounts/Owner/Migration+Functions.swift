extension Migration {
  /// Makes a function as it is declared.
  func make(_ function: Schema.Function) throws(Failure) {
    // A function with another result, or other parameter names, cannot be replaced.
    if try isDone(function.definition, unless: ["42P13", "42809"]) { return }
    try unlessTaken(function.signature) { () throws(Failure) in
      try connection.run("DROP ROUTINE \(function.signature)")
      try connection.run(function.definition)
    }
  }

  /// Makes the triggers that end logins, and what they call.
  mutating func repairEnds() throws(Failure) {
    let body = Parameter.text(Schema.accountChanged.body)
    guard try connection.run(Schema.isWithoutEnds, [body]).flag(0, 0) else { return }
    if !repaired.contains(.functions) { repaired.append(.functions) }
    guard repairs else { return }
    try make(Schema.accountChanged)
    for statement in Schema.makingEnds { try connection.run(statement) }
  }
}
