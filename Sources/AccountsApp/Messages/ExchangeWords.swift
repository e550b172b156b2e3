import AccountsFile
package import CommandKit
import Exchange
import LosslessJSON

extension HelpTopic {
  package static var formats: HelpTopic {
    HelpTopic(
      name: "formats", rows: ExchangeFormat.allCases.map { ($0.rawValue, $0.purpose) })
  }

  package static var readers: HelpTopic {
    HelpTopic(name: "readers", rows: Reader.all.map { ($0.name, $0.purpose) })
  }
}

extension Reader {
  /// Says what the program reads and checks, and when.
  var purpose: Phrase {
    let kinds = kinds.map(\.rawValue).joined(separator: ", ")
    let layout = format.map { Phrase(same: $0.rawValue) } ?? Phrase("lines of its own")
    let version = name == "authelia" ? Phrase(" (yescrypt since 4.39.2)") : Phrase(same: "")
    let reload =
      rereads == .always
      ? Phrase("reads changes by itself") : Phrase("reads changes when reloaded, or by a setting")
    let hashing =
      switch hashing {
      case .atEachRequest: Phrase("computes a hash at each request")
      case .atEachLogin: Phrase("computes a hash at each login")
      case .onceInAWhile: Phrase("remembers a right password for a while")
      }
    return Phrase("\(layout); checks \(kinds)\(version); \(reload); \(hashing)")
  }
}

extension ExchangeFormat {
  /// Says what the format is for.
  var purpose: Phrase {
    switch self {
    case .htpasswd: Phrase("nginx and Apache; /etc/shadow is read too")
    case .htgroup: Phrase("groups for Apache; only exported")
    case .dovecot: Phrase("Dovecot's passwd-file; only exported")
    case .authelia: Phrase("Authelia's users, in YAML")
    case .ldif: Phrase("LDAP directories; only exported")
    case .csv: Phrase("tables, with all fields")
    case .json: Phrase("scripts and other accounts files, with all fields and your own keys")
    }
  }
}

extension Report.Item {
  /// A problem of an import.
  init(_ fault: ExchangeFault, at place: JSONPlace) {
    if case .rule(let problem) = fault {
      self = problem.item
    } else {
      self.init(field: nil, rule: fault.name, message: fault.message)
    }
    self.place = (place.line, place.column)
  }

  /// A group that an export leaves out.
  init(_ obstacle: ExportObstacle, ofGroup name: String) {
    self.init(
      field: "groups", rule: obstacle.name, message: obstacle.message,
      more: [.init("group", .string(name))],
      sentence: Phrase("the group \(visible(name)) is left out: \(obstacle.message)"))
  }

  /// An account that an export leaves out.
  ///
  /// - Parameter output: which of several files it is left out of.
  init(_ obstacle: ExportObstacle, of values: FieldValues, output: Phrase? = nil) {
    var problem: Problem?
    if case .closed(let first) = obstacle { problem = first }
    let name = [values.email, values.username].compactMap(\.self).first { !$0.isEmpty }
    let nameless =
      problem?.place?.position.map { Phrase("(no name) at line \($0.line)") }
      ?? Phrase("(no name)")
    let message = obstacle.message
    let who = name.map { Phrase(same: visible($0)) } ?? nameless
    self.init(
      field: problem?.field, rule: obstacle.name, message: message,
      more: Field.keys.compactMap { key in
        values[text: key].map { .init(key.key, .string($0)) }
      },
      sentence: output.map { Phrase("\(who) is left out of \($0): \(message)") }
        ?? Phrase("\(who) is left out: \(message)"))
  }
}

/// The beginning of a text from an imported file, safe to print, on one line of bounded length.
func excerpt(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(60)
  return visible(String(start)) + (start.endIndex < text.endIndex ? "…" : "")
}

/// How hashes of a scheme begin: `$y$`, `{SHA}`.
func hashName(_ scheme: String) -> String { excerpt(PasswordHash.beginning(ofScheme: scheme)) }

extension ExchangeFault {
  var message: Phrase {
    switch self {
    case .rule(let problem): problem.message
    case .repeats(let name, let line):
      Phrase("\(excerpt(name)) is already in this file, at line \(line)")
    case .exists(let name, let field):
      Phrase("a user with \(Self.such(field)) already exists: \(visible(name))")
    case .existsClosed(let name, let field):
      Phrase(
        "a user with \(Self.such(field)) already exists, in a closed account: \(visible(name))")
    case .noEmail(let name): Phrase("\(excerpt(name)) is not an email")
    case .noUsername(let name):
      Phrase(
        "\(excerpt(name)) is an email, and has no user name, by which accounts are known here")
    case .notUTF8: Phrase("not valid UTF-8")
    case .foreignHash(let kind):
      Phrase("password has a hash (\(excerpt(kind))) that cannot be checked here")
    case .bareHash:
      Phrase(
        "password is not a hash of the form $…$…: it may be an old hash or plain text, "
          + "and the two cannot be told apart")
    case .doubledDollars:
      Phrase("password is a hash whose $ are doubled, as in Compose files: write each once")
    case .otherList(let program):
      Phrase("lists of \(program) are not imported, and this looks like one")
    case .namesAndHashes:
      Phrase("these are names and hashes alone; write them as lines of name:hash, as in htpasswd")
    case .notAccounts:
      Phrase(
        "accounts are missing; write a list of them like the one that regapp export --format json "
          + "--with-hashes prints")
    case .jsonLines: Phrase("one account a line instead of a list")
    case .keycloakRealm: Phrase("this is a realm of Keycloak, whose hashes cannot be checked here")
    case .otherKey(let key, let field):
      Phrase("\(excerpt(key)) is another program's key; rename it to \(field.key)")
    case .noColon: Phrase("each line must be name:hash")
    case .shadow:
      Phrase(
        "this looks like a line of /etc/shadow, which has nine fields, and numbers or nothing in the "
          + "third to the seventh: write the whole line, or name:hash alone")
    case .noHeader:
      Phrase(
        "the first line must be the names of the columns, including email; if that has another "
          + "name, use --columns email=NAME")
    case .noColumn(let name, let names):
      Phrase("no column \"\(excerpt(name))\"; ")
        + .instead(of: name, among: names.map(excerpt))
    case .columns(let found, let expected):
      Phrase("this line has \(found, "value"), but the first one names \(expected, "column")")
    case .strayQuote:
      Phrase("a value that contains a quote must be in quotes, with each inner quote doubled: \"\"")
    case .spaceBeforeQuote:
      Phrase("there is a space before this quoted value: take it away, so that the quotes count")
    case .openQuote: Phrase("this quote is not closed")
    case .yaml(let fault): fault.message
    }
  }

  private static func such(_ field: Field) -> Phrase {
    field == .email ? Phrase("this email") : Phrase("this \(field.name)")
  }
}

extension YAMLFault {
  var message: Phrase {
    switch self {
    case .tab: Phrase("tabs cannot be used for indentation here")
    case .indentation: Phrase("this line is not indented like the others at its level")
    case .beyond: Phrase("this part of YAML is not supported")
    case .noColon: Phrase("a line must be a key, a colon, a space and a value")
    case .openQuote: Phrase("this quote is not closed on its line")
    case .escape: Phrase("unknown escape after the backslash")
    case .behindValue:
      Phrase("unexpected text after a value, or after a key whose value follows below")
    case .notBoolean: Phrase("disabled must be true or false")
    case .notMap(let key):
      Phrase("\(excerpt(key)) must be a map: below it, indented, a line for each of its keys")
    case .keyTwice(let key): Phrase("\(excerpt(key)) appears twice")
    case .noUsers: Phrase("the file must begin with users:")
    }
  }
}

extension ExportObstacle {
  var message: Phrase {
    switch self {
    case .closed(nil): Phrase("the account is closed")
    case .closed(let problem?): Phrase("the account is closed: \(problem.message)")
    case .scheme(let scheme):
      Phrase("the other program cannot check its hash (\(hashName(scheme)))")
    case .brokenHash: Phrase("its hash is truncated or malformed: no password matches it")
    case .commentSign: Phrase("a name that begins with # would be a comment")
    case .nameForReader(let reader):
      Phrase(
        "\(reader) would not take this name for a name alone; give the account another user name")
    case .colon: Phrase("a name must not contain a colon")
    case .nameTaken(let name): Phrase("the name \(visible(name)) is already taken there")
    case .recordTooLong(let count, let maximum):
      Phrase("its line would have \(count, "byte"), but at most \(maximum) are read")
    case .typedTooLong:
      Phrase("its typed password is longer than 72 bytes, the limit of the other program's hash")
    case .phoneSigns: Phrase("its phone number contains characters that LDAP does not allow")
    case .sameGroup(let name):
      Phrase("the other program would take it for the group \(visible(name))")
    case .emptyName: Phrase("its first or last name is empty, which LDAP does not allow")
    case .ownKey(let key): Phrase("its key \(visible(key)) must be text on one line")
    }
  }
}

extension [ExchangeFormat] {
  var names: String { map(\.rawValue).joined(separator: ", ") }
}
