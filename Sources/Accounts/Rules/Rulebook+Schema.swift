public import LosslessJSON
import TextTools

extension Rulebook {
  /// A JSON Schema (draft 2020-12) of the accounts file under this rulebook, for editors. What it
  /// cannot say, such as that emails are unique or that a day is real, only `check` can tell.
  public var schema: JSONLiteral {
    object(
      [
        .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .string("regapp accounts under the rulebook \(name)")),
      ],
      required: ["accounts"],
      properties: [
        .init("$schema", type("string")),
        .init("regapp", .object([.init("enum", .array([.number("1"), .number("2")]))])),
        .init(
          "rules",
          .object([
            .init(
              "anyOf",
              .array([
                .object([.init("enum", .array(Rulebook.builtIns.map { .string($0.name) }))]),
                RulebookKey.schema(at: "rules"), RulebookKey.schemaOfInheriting,
              ]))
          ])),
        .init("accounts", type("array", [.init("items", accountSchema)])),
      ])
  }

  private var accountSchema: JSONLiteral {
    object(
      [], required: Field.allCases.filter(requires).map(\.rawValue),
      properties: Field.allCases.map { .init($0.rawValue, schema(of: $0)) })
  }

  private func object(
    _ head: [JSONLiteral.Member], required: [String], properties: [JSONLiteral.Member]
  ) -> JSONLiteral {
    .object(
      head + [
        .init("type", .string("object")),
        .init("required", .array(required.map { .string($0) })),
        .init("properties", .object(properties)),
      ])
  }

  private func type(_ name: String, _ members: [JSONLiteral.Member] = []) -> JSONLiteral {
    .object([.init("type", .string(name))] + members)
  }

  private func schema(of field: Field) -> JSONLiteral {
    switch field {
    case .email: text(matching: [emailPattern])
    case .username: username
    case .password: passwordSchema
    case .firstName: text(matching: namePatterns(fields.firstName))
    case .lastName: text(matching: namePatterns(fields.lastName))
    case .birthDate: text(matching: [Self.day])
    case .phone: text(matching: phonePatterns)
    case .groups: groups
    case .disabled: disabled
    case .validFrom, .validUntil:
      text(matching: [Self.day], description: "YYYY-MM-DD, the day itself included")
    case .mustChange:
      type(
        "boolean",
        [.init("description", .string("the next login has to set a new password"))])
    }
  }

  private var username: JSONLiteral {
    let form = "1 to 64 ASCII letters, digits, dots, underscores and hyphens"
    let pattern = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$"
    return fields.username.required
      ? text(matching: [pattern], description: form)
      : type("string", [.init("description", .string("\(form); another is a key of your own"))])
  }

  private var groups: JSONLiteral {
    let allowed = fields.groups.allowed.map { JSONLiteral.string($0) }
    let group =
      !allowed.isEmpty
      ? JSONLiteral.object([.init("enum", .array(allowed))])
      : text(matching: [Self.noControls, #"^(?![ \t])[^,:]{1,64}$"#, #"[^ \t]$"#])
    return type(
      "array",
      [
        .init("description", .string("the groups that the account is in")),
        .init("items", group), .init("uniqueItems", .bool(true)),
      ])
  }

  private var disabled: JSONLiteral {
    let reason = text(
      matching: [
        Self.noControls, #"^(?!\s*(?:[Ff][Aa][Ll][Ss][Ee]|[Nn][Oo]|0)?\s*$)"#,
      ], description: "the reason")
    return .object([.init("anyOf", .array([type("boolean"), reason]))])
  }

  private func text(matching patterns: [String], description: String? = nil) -> JSONLiteral {
    let described = description.map { [JSONLiteral.Member("description", .string($0))] } ?? []
    let matched = patterns.map { JSONLiteral.Member("pattern", .string($0)) }
    let all = [JSONLiteral.Member("allOf", .array(matched.map { .object([$0]) }))]
    return type("string", described + (matched.count == 1 ? matched : all))
  }

  private var emailPattern: String {
    let rule = fields.email
    let atom = #"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"#
    let label = #"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"#
    return #"^(?=[^@]{\#(rule.beforeAt),64}@)(?=[^@]*@[^.]{\#(rule.firstLabel),63}\.)"#
      + #"(?=[^@]*@[^.]*\..{\#(rule.afterDot),}$)(?=.{1,\#(rule.maximumCharacters ?? EmailAddress.maximumBytes)}$)"#
      + domainPattern
      + #"\#(atom)+(?:\.\#(atom)+)*@(?:\#(label)\.)+"#
      + #"(?=[^.]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$"#
  }

  /// That the host is one of the allowed ones, in any case.
  private var domainPattern: String {
    let domains = fields.email.domains.map { domain in
      domain.map { character in
        guard let letter = character.asciiValue, letter.isASCIILetter else {
          return character == "." ? #"\."# : String(character)
        }
        return "[\(character.uppercased())\(character.lowercased())]"
      }.joined()
    }
    return domains.isEmpty ? "" : "(?=[^@]*@(?:\(domains.joined(separator: "|")))$)"
  }

  private func namePatterns(_ rule: NameRule) -> [String] {
    let length = rule.maximumCharacters.map { [Self.atMost($0)] } ?? []
    switch rule.letters {
    case .english: return [#"^[A-Za-z]+(?:[ '-][A-Za-z]+)*$"#] + length
    case .any: return [Self.noControls] + (rule.required ? [#"\S"#] : []) + length
    }
  }

  /// A pattern counts code points, of which a character may have several: of ASCII text, the length
  /// is bounded; the rest is left to `check`.
  private static func atMost(_ count: Int) -> String { "^(?![\\u0000-\\u007F]{\(count + 1),}$)" }

  /// A hash, a lock, or a typed password. Whether a character of another script is a letter, and
  /// a large or a small one, is left to `check`.
  private var passwordSchema: JSONLiteral {
    let rule = fields.password
    let most =
      rule.hash == .bcrypt ? PasswordText.maximumBytesOfBcrypt : PasswordText.maximumBytes
    let typed = [
      Self.noControls, "^(?!\(Self.hash)|[!*])", "^.{\(rule.characters),\(most)}$",
      atLeast(rule.digits, #"[0-9]"#, among: #"[^0-9]"#),
      atLeast(rule.letters, besides: #"\u0000-\u0040\u005B-\u0060\u007B-\u007F"#),
      atLeast(rule.lowercase, besides: #"\u0000-\u0060\u007B-\u007F"#),
      atLeast(rule.uppercase, besides: #"\u0000-\u0040\u005B-\u007F"#),
      rule.onlyLettersAndDigits
        ? #"^[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F]*$"# : nil,
      rule.maximumCharacters.map(Self.atMost),
    ].compactMap(\.self)
    let forms = [
      text(
        matching: [Self.noControls, "^(?:\(Self.hash))"], description: "a hash"),
      text(matching: [Self.noControls, "^[!*]"], description: "locked: nobody logs in"),
      text(matching: typed, description: "typed by hand; a hash after the next login"),
    ]
    return type("string", [.init("anyOf", .array(forms))])
  }

  private func atLeast(_ count: Int, _ set: String, among others: String) -> String? {
    count > 0 ? "^(?:\(others)*\(set)){\(count),}" : nil
  }

  private func atLeast(_ count: Int, besides others: String) -> String? {
    atLeast(count, "[^\(others)]", among: "[\(others)]")
  }

  private static let hash =
    #"\$[A-Za-z0-9_,=-]+\$|\{SHA\}[A-Za-z0-9+/=]{28}$"#
    + #"|\{[Ss][Ss][Hh][Aa]\}[A-Za-z0-9+/=]{32,72}$"#

  private static let day =
    #"^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|"#
    + #"(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9]))$"#

  private var phonePatterns: [String] {
    let mask = fields.phone.mask
    let gap = #"[ ().\u00A0\u2009\u202F\u2010\u2011\u2013\u2014\u2212-]*"#
    func spaced(_ digits: String) -> String { digits.map { "\($0)\(gap)" }.joined() }
    if mask == .digits {
      return [#"^(?:[Tt][Ee][Ll]:)?\#(gap)(?:\+\#(gap))?(?:[0-9]\#(gap)){7,15}$"#]
    }
    let own = "(?:[0-9]\(gap)){\(mask.places)}"
    var starts = [#"(?:\+\#(gap))?\#(spaced(mask.country))"#]
    if !mask.trunk.isEmpty { starts.append(spaced(mask.trunk)) }
    return ["^(?:[Tt][Ee][Ll]:)?\(gap)(?:\(starts.joined(separator: "|")))?\(own)$"]
  }

  private static let noControls =
    #"^[^\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]*$"#
}
