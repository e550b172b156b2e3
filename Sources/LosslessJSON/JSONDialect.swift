/// Which texts a document may be.
public enum JSONDialect: Sendable, Hashable {
  /// JSON as RFC 8259 has it.
  case json
  /// JSON in which `//` and `/* */` comments are space, and a comma may follow the last member or
  /// element. A line comment ends where a line does: at LF, CR LF or a lone CR.
  case withComments
}

extension JSONDialect {
  /// What a file may have: comments, if its name ends in `.jsonc`.
  package init(ofFile path: String) { self = path.hasSuffix(".jsonc") ? .withComments : .json }
}
