import LosslessJSON

/// Reads a rulebook from the `rules` of an accounts file and tells everything that is wrong with
/// it, each with its place: a misspelt key that went unnoticed would be a rule that nobody keeps.
struct RulebookReader {
  private let document: JSONDocument
  private(set) var problems: [LocatedProblem] = []

  /// The rulebook that a value names or is, or nil where `problems` says what is wrong with it.
  static func read(_ value: JSONValue, in document: JSONDocument) -> (Rulebook?, [LocatedProblem]) {
    var reader = RulebookReader(document: document)
    let rulebook = reader.rulebook(value)
    return (reader.problems.isEmpty ? rulebook : nil, reader.problems)
  }

  private init(document: JSONDocument) { self.document = document }

  private mutating func rulebook(_ value: JSONValue) -> Rulebook? {
    if value.kind == .string {
      let name = document.string(value) ?? ""
      guard let builtIn = Rulebook.builtIn(name) else {
        report("rules", .knownRulebook(name), value)
        return nil
      }
      return builtIn
    }
    guard value.kind == .object else {
      report("rules", .rulebookIsTextOrObject, value)
      return nil
    }
    var rulebook = Rulebook()
    read(value, at: "rules", keys: ["name", "login", "fields"]) { reader, key, path, value in
      switch key {
      case "name": reader.take(&rulebook.name, path, value)
      case "login": reader.login(&rulebook.login, path, value)
      default: reader.fields(&rulebook.fields, path, value)
      }
    }
    checkTogether(rulebook, value)
    return rulebook
  }

  private mutating func login(_ login: inout Rulebook.Login, _ path: String, _ value: JSONValue) {
    let keys = ["by", "unknown", "opensOnlyAccount", "upgradesHashes"]
    read(value, at: path, keys: keys) { reader, key, path, value in
      switch key {
      case "by": reader.take(&login.by, path, value)
      case "unknown": reader.take(&login.unknown, path, value)
      case "opensOnlyAccount": reader.take(&login.opensOnlyAccount, path, value)
      default: reader.take(&login.upgradesHashes, path, value)
      }
    }
  }

  private mutating func fields(
    _ fields: inout Rulebook.Fields, _ path: String, _ value: JSONValue
  ) {
    read(value, at: path, keys: Field.allCases.map(\.rawValue)) { reader, key, path, value in
      switch Field(rawValue: key) {
      case .email: reader.email(&fields.email, path, value)
      case .password: reader.password(&fields.password, path, value)
      case .firstName: reader.name(&fields.firstName, path, value)
      case .lastName: reader.name(&fields.lastName, path, value)
      case .birthDate: reader.birthDate(&fields.birthDate, path, value)
      case .phone: reader.phone(&fields.phone, path, value)
      case nil: break
      }
    }
  }

  private mutating func email(_ rule: inout EmailRule, _ path: String, _ value: JSONValue) {
    let keys = ["required", "beforeAt", "firstLabel", "afterDot"]
    read(value, at: path, keys: keys) { reader, key, path, value in
      switch key {
      case "required": reader.takeTrue(&rule.required, path, value)
      case "beforeAt": reader.take(&rule.beforeAt, 1...64, path, value)
      case "firstLabel": reader.take(&rule.firstLabel, 1...63, path, value)
      default: reader.take(&rule.afterDot, 2...252, path, value)
      }
    }
  }

  private mutating func password(_ rule: inout PasswordRule, _ path: String, _ value: JSONValue) {
    let keys = [
      "required", "characters", "letters", "digits", "lowercase", "uppercase",
      "onlyLettersAndDigits",
    ]
    let counts = 0...PasswordText.maximumBytes
    read(value, at: path, keys: keys) { reader, key, path, value in
      switch key {
      case "required": reader.takeTrue(&rule.required, path, value)
      case "characters": reader.take(&rule.characters, 1...counts.upperBound, path, value)
      case "letters": reader.take(&rule.letters, counts, path, value)
      case "digits": reader.take(&rule.digits, counts, path, value)
      case "lowercase": reader.take(&rule.lowercase, counts, path, value)
      case "uppercase": reader.take(&rule.uppercase, counts, path, value)
      default: reader.take(&rule.onlyLettersAndDigits, path, value)
      }
    }
  }

  private mutating func name(_ rule: inout NameRule, _ path: String, _ value: JSONValue) {
    read(value, at: path, keys: ["required", "letters"]) { reader, key, path, value in
      switch key {
      case "required": reader.take(&rule.required, path, value)
      default: reader.take(&rule.letters, path, value)
      }
    }
  }

  private mutating func birthDate(_ rule: inout BirthDateRule, _ path: String, _ value: JSONValue) {
    let ages = 0...BirthDate.greatestAge
    read(value, at: path, keys: ["required", "minimumAge", "maximumAge"]) {
      reader, key, path, value in
      switch key {
      case "required": reader.take(&rule.required, path, value)
      case "minimumAge": reader.take(&rule.minimumAge, ages, path, value)
      default: reader.take(&rule.maximumAge, ages, path, value)
      }
    }
    if rule.minimumAge > rule.maximumAge { report(path, .ageOrder, value) }
  }

  private mutating func phone(_ rule: inout PhoneRule, _ path: String, _ value: JSONValue) {
    var mask = rule.mask.text
    var trunk = rule.mask.trunk
    var trunkIsGiven = false
    read(value, at: path, keys: ["required", "mask", "trunk"]) { reader, key, path, value in
      switch key {
      case "required": reader.take(&rule.required, path, value)
      case "mask":
        reader.take(&mask, path, value)
        if value.kind == .string, PhoneMask(mask) == nil { reader.report(path, .mask, value) }
      default:
        reader.take(&trunk, path, value)
        trunkIsGiven = true
        if value.kind == .string, PhoneMask("*", trunk: trunk) == nil {
          reader.report(path, .trunk, value)
        }
      }
    }
    // Another country's mask does not inherit the trunk prefix of ours.
    if mask != rule.mask.text, !trunkIsGiven { trunk = "" }
    if let read = PhoneMask(mask, trunk: trunk) { rule.mask = read }
  }

  /// What no key alone shows: who logs in by first name must have one.
  private mutating func checkTogether(_ rulebook: Rulebook, _ value: JSONValue) {
    if rulebook.login.by == .firstName, !rulebook.fields.firstName.required {
      report("rules.fields.firstName.required", .mustBeRequired, value)
    }
  }
}

extension RulebookReader {
  private mutating func report(_ path: String, _ rule: Rule, _ value: JSONValue) {
    problems.append(LocatedProblem(.key(path), rule, at: value.range.lowerBound))
  }

  private mutating func read(
    _ value: JSONValue, at path: String, keys: [String],
    _ body: (inout RulebookReader, String, String, JSONValue) -> Void
  ) {
    guard value.kind == .object else { return report(path, .object, value) }
    // Of `keys` only, so that it stays short.
    var seen: [String] = []
    for member in document.members(of: value) {
      let key = document.string(member.key) ?? ""
      let memberPath = "\(path).\(key)"
      if !keys.contains(key) {
        report(memberPath, .knownKey(suggestion: nearest(to: key, in: keys)), member.key)
      } else if seen.contains(key) {
        report(memberPath, .once, member.key)
      } else {
        seen.append(key)
        body(&self, key, memberPath, member.value)
      }
    }
  }

  private mutating func take(_ target: inout Bool, _ path: String, _ value: JSONValue) {
    guard let bool = document.bool(value) else { return report(path, .boolean, value) }
    target = bool
  }

  private mutating func takeTrue(_ target: inout Bool, _ path: String, _ value: JSONValue) {
    take(&target, path, value)
    if document.bool(value) == false { report(path, .mustBeRequired, value) }
  }

  private mutating func take(_ target: inout String, _ path: String, _ value: JSONValue) {
    guard let text = document.string(value) else { return report(path, .text, value) }
    if let culprit = text.firstForbiddenScalar {
      return report(path, .noControlCharacters(culprit), value)
    }
    target = text
  }

  private mutating func take(
    _ target: inout Int, _ range: ClosedRange<Int>, _ path: String, _ value: JSONValue
  ) {
    guard let number = document.number(value).flatMap({ Int($0) }), range.contains(number) else {
      return report(path, .count(range), value)
    }
    target = number
  }

  private mutating func take<Choice: RawRepresentable<String> & CaseIterable>(
    _ target: inout Choice, _ path: String, _ value: JSONValue
  ) {
    guard let choice = document.string(value).flatMap({ Choice(rawValue: $0) }) else {
      return report(path, .choice(Choice.allCases.map(\.rawValue)), value)
    }
    target = choice
  }
}
