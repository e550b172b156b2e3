/// The keys of a rulebook by their paths in an accounts file, in the order of writing.
///
/// The only description of each key: its path, its values, and its place in a `Rulebook`. Reader
/// and JSON use this list; messages are a switch over it.
package enum RulebookKey: String, CaseIterable, Sendable {
  case name = "rules.name"
  case key = "rules.key"
  case loginBy = "rules.login.by"
  case loginUnknown = "rules.login.unknown"
  case loginOpensOnlyAccount = "rules.login.opensOnlyAccount"
  case loginUpgradesHashes = "rules.login.upgradesHashes"
  case loginLog = "rules.login.log"
  case loginChangeGenerated = "rules.login.changeGenerated"
  case serveURL = "rules.serve.url"
  case serveHosts = "rules.serve.hosts"
  case serveHome = "rules.serve.home"
  case serveTitle = "rules.serve.title"
  case serveNote = "rules.serve.note"
  case sessionsIdleHours = "rules.sessions.idleHours"
  case sessionsHours = "rules.sessions.hours"
  case sessionsDays = "rules.sessions.days"
  case emailRequired = "rules.fields.email.required"
  case emailOwn = "rules.fields.email.own"
  case emailBeforeAt = "rules.fields.email.beforeAt"
  case emailFirstLabel = "rules.fields.email.firstLabel"
  case emailAfterDot = "rules.fields.email.afterDot"
  case emailMaximumCharacters = "rules.fields.email.maximumCharacters"
  case emailDomains = "rules.fields.email.domains"
  case usernameRequired = "rules.fields.username.required"
  case usernameOwn = "rules.fields.username.own"
  case passwordRequired = "rules.fields.password.required"
  case passwordCharacters = "rules.fields.password.characters"
  case passwordMaximumCharacters = "rules.fields.password.maximumCharacters"
  case passwordLetters = "rules.fields.password.letters"
  case passwordDigits = "rules.fields.password.digits"
  case passwordLowercase = "rules.fields.password.lowercase"
  case passwordUppercase = "rules.fields.password.uppercase"
  case passwordOnlyLettersAndDigits = "rules.fields.password.onlyLettersAndDigits"
  case passwordNotOwnNames = "rules.fields.password.notOwnNames"
  case passwordBlocklist = "rules.fields.password.blocklist"
  case passwordBlocklistFile = "rules.fields.password.blocklistFile"
  case passwordHash = "rules.fields.password.hash"
  case passwordCost = "rules.fields.password.cost"
  case firstNameRequired = "rules.fields.firstName.required"
  case firstNameLetters = "rules.fields.firstName.letters"
  case firstNameMaximumCharacters = "rules.fields.firstName.maximumCharacters"
  case lastNameRequired = "rules.fields.lastName.required"
  case lastNameLetters = "rules.fields.lastName.letters"
  case lastNameMaximumCharacters = "rules.fields.lastName.maximumCharacters"
  case birthDateRequired = "rules.fields.birthDate.required"
  case birthDateMinimumAge = "rules.fields.birthDate.minimumAge"
  case birthDateMaximumAge = "rules.fields.birthDate.maximumAge"
  case phoneRequired = "rules.fields.phone.required"
  case phoneMask = "rules.fields.phone.mask"
  case phoneTrunk = "rules.fields.phone.trunk"
  case groupsAllowed = "rules.fields.groups.allowed"

  /// The values of a key, and their place in a rulebook.
  var kind: Kind {
    switch self {
    case .name: .text(\.name)
    case .key: .choice(Choice(\.key, among: Field.keys))
    case .loginBy: .fields(Field.logins, \.login.by)
    case .loginUnknown: .choice(Choice(\.login.unknown))
    case .loginOpensOnlyAccount: .flag(\.login.opensOnlyAccount)
    case .loginUpgradesHashes: .flag(\.login.upgradesHashes)
    case .loginLog: .flag(\.login.log)
    case .loginChangeGenerated: .flag(\.login.changeGenerated)
    case .serveURL: .address(\.serve.url)
    case .serveHosts: .hosts(\.serve.hosts)
    case .serveHome: .link(\.serve.home)
    case .serveTitle: .line(Rulebook.Serve.longestTitle, \.serve.title)
    case .serveNote: .line(Rulebook.Serve.longestNote, \.serve.note)
    case .sessionsIdleHours: .count(1...72, \.sessions.idleHours)
    case .sessionsHours: .count(1...168, \.sessions.hours)
    case .sessionsDays: .count(0...90, \.sessions.days)
    case .emailRequired: .flag(\.fields.email.required)
    case .emailOwn: .flag(\.fields.email.own)
    case .emailBeforeAt: .count(1...64, \.fields.email.beforeAt)
    case .emailFirstLabel: .count(1...63, \.fields.email.firstLabel)
    case .emailAfterDot: .count(2...252, \.fields.email.afterDot)
    case .emailMaximumCharacters:
      .limit(1...EmailAddress.maximumBytes, \.fields.email.maximumCharacters)
    case .emailDomains: .texts(\.fields.email.domains) { EmailRule.fault(inDomain: $0) }
    case .usernameRequired: .flag(\.fields.username.required)
    case .usernameOwn: .flag(\.fields.username.own)
    case .passwordRequired: .alwaysTrue(\.fields.password.required)
    case .passwordCharacters: .count(1...PasswordText.maximumBytes, \.fields.password.characters)
    case .passwordMaximumCharacters:
      .limit(1...PasswordText.maximumBytes, \.fields.password.maximumCharacters)
    case .passwordLetters: .count(0...PasswordText.maximumBytes, \.fields.password.letters)
    case .passwordDigits: .count(0...PasswordText.maximumBytes, \.fields.password.digits)
    case .passwordLowercase: .count(0...PasswordText.maximumBytes, \.fields.password.lowercase)
    case .passwordUppercase: .count(0...PasswordText.maximumBytes, \.fields.password.uppercase)
    case .passwordOnlyLettersAndDigits: .flag(\.fields.password.onlyLettersAndDigits)
    case .passwordNotOwnNames: .flag(\.fields.password.notOwnNames)
    case .passwordBlocklist: .flag(\.fields.password.blocklist)
    case .passwordBlocklistFile: .path(\.fields.password.blocklistFile)
    case .passwordHash: .choice(Choice(\.fields.password.hash))
    case .passwordCost: .cost
    case .firstNameRequired: .flag(\.fields.firstName.required)
    case .firstNameLetters: .choice(Choice(\.fields.firstName.letters))
    case .firstNameMaximumCharacters: .limit(1...1000, \.fields.firstName.maximumCharacters)
    case .lastNameRequired: .flag(\.fields.lastName.required)
    case .lastNameLetters: .choice(Choice(\.fields.lastName.letters))
    case .lastNameMaximumCharacters: .limit(1...1000, \.fields.lastName.maximumCharacters)
    case .birthDateRequired: .flag(\.fields.birthDate.required)
    case .birthDateMinimumAge: .count(0...BirthDate.greatestAge, \.fields.birthDate.minimumAge)
    case .birthDateMaximumAge: .count(0...BirthDate.greatestAge, \.fields.birthDate.maximumAge)
    case .phoneRequired: .flag(\.fields.phone.required)
    case .phoneMask: .mask
    case .phoneTrunk: .trunk
    case .groupsAllowed:
      .texts(\.fields.groups.allowed) { GroupsRule.brokenRule(name: $0.utf8.span) }
    }
  }

  /// Whether null is as not written, also in a rulebook that extends none.
  var mayBeNull: Bool { [.emailOwn, .usernameOwn, .serveHosts].contains(self) }

  /// Copies a key's value from one rulebook to another.
  func copy(from source: Rulebook, to target: inout Rulebook) {
    switch kind {
    case .text(let place): target[keyPath: place] = source[keyPath: place]
    case .flag(let place), .alwaysTrue(let place): target[keyPath: place] = source[keyPath: place]
    case .count(_, let place): target[keyPath: place] = source[keyPath: place]
    case .limit(_, let place): target[keyPath: place] = source[keyPath: place]
    case .path(let place): target[keyPath: place] = source[keyPath: place]
    case .address(let place): target[keyPath: place] = source[keyPath: place]
    case .hosts(let place): target[keyPath: place] = source[keyPath: place]
    case .link(let place), .line(_, let place): target[keyPath: place] = source[keyPath: place]
    case .texts(let place, _): target[keyPath: place] = source[keyPath: place]
    case .choice(let choice): _ = choice.choose(&target, choice.word(source))
    case .fields(_, let place): target[keyPath: place] = source[keyPath: place]
    case .cost: target.fields.password.cost = target.fields.password.hash.usualCost
    case .mask: target.fields.phone.mask = source.fields.phone.mask
    case .trunk:
      let mask = target.fields.phone.mask
      let usual = source.fields.phone.mask
      target.fields.phone.mask =
        mask.text == usual.text ? usual : PhoneMask(mask.text, trunk: "") ?? mask
    }
  }

  enum Kind: Sendable {
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
    case cost
    /// The form of a phone number, and the prefix that may replace its country's digits.
    case mask, trunk
  }

  typealias Place<Value> = any WritableKeyPath<Rulebook, Value> & Sendable

  struct Choice: Sendable {
    let words: [String]
    let word: @Sendable (Rulebook) -> String
    /// Sets the value for a word; returns false for an unknown word.
    let choose: @Sendable (inout Rulebook, String) -> Bool

    init<Value>(_ place: Place<Value>, among values: [Value] = Array(Value.allCases))
    where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
      let words = values.map(\.rawValue)
      self.words = words
      word = { $0[keyPath: place].rawValue }
      choose = { rulebook, word in
        guard words.contains(word), let value = Value(rawValue: word) else { return false }
        rulebook[keyPath: place] = value
        return true
      }
    }
  }
}

extension RulebookKey {
  /// The keys in the object at a path, such as `rules.login`, and in the objects in it.
  package static func keys(in path: String) -> [RulebookKey] {
    allCases.filter { $0.isIn(path) }
  }

  /// True if the key is in the object at a path, at any depth.
  func isIn(_ path: String) -> Bool {
    let rest = rawValue.utf8.dropFirst(path.utf8.count)
    return rest.first == UInt8(ascii: ".") && rawValue.utf8.starts(with: path.utf8)
  }

  /// The names in the object at a path, each of a key or of an object of more keys.
  package static func names(in path: String) -> [String] {
    keys(in: path).reduce(into: []) { names, key in
      let rest = key.rawValue.utf8.dropFirst(path.utf8.count + 1)
      let name = String(Substring(rest.prefix { $0 != UInt8(ascii: ".") }))
      if names.last != name { names.append(name) }
    }
  }
}
