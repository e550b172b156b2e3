import LosslessJSON

/// The judgement of `KeySlip` and `ForeignHash`, in the words of JSON Schema, for editors.
extension KeySlip {
  /// The conditions on the keys of an account: none that is most likely meant as a field which the
  /// account lacks, and no mark of another program that shuts it.
  static var schemas: [JSONLiteral] {
    let words = hints.keys.sorted().map(anyCase) + ownWords.sorted().map(folded)
    let marks = spellings(ofMarks: strictMarks.keys.sorted())
    let exempt = JSONLiteral.pattern("^(?:\(([marks] + words).joined(separator: "|")))$")
    let ofFields = Field.allCases.map { field in
      JSONLiteral.unless(
        field, "propertyNames",
        .anyOf([exempt, .object([.init("not", .pattern(pattern(like: field)))])]))
    }
    return ofFields + schemasOfMarks
  }

  /// The conditions on marks: one for an account that does not say `disabled`, one for an account
  /// that is not disabled.
  private static var schemasOfMarks: [JSONLiteral] {
    func no(_ condition: JSONLiteral) -> JSONLiteral { .object([.init("not", condition)]) }
    func text(_ words: [String]) -> JSONLiteral {
      .pattern(
        "^[ \\t-\\r]*(?:\(words.map(anyCase).joined(separator: "|")))[ \\t-\\r]*$",
        [.init("type", .string("string"))])
    }
    func flag(_ flag: Bool) -> JSONLiteral { .object([.init("const", .bool(flag))]) }
    func kinds(_ names: String...) -> JSONLiteral {
      .object([.init("type", .array(names.map { .string($0) }))])
    }
    var (unless, always): ([JSONLiteral.Member], [JSONLiteral.Member]) = ([], [])
    let isStrict = { (name: String) in strictMarks[name] != nil }
    for (effect, names) in LoginMark.table {
      let free = names.filter { !isStrict($0) }
      func add(_ condition: JSONLiteral, to members: inout [JSONLiteral.Member], _ names: [String])
      {
        if !names.isEmpty { members.append(.init(pattern(ofMarks: names), condition)) }
      }
      switch effect {
      case .lock, .permission:
        let open = effect == .permission
        let (openWords, shutWords) =
          open ? (LoginMark.yes, LoginMark.no) : (LoginMark.no, LoginMark.yes)
        add(flag(open), to: &unless, names.filter(isStrict))
        let isOpen = [no(kinds("string", "boolean")), flag(open), text(openWords)]
        add(.anyOf(isOpen), to: &unless, free)
        add(no(.anyOf([flag(!open), text(shutWords)])), to: &always, names)
      case .expiry, .lastDay:
        let isOpen = [no(kinds("string", "boolean")), flag(false), text(LoginMark.never)]
        add(.anyOf(isOpen), to: &always, names)
      default: break
      }
    }
    let isDisabled = JSONLiteral.object([
      .init("required", .array([.string(Field.disabled.key)])),
      .init(
        "properties", .object([.init(Field.disabled.key, no(flag(false)))])),
    ])
    return [
      .unless(.disabled, "patternProperties", .object(unless)),
      .anyOf([isDisabled, .object([.init("patternProperties", .object(always))])]),
    ]
  }

  private static func pattern(ofMarks names: [String]) -> String {
    "^\(spellings(ofMarks: names))$"
  }

  /// The spellings of marks that `LoginMark` knows.
  private static func spellings(ofMarks names: [String]) -> String {
    let signs = "[ _\"-]*"
    let words = names.map { name in
      LoginMark.folded(name).map { signs + anyCase("\($0)") }.joined() + signs
    }
    return "(?:\(words.joined(separator: "|")))(?:[;(\\[][\\s\\S]*)?"
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
    let signs = "A-Za-z0-9./+=,:_@|#-"
    let around = "[\(self.around.replacing("[", with: "\\[").replacing("]", with: "\\]"))]"
    let (start, space) = ("^\(around)*(?:[bBuUrR](?=[\"']))?\(around)*", "\(around)*$")
    let names = schemesInBraces.map { KeySlip.anyCase($0.lowercased()) }.joined(separator: "|")
    let crypt = "\(start)\\{\(KeySlip.anyCase("CRYPT"))\\}"
    let known =
      "\(start)\\{(?:\(names))\\}[\\s\\S]{\(leastBehindBraces - 1),}[^ \\t\\r\\n]\(space)"
    let unknown =
      "\(start)\\{[A-Za-z][A-Za-z0-9_., @-]{1,31}\\}[$\(signs)]{\(leastBehindBraces),}\(space)"
    let dollars = "\(start)[\(signs)]+\\$[$\(signs)]*\\$[\(signs)]{16,}\(space)"
    let named = "\(start)(?:\(schemesWithDollars.joined(separator: "|")))(?::[^$]*)?\\$[^$]*\\$"
    let doubled = "\(start)\\$\\$[A-Za-z0-9-]+\\$\\$[$\(signs)]*[\(signs)]{16}\(space)"
    func anyOf(_ words: [String]) -> String {
      words.map(KeySlip.anyCase).joined(separator: "|").replacing(".", with: "\\.")
    }
    func long(_ pattern: String) -> JSONLiteral {
      .pattern(pattern, [.init("minLength", .integer(leastWithDollars))])
    }
    let hexadecimal = "[0-9A-Fa-f]"
    let ofForms = forms.map { form in
      let sign = form.isHexadecimal ? hexadecimal : "[$\(signs)]"
      let count = form.isExact ? "{\(form.least)}\(space)" : "{\(form.least),}"
      return JSONLiteral.pattern("\(start)(?:\(anyOf(form.beginnings)))\(sign)\(count)")
    }
    let digest = "(?:\(hexadecimal){32}|\(hexadecimal){64})"
    let inside = "\\$(?:\(cryptNames.joined(separator: "|")))\\$[$\(signs)]{\(leastOfCrypt),}"
    let ssha = "\\{\(KeySlip.anyCase("SSHA"))\\}[A-Za-z0-9+/=]{32,72}"
    let foreign = JSONLiteral.anyOf(
      ofForms + [
        .pattern(known), .pattern(unknown), .pattern("\(crypt)[!*]"),
        .pattern("\(crypt)[$\(signs)]{13,}\(space)"),
        .pattern("\(start)\\{(?:\(anyOf(plainSchemes)))\\}."),
        .pattern("\(start)\\{(?:\(anyOf(schemesElsewhere)))\\}."),
        long(dollars), long(named), long(doubled), .pattern("^\\\\\\$[A-Za-z0-9-]+\\\\\\$"),
        long("\(start)\\{\"[\\s\\S]*\\}\(space)"),
        .pattern("\(start)(?:[^!*$:][^:]*)?:(?:[^:]*:)*\(digest)(?::|\(space))"),
        .pattern("\(start)\(digest):"),
        .pattern(
          "\(start)\\{[A-Za-z][A-Za-z0-9_., @-]{1,31}\\}(?:\\{SHA\\}[A-Za-z0-9+/=]{28}|\(ssha))"),
        .pattern("^[^!*$][\\s\\S]*\(inside)"),
        .pattern("^(?:[bBuUrR](?=[\"']))?\(around)+[!*]+\(space)"),
        .pattern("^\\$[A-Za-z0-9_,=-]+\\$[\\s\\S]*[ \"'`\u{80}-\u{FFFF}]$"),
        .pattern("^\(around)+\\{SHA\\}[A-Za-z0-9+/=]{28}"), .pattern("^\(around)+\(ssha)"),
      ])
    let allowed = JSONLiteral.anyOf([
      .pattern("^\\{SHA\\}[A-Za-z0-9+/=]{28}$"), .pattern("^\(ssha)$"),
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
      .object([.init("required", .array([.string(field.key)]))]),
      .object([.init(word, condition)]),
    ])
  }
}
