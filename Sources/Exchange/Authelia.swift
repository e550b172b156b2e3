import Accounts
import LosslessJSON

/// The users file of Authelia, in YAML.
package enum Authelia {
  static let head = "users:\n"

  /// The schemes that Authelia can check, by their name in the hash; yescrypt since 4.39.2. It
  /// decodes `$2x$` too, but checks it as `$2b$`: a password with an umlaut does not match.
  static let schemes: Set<String> = [
    "2a", "2b", "2y", "5", "6", "y", "argon2id", "argon2i", "argon2d", "scrypt", "pbkdf2",
    "pbkdf2-sha1", "pbkdf2-sha224", "pbkdf2-sha256", "pbkdf2-sha384", "pbkdf2-sha512",
  ]

  /// Authelia's other attributes of a user, kept as own keys of the same names.
  static let ownKeys = [
    "middle_name", "nickname", "gender", "website", "profile", "picture", "zoneinfo", "locale",
    "phone_extension",
  ]

  static let ownMaps = ["address", "extra"]

  /// The texts of a user, the password first.
  static let fields: [(key: String, field: Field)] =
    ([.password] + Field.allCases.filter { $0 != .password && $0.form == .text }).compactMap {
      field in field.row.authelia.map { ($0, field) }
    }

  /// The keys of a user to suggest for an unknown one.
  package static var knownKeys: [String] {
    ["disabled", "displayname", "groups"] + fields.map(\.key) + ownMaps
  }

  /// A user's name. It may not have the form of our user names.
  static func name(of record: ExchangeRecord) -> String {
    record.values.username ?? record.ownText("username") ?? record.values.email ?? ""
  }

  /// Required: without it, Authelia does not load the file.
  private static func displayName(of record: ExchangeRecord) -> String {
    let own = record.ownText("displayname") ?? ""
    return own.isEmpty ? record.displayName : own
  }

  static func user(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let hash = record.values.password ?? ""
    let scheme = PasswordHash(hash)?.scheme ?? ""
    guard schemes.contains(scheme) else { throw .scheme(scheme) }
    var members: [JSONLiteral.Member] = [
      .init("disabled", .bool(!record.canLogIn)),
      .init("displayname", .string(displayName(of: record))),
    ]
    for (key, field) in fields {
      guard let value = record.values[text: field] else { continue }
      members.append(.init(key, .string(value)))
    }
    for key in ownKeys {
      guard let value = record.ownText(key) else { continue }
      members.append(.init(key, .string(value)))
    }
    for key in ownMaps {
      let value = record.ownKeys.first { $0.key == key }?.value
      if case .object(let inner) = value, !inner.isEmpty {
        members.append(.init(key, .object(inner)))
      }
    }
    members.append(.init("groups", .array(record.values.groups.map { .string($0) })))
    return YAMLText.lines(of: .object([.init(name(of: record), .object(members))]), indentation: 2)
  }

  /// The password of a user, in the form of an accounts file.
  static func stored(_ text: String) throws(ExchangeFault) -> String {
    let plain = "$plaintext$"
    if text.hasPrefix(plain) { return try HashSpelling.typed(String(text.dropFirst(plain.count))) }
    return try HashSpelling.stored(text)
  }
}
