package import LosslessJSON
import TextTools

extension Rulebook {
  /// Reads the `rules` of an accounts file; the rulebook is nil if there are problems.
  package static func read(
    _ value: JSONValue, in document: JSONDocument
  ) -> (rulebook: Rulebook?, problems: [LocatedProblem], cautions: [LocatedProblem]) {
    var reader = RulebookReader(document: document)
    let rulebook = reader.read(value)
    return (reader.problems.isEmpty ? rulebook : nil, reader.problems, reader.cautions)
  }
}

/// Reads a rulebook from the `rules` of an accounts file, and reports every problem with its place.
/// An unknown key is a problem: a misspelt rule must not be ignored.
struct RulebookReader {
  let document: JSONDocument
  private var rulebook = Rulebook()
  var problems: [LocatedProblem] = []
  /// What is out of force, since its key begins as people's own do.
  var cautions: [LocatedProblem] = []
  /// True if there are keys that begin as people's own do.
  var hasOwnKeys = false
  /// The places that declare a field optional, which may turn out to be the key.
  private var optional: [Field: JSONValue] = [:]
  /// True if the text says a rule of a field.
  private var saysRule = false
  /// The cost, checked last: the scheme, which may follow it, sets the range.
  private var cost: JSONValue?
  /// The built-in rulebook named by `from`; written keys override it, and null resets one.
  private var base: Rulebook?
  var hostGroups: [(group: String, value: JSONValue)] = []
  /// The values that null resets keys to.
  private let defaults: Rulebook

  fileprivate init(document: JSONDocument) {
    self.document = document
    // The consequences of the key are applied once the key has been read.
    rulebook[.email].required = false
    rulebook.login.by = []
    defaults = rulebook
  }

  fileprivate mutating func read(_ value: JSONValue) -> Rulebook? {
    if value.kind == .string {
      let name = document.string(value) ?? ""
      guard let builtIn = Rulebook.builtIn(name) else {
        report("rules", .rulebook(.knownRulebook(name)), value)
        return nil
      }
      return builtIn
    }
    guard value.kind == .object else {
      report("rules", .rulebook(.rulebookIsTextOrObject), value)
      return nil
    }
    begin(value)
    read(value, at: "rules")
    // A rulebook that says nothing would be the laxest one.
    if base == nil, !saysRule, problems.isEmpty {
      report("rules", .rulebook(.whichBeginning), value)
    }
    rulebook.normalise()
    if base != nil || hasOwnKeys, let written = document.literal(value) {
      rulebook.origin = RulebookOrigin(
        name: base?.name, written: written, hasOwnKeys: hasOwnKeys)
    }
    return rulebook
  }

  /// Starts from the rulebook named by `from`, if any.
  private mutating func begin(_ value: JSONValue) {
    guard let from = document.value(for: JSONKey(RuleKey.from), in: value) else { return }
    let path = "rules.\(RuleKey.from)"
    guard let name = document.string(from) else {
      return report(path, .rulebook(.choice(Rulebook.builtIns.map(\.name))), from)
    }
    guard let builtIn = Rulebook.builtIn(name) else {
      return report(path, .rulebook(.knownRulebook(name)), from)
    }
    (base, rulebook) = (builtIn, builtIn)
  }

  private mutating func reset(_ path: String) {
    for key in RuleKey.all where key.path == path || key.isIn(path) {
      key.copy(from: defaults, to: &rulebook)
    }
  }

  /// Reads the object at a path, with the objects in it.
  private mutating func read(_ value: JSONValue, at path: String) {
    guard value.kind == .object else { return report(path, .rulebook(.object), value) }
    // A mask that is written does not inherit the trunk prefix of another one.
    if let field = RuleKey.field(at: path), document.value(for: JSONKey("mask"), in: value) != nil {
      rulebook[field].phone.mask = defaults[field].phone.mask
    }
    // It holds known names only, so that it stays short.
    var seen: [String] = []
    for member in document.members(of: value) {
      guard let name = document.string(member.key) else {
        report(path, .field(.wholeUnicode), member.key)
        continue
      }
      if passesOver(name, RuleKey.known(in: path), at: path, member) { continue }
      let inner = "\(path).\(name)"
      let key = RuleKey.at(inner)
      // With a dot in it, a name would be a path.
      let isKnown =
        !name.utf8.contains(UInt8(ascii: "."))
        && (key != nil || inner == "rules.\(RuleKey.from)"
          || RuleKey.all.contains { $0.isIn(inner) })
      if !isKnown {
        let near = nearest(to: name, in: RuleKey.known(in: path))
        report(inner, .rulebook(.knownKey(suggestion: near)), member.key)
      } else if seen.contains(name) {
        report(inner, .field(.once), member.key)
      } else {
        seen.append(name)
        if inner == "rules.\(RuleKey.from)" { continue }
        if base != nil || key?.mayBeNull == true, member.value.kind == .null {
          reset(inner)
        } else if let key {
          read(key, member.value)
        } else {
          read(member.value, at: inner)
        }
      }
    }
    checkTogether(path, seen, value)
  }

  private mutating func read(_ key: RuleKey, _ value: JSONValue) {
    // `own` says who chooses a name, and nothing of what it must be.
    saysRule = saysRule || key.field != nil && !key.isOwn
    switch key.form {
    case .text(let place):
      if let text = text(key, value) { rulebook[place] = text }
    case .flag(let place):
      guard let flag = flag(key, value) else { return }
      rulebook[place] = flag
      if !flag, let field = key.field, key.path == RuleKey.path(field, RuleKey.required) {
        optional[field] = value
      }
    case .alwaysTrue:
      if flag(key, value) == false {
        report(key.path, .rulebook(.mustBeRequired(asOnlyLogin: false)), value)
      }
    case .count(let range, let place):
      if let number = number(key, range, value) { rulebook[place] = number }
    case .limit(let range, let place):
      if let number = number(key, range, value) { rulebook[place] = number }
    case .path(let place):
      guard let text = text(key, value) else { return }
      if text.isEmpty { return report(key.path, .rulebook(.notEmpty), value) }
      rulebook[place] = text
    case .address(let place):
      guard let text = text(key, value) else { return }
      guard let address = ServeAddress(text) else {
        return report(key.path, .rulebook(.serveAddress), value)
      }
      rulebook[place] = address
    case .hosts(let place):
      if let hosts = hosts(key, value) { rulebook[place] = hosts }
    case .link(let place):
      guard let text = text(key, value) else { return }
      guard let link = ServeAddress.link(text) else {
        return report(key.path, .rulebook(.webAddress), value)
      }
      rulebook[place] = link
    case .line(let most, let place):
      guard let text = text(key, value) else { return }
      if text.isEmpty { return report(key.path, .rulebook(.notEmpty), value) }
      guard text.count <= most else {
        return report(key.path, .rulebook(.atMostCharacters(most)), value)
      }
      rulebook[place] = text
    case .texts(let place, let fault):
      guard value.kind == .array else {
        return report(key.path, .field(.listOfTexts), value)
      }
      if document.elements(of: value).isEmpty { report(key.path, .rulebook(.emptyList), value) }
      rulebook[place] = document.elements(of: value).compactMap { element in
        guard let text = text(key, element) else { return nil }
        guard let rule = fault(text) else { return text }
        report(key.path, .field(rule), element)
        return nil
      }
    case .choice(let choice):
      guard let word = document.string(value), choice.choose(&rulebook, word) else {
        return report(key.path, .rulebook(.choice(choice.words)), value)
      }
    case .fields(let fields, let place):
      let values = value.kind == .array ? Array(document.elements(of: value)) : [value]
      if values.isEmpty { report(key.path, .rulebook(.emptyList), value) }
      var named: [Field] = []
      for value in values {
        guard let field = document.string(value).flatMap(Field.init(_:)), fields.contains(field)
        else {
          report(key.path, .rulebook(.choice(fields.map(\.key))), value)
          continue
        }
        if named.contains(field) {
          report(key.path, .rulebook(.eachOnce(field.key)), value)
        }
        named.append(field)
      }
      rulebook[place] = named
    case .cost: cost = value
    case .mask(let place):
      guard let text = text(key, value) else { return }
      let isAnyNumber = text == PhoneMask.digits.text
      let mask = isAnyNumber ? .digits : PhoneMask(text, trunk: rulebook[place].trunk)
      guard let mask else { return report(key.path, .rulebook(.mask), value) }
      rulebook[place] = mask
    case .trunk(let place):
      guard let trunk = text(key, value) else { return }
      guard let mask = PhoneMask(rulebook[place].text, trunk: trunk) else {
        return report(key.path, .rulebook(.trunk), value)
      }
      rulebook[place] = mask
    }
  }

  private mutating func flag(_ key: RuleKey, _ value: JSONValue) -> Bool? {
    let flag = document.bool(value)
    if flag == nil { report(key.path, .rulebook(.boolean), value) }
    return flag
  }

  private mutating func number(
    _ key: RuleKey, _ range: ClosedRange<Int>, _ value: JSONValue
  ) -> Int? {
    if let number = document.number(value).flatMap({ Int($0) }), range.contains(number) {
      return number
    }
    report(key.path, .rulebook(.count(range)), value)
    return nil
  }

  private mutating func text(_ key: RuleKey, _ value: JSONValue) -> String? {
    text(at: key.path, value)
  }

  mutating func text(at path: String, _ value: JSONValue) -> String? {
    guard let text = document.string(value) else {
      report(path, .field(.text), value)
      return nil
    }
    if let culprit = text.firstForbiddenScalar {
      report(path, .field(.noControlCharacters(culprit)), value)
      return nil
    }
    return text
  }

  /// Checks constraints between keys of the object at a path.
  private mutating func checkTogether(_ path: String, _ seen: [String], _ value: JSONValue) {
    switch path {
    case "rules":
      if let value = optional[rulebook.key] {
        let path = RuleKey.path(rulebook.key, RuleKey.required)
        report(path, .rulebook(.mustBeRequired(asOnlyLogin: false)), value)
      }
      let by = rulebook.login.by
      // The only field for login must be required.
      if let field = by.first, by.count == 1, field != rulebook.key, !rulebook.requires(field) {
        report(
          RuleKey.path(field, RuleKey.required), .rulebook(.mustBeRequired(asOnlyLogin: true)),
          value)
      }
      if !by.isEmpty, !by.contains(rulebook.key), rulebook.login.unknown == .create {
        report(RulebookKey.loginUnknown.rawValue, .rulebook(.createNeedsKey), value)
      }
      let allowed = rulebook[.groups].list.allowed
      for (group, value) in hostGroups where !allowed.isEmpty {
        guard !allowed.contains(where: { sameText($0, group) }) else { continue }
        report(
          "\(RulebookKey.serveHosts.rawValue).groups",
          .field(.allowedGroup(group, among: allowed)), value)
      }
    case "rules.serve":
      guard let url = rulebook.serve.url else { break }
      do throws(GuardedHostFault) { try rulebook.serve.hosts.check(page: url) } catch {
        report(RulebookKey.serveHosts.rawValue, .rulebook(.guardedHosts(error)), value)
      }
    default:
      if let field = RuleKey.field(at: path) { checkTogether(field, path, seen, value) }
    }
  }

  /// Checks constraints between the rules of a field.
  private mutating func checkTogether(
    _ field: Field, _ path: String, _ seen: [String], _ value: JSONValue
  ) {
    if case .password(let rule) = rulebook[field].kind {
      let hash = RuleKey.path(field, "hash")
      let isKnown = !problems.contains { $0.subject == .key(hash) }
      if isKnown, let cost, let key = RuleKey.at(RuleKey.path(field, "cost")),
        let number = number(key, rule.hash.costs, cost)
      {
        rulebook[field].password.cost = number
      }
    }
    if case .phone(let rule) = rulebook[field].kind {
      let trunk = document.value(for: JSONKey("trunk"), in: value)
      // Numbers of any country have none, whichever of the two keys comes first.
      if rule.mask == .digits, let trunk, let text = document.string(trunk), !text.isEmpty,
        !problems.contains(where: { $0.rule == .rulebook(.trunk) })
      {
        report(RuleKey.path(field, "trunk"), .rulebook(.trunk), trunk)
      }
      // Another country's mask does not inherit the trunk prefix of the default one.
      if rule.mask.text != PhoneRule().mask.text, !seen.contains("trunk") {
        rulebook[field].phone.mask = PhoneMask(checked: rule.mask.text, trunk: "")
      }
    }
    if let rule = rulebook[field].kind.contradiction { report(path, .rulebook(rule), value) }
  }

  mutating func report(_ path: String, _ rule: Rule, _ value: JSONValue) {
    problems.append(LocatedProblem(.key(path), rule, at: value.range.lowerBound))
  }
}
