import Accounts
import LosslessJSON

/// What was left out of an export, or keeps an import from being done: problems, and what they add
/// up to.
struct ExchangeRefusal: Error {
  /// The file in which the problems have their places; nil where they have none.
  let path: String?
  let problems: [ExchangeProblem]
  let message: String
  let hint: String
}

/// A problem of an exchange, in words.
struct ExchangeProblem: Sendable {
  var field: String?
  let rule: String
  let message: String
  var place: JSONPlace?
  /// The account that it is about, where it is known.
  var email: String?

  init(_ fault: ExchangeFault, at place: JSONPlace, email: String? = nil) {
    if case .rule(let problem) = fault { field = problem.field }
    rule = fault.name
    message = fault.message
    self.place = place
    self.email = email
  }

  init(_ obstacle: ExportObstacle, email: String?) {
    if case .closed(let problem) = obstacle { field = problem?.field }
    rule = obstacle.name
    message = obstacle.message
    self.email = email
  }

  /// As a line on stderr.
  func line(_ path: String?, _ palette: Palette) -> String {
    guard let path else {
      let email = visible(email ?? "(no email)")
      return "regapp: \(palette.error("error:")) \(email) is left out: \(message)"
    }
    let place = place.map { "\($0.line):\($0.column):" } ?? ""
    return "\(visible(path)):\(place) \(palette.error("error:")) \(message)"
  }

  var json: JSONLiteral {
    var members: [JSONLiteral.Member] = [
      .init("field", field.map { .string($0) } ?? .null), .init("rule", .string(rule)),
      .init("message", .string(message)),
    ]
    if let email { members.append(.init("email", .string(email))) }
    if let place {
      members.append(.init("line", .integer(place.line)))
      members.append(.init("column", .integer(place.column)))
    }
    return .object(members)
  }
}

extension ExchangeFault {
  /// Its name for programs.
  var name: String {
    switch self {
    case .rule(let problem): problem.rule.name
    case .repeats: "repeats"
    case .exists, .existsClosed: "unique"
    case .notUTF8: "utf8"
    case .foreignHash: "foreignHash"
    case .bareHash: "bareHash"
    case .misleadingPassword: "misleadingPassword"
    case .noColon, .noHeader, .unknownColumn, .columns, .strayQuote, .openQuote, .noAttribute,
      .noDN, .badBase64, .valueElsewhere, .yaml:
      "syntax"
    case .changeType: "changeType"
    case .unknownKey: "knownKey"
    }
  }

  var message: String {
    switch self {
    case .rule(let problem): problem.message
    case .repeats(let email, let line):
      "\(visible(email)) stands in this file already, at line \(line)"
    case .exists(let email): "a user with this email already exists: \(visible(email))"
    case .existsClosed(let email):
      "a user with this email already exists and is closed: \(visible(email))"
    case .notUTF8: "this is no UTF-8"
    case .foreignHash(let kind):
      "password has a hash (\(visible(kind))) that nothing here could check"
    case .bareHash:
      "password is no hash of the form $…$…: an old hash or plain text, and nobody can tell which"
    case .misleadingPassword:
      "password is plain text that would be taken for a hash or a lock here"
    case .noColon: "a line must be name:hash, with a colon"
    case .noHeader:
      "the first line must name the columns, email among them, with commas between them"
    case .unknownColumn(let name): Self.unknown("column", name, Field.allCases.map(\.rawValue))
    case .columns(let found, let expected):
      "this line has \(counted(found, "value")), and the first one names "
        + counted(expected, "column")
    case .strayQuote: "a value with a quote in it must stand in quotes whole, with \"\" for each"
    case .openQuote: "this quote is not closed"
    case .noAttribute:
      "a line must be an attribute with a colon and its value, or begin with a space"
    case .noDN: "an entry must begin with dn:"
    case .badBase64: "the value behind :: is no base 64"
    case .valueElsewhere: "a value that stands elsewhere (:<) is not fetched"
    case .changeType(let change): "changetype \(visible(change)) is not done, add alone is"
    case .yaml(let fault): fault.message
    case .unknownKey(let key):
      Self.unknown("key", key, ["disabled", "displayname", "groups"] + Authelia.fields.map(\.key))
    }
  }

  private static func unknown(_ kind: String, _ name: String, _ known: [String]) -> String {
    let suggestion = nearest(to: name, in: known).map { "; did you mean \($0)?" }
    return "there is no \(kind) \"\(visible(name))\""
      + (suggestion ?? "; there are \(known.joined(separator: ", "))")
  }
}

extension YAMLFault {
  var message: String {
    switch self {
    case .tab: "a tab may not indent here"
    case .indentation: "this line is indented as no other of its kind"
    case .beyond: "this part of YAML is not read here"
    case .noColon: "a line must be a key with a colon, and a space before its value"
    case .openQuote: "this quote is not closed on its line"
    case .escape: "behind the backslash stands no escape that is known"
    case .behindValue: "nothing may stand here, behind a value or a key of its own"
    case .notBoolean: "disabled must be true or false"
    case .keyTwice(let key): "\(visible(key)) stands twice"
    case .noUsers: "the file must begin with users:"
    }
  }
}

extension ExportObstacle {
  /// Its name for programs.
  var name: String {
    switch self {
    case .closed(let problem): problem?.rule.name ?? "closed"
    case .locked: "locked"
    case .scheme: "scheme"
    case .brokenHash: "brokenHash"
    case .commentSign: "commentSign"
    case .colon: "colon"
    case .nameTaken: "nameTaken"
    case .recordTooLong: "recordTooLong"
    case .typedTooLong: "typedTooLong"
    case .phoneSigns: "phoneSigns"
    case .emptyName: "emptyName"
    }
  }

  var message: String {
    switch self {
    case .closed(let problem): "it is closed\(problem.map { ": \($0.message)" } ?? "")"
    case .locked: "it is locked"
    case .scheme(let scheme):
      "the other side cannot check its hash ($\(visible(scheme))$)"
    case .brokenHash: "its hash is cut short or misspelt: nothing fits it"
    case .commentSign: "a name that begins with # would be a comment"
    case .colon: "a name must not hold a colon"
    case .nameTaken(let name): "somebody else goes by the name \(visible(name)) there"
    case .recordTooLong(let count, let maximum):
      "its line would have \(counted(count, "byte")), and no more than \(maximum) are read"
    case .typedTooLong:
      "its password is typed, and longer than the 72 bytes that a hash for the other side sees"
    case .phoneSigns: "its phone number holds signs that a directory does not take"
    case .emptyName: "it has a name of no characters, which a directory does not take"
    }
  }
}

extension ExchangeFormat {
  /// All of them, as a sentence lists them.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The words of export and import.
enum ExchangeWords {
  static func leftOut(_ count: Int, of all: Int) -> String {
    "left out \(count) of \(counted(all, "account"))"
  }
  static let leftOutHint = "the others are exported"

  static func notImported(_ count: Int, _ path: String) -> String {
    "\(counted(count, "problem")) in \(visible(path)), nothing is imported"
  }
  static func mend(someExist: Bool) -> String {
    someExist
      ? "mend the file, or give --on-conflict skip or replace for those who exist"
      : "mend the file; it is imported whole or not at all"
  }

  static func imported(_ outcome: ImportOutcome, isDryRun: Bool) -> String {
    let verbs = isDryRun ? ("would add", "replace", "skip") : ("added", "replaced", "skipped")
    return "\(verbs.0) \(counted(outcome.added, "account")), \(verbs.1) \(outcome.replaced), "
      + "\(verbs.2) \(outcome.skipped)"
  }

  static func checking(_ count: Int) -> String { "checking \(counted(count, "account"))…" }

  static func passedOver(_ count: Int) -> String {
    "\(counted(count, "entry", "entries")) without mail and userPassword passed over"
  }

  static func uselessHashes(_ count: Int, scheme: String) -> String {
    "\(counted(count, "account")) with a hash ($\(visible(scheme))$) that nobody can log in by here"
  }
}

/// A count with a noun that has a plural of its own.
private func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(plural)"
}
