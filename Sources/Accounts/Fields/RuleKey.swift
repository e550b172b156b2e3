import LosslessJSON

/// A key of a rulebook: its path in an accounts file, and the form and place of its value. Reader,
/// JSON and schema are loops over all of them.
package struct RuleKey: Sendable {
  package let path: String
  /// The field whose rule it is; nil for a rule of the whole.
  let field: Field?
  let form: Form

  /// All keys, in the order of writing.
  package static let all =
    RulebookKey.allCases.map { RuleKey(path: $0.rawValue, field: nil, form: $0.form) }
    + BuiltInFields.rows.flatMap(\.keys)

  /// The key at a path; nil if none is there.
  static func at(_ path: String) -> RuleKey? { all.first { $0.path == path } }

  /// The field whose rules are at a path; nil for another path.
  static func field(at path: String) -> Field? {
    Field.allCases.first { path == "\(fields).\($0.key)" }
  }

  /// The path of a rule of a field.
  package static func path(_ field: Field, _ name: String) -> String {
    "\(fields).\(field.key).\(name)"
  }

  package static var blocklistFile: String { path(.password, "blocklistFile") }

  /// Where the fields are.
  static let fields = "rules.fields"
  static let (required, own) = ("required", "own")

  /// Whether it says who may change the field, and nothing of what the field must be.
  var isOwn: Bool { field.map { path == Self.path($0, Self.own) } ?? false }

  /// Whether null is as not written, also in a rulebook that extends none.
  var mayBeNull: Bool { isOwn || path == RulebookKey.serveHosts.rawValue }

  /// What a value of a key may be.
  enum Form: Sendable {
    case text(Place<String>)
    case flag(Place<Bool>)
    /// A flag that no rulebook may turn off.
    case alwaysTrue(Place<Bool>)
    case count(ClosedRange<Int>, Place<Int>)
    /// An optional count; without it, there is no limit.
    case limit(ClosedRange<Int>, Place<Int?>)
    /// An optional path.
    case path(Place<String?>)
    /// An optional address of the page.
    case address(Place<ServeAddress?>)
    /// The hosts that are guarded.
    case hosts(Place<GuardedHosts>)
    /// An optional address of any page: `https://…` or `http://…`.
    case link(Place<String?>)
    /// An optional text of at most so many characters.
    case line(Int, Place<String?>)
    /// Texts, and the rule that a text breaks.
    case texts(Place<[String]>, fault: @Sendable (String) -> FieldRule?)
    case choice(Choice)
    /// Fields, as a text or an array of texts.
    case fields([Field], Place<[Field]>)
    /// The cost of new hashes; the scheme sets the range.
    case cost(Place<PasswordRule>)
    /// The form of a phone number, and the prefix that may replace its country's digits.
    case mask(Place<PhoneMask>)
    case trunk(Place<PhoneMask>)
  }

  /// The place of a value in a rulebook.
  struct Place<Value: Sendable>: Sendable {
    fileprivate let get: @Sendable (Rulebook) -> Value
    fileprivate let set: @Sendable (inout Rulebook, Value) -> Void

    init(_ path: any WritableKeyPath<Rulebook, Value> & Sendable) {
      get = { $0[keyPath: path] }
      set = { $0[keyPath: path] = $1 }
    }

    /// A place in the row of a field.
    init(_ path: any WritableKeyPath<FieldSpec, Value> & Sendable, of field: Field) {
      get = { $0[field][keyPath: path] }
      set = { $0[field][keyPath: path] = $1 }
    }
  }

  /// One of several words.
  struct Choice: Sendable {
    let words: [String]
    let word: @Sendable (Rulebook) -> String
    /// Sets the value for a word; returns false for an unknown word.
    let choose: @Sendable (inout Rulebook, String) -> Bool

    init<Value: SendableMetatype & Sendable>(
      _ place: Place<Value>, _ words: [String], _ word: @escaping @Sendable (Value) -> String,
      _ value: @escaping @Sendable (String) -> Value?
    ) {
      self.words = words
      self.word = { word($0[place]) }
      choose = { rulebook, word in
        guard words.contains(word), let value = value(word) else { return false }
        rulebook[place] = value
        return true
      }
    }

    init<Value>(_ place: Place<Value>)
    where Value: RawRepresentable<String> & CaseIterable & SendableMetatype & Sendable {
      self.init(place, Value.allCases.map(\.rawValue), { $0.rawValue }, { Value(rawValue: $0) })
    }
  }

  /// Copies the key's value from one rulebook to another.
  func copy(from source: Rulebook, to target: inout Rulebook) {
    switch form {
    case .text(let place): target[place] = source[place]
    case .flag(let place), .alwaysTrue(let place): target[place] = source[place]
    case .count(_, let place): target[place] = source[place]
    case .limit(_, let place): target[place] = source[place]
    case .path(let place), .link(let place), .line(_, let place): target[place] = source[place]
    case .address(let place): target[place] = source[place]
    case .hosts(let place): target[place] = source[place]
    case .texts(let place, _): target[place] = source[place]
    case .choice(let choice): _ = choice.choose(&target, choice.word(source))
    case .fields(_, let place): target[place] = source[place]
    case .cost(let place): target[place].cost = target[place].hash.usualCost
    case .mask(let place): target[place] = source[place]
    case .trunk(let place):
      let (mask, usual) = (target[place], source[place])
      target[place] = mask.text == usual.text ? usual : PhoneMask(mask.text, trunk: "") ?? mask
    }
  }
}

extension Rulebook {
  subscript<Value>(place: RuleKey.Place<Value>) -> Value {
    get { place.get(self) }
    set { place.set(&self, newValue) }
  }
}

extension FieldSpec {
  /// The keys of its rules in a rulebook.
  fileprivate var keys: [RuleKey] {
    let need: [(String, RuleKey.Form)] =
      switch says {
      case .name, .person:
        [(RuleKey.required, .flag(at(\.required))), (RuleKey.own, .flag(at(\.own)))]
      case .access: []
      }
    return (need + keysOfKind).map { name, form in
      RuleKey(path: RuleKey.path(field, name), field: field, form: form)
    }
  }

  private var keysOfKind: [(String, RuleKey.Form)] {
    let most = PasswordText.maximumBytes
    return switch kind {
    case .email:
      [
        ("beforeAt", .count(1...64, at(\.email.beforeAt))),
        ("firstLabel", .count(1...63, at(\.email.firstLabel))),
        ("afterDot", .count(2...252, at(\.email.afterDot))),
        ("maximumCharacters", .limit(1...EmailAddress.maximumBytes, at(\.email.maximumCharacters))),
        ("domains", .texts(at(\.email.domains)) { EmailRule.fault(inDomain: $0) }),
      ]
    case .password:
      [
        // Nobody could log in to an account without one.
        (RuleKey.required, .alwaysTrue(at(\.required))),
        ("characters", .count(1...most, at(\.password.characters))),
        ("maximumCharacters", .limit(1...most, at(\.password.maximumCharacters))),
        ("letters", .count(0...most, at(\.password.letters))),
        ("digits", .count(0...most, at(\.password.digits))),
        ("lowercase", .count(0...most, at(\.password.lowercase))),
        ("uppercase", .count(0...most, at(\.password.uppercase))),
        ("onlyLettersAndDigits", .flag(at(\.password.onlyLettersAndDigits))),
        ("notOwnNames", .flag(at(\.password.notOwnNames))),
        ("blocklist", .flag(at(\.password.blocklist))),
        ("blocklistFile", .path(at(\.password.blocklistFile))),
        ("hash", .choice(RuleKey.Choice(at(\.password.hash)))),
        ("cost", .cost(at(\.password))),
      ]
    case .text:
      [
        ("letters", .choice(RuleKey.Choice(at(\.text.letters)))),
        ("maximumCharacters", .limit(1...1000, at(\.text.maximumCharacters))),
      ]
    case .birthDay:
      [
        ("minimumAge", .count(0...BirthDate.greatestAge, at(\.age.minimumAge))),
        ("maximumAge", .count(0...BirthDate.greatestAge, at(\.age.maximumAge))),
      ]
    case .phone: [("mask", .mask(at(\.phone.mask))), ("trunk", .trunk(at(\.phone.mask)))]
    case .list:
      [("allowed", .texts(at(\.list.allowed)) { ListRule.brokenRule(name: $0.utf8.span) })]
    case .username, .day, .yesNo, .lock, .id: []
    }
  }

  private func at<Value>(
    _ path: any WritableKeyPath<FieldSpec, Value> & Sendable
  ) -> RuleKey.Place<Value> {
    RuleKey.Place(path, of: field)
  }
}

extension RuleKey {
  /// The keys in the object at a path, such as `rules.login`, and in the objects in it.
  package static func keys(in path: String) -> [RuleKey] {
    all.filter { $0.isIn(path) }
  }

  /// True if the key is in the object at a path, at any depth.
  func isIn(_ object: String) -> Bool {
    let rest = path.utf8.dropFirst(object.utf8.count)
    return rest.first == UInt8(ascii: ".") && path.utf8.starts(with: object.utf8)
  }

  /// The names in an entry of the hosts.
  static let namesOfHost = ["host", "groups", "from", "subject"]

  /// The key that names the rulebook on which a text builds.
  package static let from = "from"

  /// The names that a text may write in the object at a path: `from` is no key of a rulebook.
  package static func known(in path: String) -> [String] {
    names(in: path) + (path == "rules" ? [from] : [])
  }

  /// The names in the object at a path, each of a key or of an object of more keys.
  package static func names(in path: String) -> [String] {
    if path == RulebookKey.serveHosts.rawValue { return namesOfHost }
    return keys(in: path).reduce(into: []) { names, key in
      let rest = key.path.utf8.dropFirst(path.utf8.count + 1)
      let name = String(Substring(rest.prefix { $0 != UInt8(ascii: ".") }))
      if names.last != name { names.append(name) }
    }
  }
}
