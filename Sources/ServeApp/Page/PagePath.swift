import Accounts
import HTTP

/// The paths of the page, behind its address.
enum PagePath: Sendable, Hashable {
  /// The address itself, if there is a login: who is logged in.
  case home
  case login
  case logout
  /// The form in which somebody changes their profile.
  case edit
  /// The form for everybody to set a new password; without a login it is at the address itself.
  case password
  /// The link of an invitation.
  case link(name: String, code: String)
  /// The page after a password was set; with the day from which one can log in, if that is later.
  case done(CalendarDay?)

  /// - Parameters:
  ///   - path: as it was sent, percent-encoded.
  ///   - base: the path of the address, with a slash at both ends.
  init?(_ path: String, under base: String, hasLogin: Bool) {
    guard path.hasPrefix(base) else { return nil }
    let rest = path.dropFirst(base.count)
    switch rest {
    case "": self = hasLogin ? .home : .password
    case "in" where hasLogin: self = .login
    case "out" where hasLogin: self = .logout
    case "edit" where hasLogin: self = .edit
    case "password" where hasLogin: self = .password
    case "done" where !hasLogin: self = .done(nil)
    default:
      if rest.hasPrefix("done/") {
        let text = String(rest.dropFirst(5))
        guard let day = CalendarDay(text), day.description == text else { return nil }
        self = .done(day)
      } else {
        self.init(link: rest)
      }
    }
  }

  /// The code is the last part, the name all before it. A name that nobody can have does not count:
  /// the page would show a stranger's words.
  private init?(link rest: Substring) {
    guard rest.hasPrefix("i/"), let slash = rest.lastIndex(of: "/"), slash > rest.startIndex,
      let code = PercentEncoding.text(rest[rest.index(after: slash)...])
    else { return nil }
    if !code.isEmpty, let name = PercentEncoding.text(rest[..<slash].dropFirst(2)),
      (try? EmailAddress(name)) != nil || (try? Username(name)) != nil
    {
      self = .link(name: name, code: code)
    } else {
      // Something behind the code, with a slash before it.
      guard code.allSatisfy(Self.isAppended) else { return nil }
      self.init(link: rest[..<slash])
    }
  }

  /// The code without what mail programs and people write behind a link, in the order in which to
  /// try.
  var shorterCodes: [String] {
    guard case .link(_, let code) = self else { return [] }
    let appended = code.reversed().prefix(while: Self.isAppended).count
    let counts = Array(1...3).filter { $0 < appended } + [appended]
    return counts.filter { $0 > 0 && $0 < code.count }.map { String(code.dropLast($0)) }
  }

  private static func isAppended(_ character: Character) -> Bool {
    character.isWhitespace || ".,;:!?)]}>\"'*_~/…’”»".contains(character)
  }

  /// The name that a link is for.
  var name: String? { if case .link(let name, _) = self { name } else { nil } }

  /// Whether something can be posted there.
  var hasForm: Bool {
    switch self {
    case .login, .logout, .edit, .password, .link: true
    case .home, .done: false
    }
  }

  /// The keys that its query may have.
  var keys: Set<PageQuery.Key> {
    switch self {
    case .login, .password: PageQuery.way
    case .logout: [.code, .language]
    case .home, .edit, .link, .done: [.language]
    }
  }
}
