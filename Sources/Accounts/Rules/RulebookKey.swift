/// The keys of a rulebook that are rules of the whole, by their paths in an accounts file, in the
/// order of writing. The rules of a field are of its kind: see `RuleKey`.
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

  /// The values of a key, and their place in a rulebook.
  var form: RuleKey.Form {
    switch self {
    case .name: .text(.init(\.name))
    case .key: .choice(.init(.init(\.key), Field.keys.map(\.key), { $0.key }, { Field($0) }))
    case .loginBy: .fields(Field.logins, .init(\.login.by))
    case .loginUnknown: .choice(.init(.init(\.login.unknown)))
    case .loginOpensOnlyAccount: .flag(.init(\.login.opensOnlyAccount))
    case .loginUpgradesHashes: .flag(.init(\.login.upgradesHashes))
    case .loginLog: .flag(.init(\.login.log))
    case .loginChangeGenerated: .flag(.init(\.login.changeGenerated))
    case .serveURL: .address(.init(\.serve.url))
    case .serveHosts: .hosts(.init(\.serve.hosts))
    case .serveHome: .link(.init(\.serve.home))
    case .serveTitle: .line(Rulebook.Serve.longestTitle, .init(\.serve.title))
    case .serveNote: .line(Rulebook.Serve.longestNote, .init(\.serve.note))
    case .sessionsIdleHours: .count(1...72, .init(\.sessions.idleHours))
    case .sessionsHours: .count(1...168, .init(\.sessions.hours))
    case .sessionsDays: .count(0...90, .init(\.sessions.days))
    }
  }
}

extension RulebookKey {
  /// The keys in the object at a path, such as `rules.login`.
  package static func keys(in path: String) -> [RulebookKey] {
    allCases.filter { $0.rawValue.hasPrefix("\(path).") }
  }
}
