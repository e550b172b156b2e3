import LosslessJSON

/// The judgement of `KeySlip` and `ForeignHash`, in the words of JSON Schema, for editors.
extension KeySlip {
  /// The conditions on the keys of an account: none that is most likely meant as a field which the
  /// account lacks.
  static var schemas: [JSONLiteral] {
    let words = (Array(marks.keys) + hints.keys).sorted().map(anyCase)
    let exempt = JSONLiteral.pattern(
      "^(?:\((words + ownWords.sorted().map(folded)).joined(separator: "|")))$")
    let ofFields = Field.allCases.map { field in
      JSONLiteral.unless(
        field, "propertyNames",
        .anyOf([exempt, .object([.init("not", .pattern(pattern(like: field)))])]))
    }
    let closing = marks.sorted { $0.key < $1.key }.map { word, open in
      JSONLiteral.Member(
        "^\(anyCase(word))$", .object([.init("const", .bool(open))]))
    }
    return ofFields + [.unless(.disabled, "patternProperties", .object(closing))]
  }

  /// A pattern of ECMA-262 for the keys that are like a field's.
  private static func pattern(like field: Field) -> String {
    let edited = spellings(of: field).map(edits)
    return "^(?:\(([folded(words(of: field).joined())] + edited).joined(separator: "|")))$"
  }

  /// A pattern of a word with any underscores and hyphens.
  private static func folded(_ word: String) -> String {
    word.map { "[_-]*" + anyCase("\($0)") }.joined() + "[_-]*"
  }

  /// The texts one edit away from a name which are slips, and of which none ends with a figure.
  private static func edits(of name: Spelling) -> String {
    let letters = name.text.map { anyCase("\($0)") }
    let last = letters.count - 1
    func rest(_ index: Int) -> String { letters.dropFirst(index).joined() }
    let noLetter = "[^0-9A-Za-z]"
    // A doubled last letter is one too many before it.
    var pattern = name.isStrict ? "[^0-9]" : noLetter
    for index in letters.indices.reversed() {
      let isOwnWord = !name.isStrict && name.starts.contains(index)
      let other = isOwnWord ? noLetter : index == last ? "[^0-9]" : "."
      let more = isOwnWord && index == 0 ? noLetter : "."
      let swapped = index == last ? "" : "|\(letters[index + 1])\(letters[index])\(rest(index + 2))"
      pattern =
        "(?:\(other)?\(rest(index + 1))|\(more)\(rest(index))\(swapped)|\(letters[index])\(pattern))"
    }
    return pattern
  }

  /// A pattern of a word in capitals and small letters.
  static func anyCase(_ word: String) -> String {
    word.map { letter in
      letter.isLetter ? "[\(letter.lowercased())\(letter.uppercased())]" : "\(letter)"
    }.joined()
  }
}

extension ForeignHash {
  /// The schema of a password: a hash that is checked, or nothing that looks like another
  /// program's.
  static var schema: [JSONLiteral.Member] {
    let (signs, space) = ("A-Za-z0-9./+=,:_@|#-", "[ \\t\\r\\n]*$")
    let names = schemesInBraces.map { KeySlip.anyCase($0.lowercased()) }.joined(separator: "|")
    let crypt = "^\\{\(KeySlip.anyCase("CRYPT"))\\}"
    let known = "^\\{(?:\(names))\\}[\\s\\S]{\(leastBehindBraces - 1),}[^ \\t\\r\\n]\(space)"
    let unknown =
      "^\\{[A-Za-z][A-Za-z0-9_., -]{1,31}\\}[$\(signs)]{\(leastBehindBraces),}\(space)"
    let dollars = "^[\(signs)]+\\$[$\(signs)]*\\$[\(signs)]{16,}\(space)"
    let named = "^(?:\(schemesWithDollars.joined(separator: "|")))(?::[^$]*)?\\$[^$]*\\$"
    let doubled = "^\\$\\$[A-Za-z0-9-]+\\$\\$[$\(signs)]*[\(signs)]{16}\(space)"
    let quoted = ["\"", "'"].map { "\($0)\\$[A-Za-z0-9-]+\\$[^\($0)]*\($0)" }
      .joined(separator: "|")
    let plain = ["PLAIN", "CLEARTEXT", "CLEAR"].map(KeySlip.anyCase).joined(separator: "|")
    func long(_ pattern: String) -> JSONLiteral {
      .pattern(pattern, [.init("minLength", .integer(leastWithDollars))])
    }
    let foreign = JSONLiteral.anyOf([
      .pattern(known), .pattern(unknown), .pattern("\(crypt)[!*]"),
      .pattern("\(crypt)[$\(signs)]{13,}\(space)"), .pattern("^\\{(?:\(plain))\\}."),
      long(dollars), long(named), long(doubled), .pattern("^(?:\(quoted))\(space)"),
      .pattern("^\\\\\\$[A-Za-z0-9-]+\\\\\\$"),
    ])
    let allowed = JSONLiteral.anyOf([
      .pattern("^\\{SHA\\}[A-Za-z0-9+/=]{28}$"),
      .pattern("^\\{\(KeySlip.anyCase("SSHA"))\\}[A-Za-z0-9+/=]{32,72}$"),
      .object([.init("not", foreign)]),
    ])
    return [.init("allOf", .array([allowed]))]
  }
}

extension JSONLiteral {
  fileprivate static func pattern(_ pattern: String, _ members: [Member] = []) -> JSONLiteral {
    .object([.init("pattern", .string(pattern))] + members)
  }

  /// A condition on an object that lacks a field.
  fileprivate static func unless(
    _ field: Field, _ word: String, _ condition: JSONLiteral
  ) -> JSONLiteral {
    .anyOf([
      .object([.init("required", .array([.string(field.rawValue)]))]),
      .object([.init(word, condition)]),
    ])
  }
}
