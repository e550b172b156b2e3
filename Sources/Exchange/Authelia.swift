import Accounts
import LosslessJSON

/// The users file of Authelia, in YAML.
enum Authelia {
  static let head = "users:\n"

  /// The schemes that Authelia can check, by their name in the hash; yescrypt since 4.39.2. It
  /// decodes `$2x$` too, but checks it as `$2b$`: a password with an umlaut does not match.
  static let schemes: Set<String> = [
    "2a", "2b", "2y", "5", "6", "y", "argon2id", "argon2i", "argon2d", "scrypt", "pbkdf2",
    "pbkdf2-sha1", "pbkdf2-sha224", "pbkdf2-sha256", "pbkdf2-sha384", "pbkdf2-sha512",
  ]

  /// The own key with Authelia's other attributes of a user, which go back as they came.
  static let ownKey = "x-authelia"

  static let ownTexts = [
    "displayname", "middle_name", "nickname", "gender", "website", "profile", "picture", "zoneinfo",
    "locale", "phone_extension",
  ]

  static let ownMaps = ["address", "extra"]

  /// The texts of a user, the password first.
  static let fields: [(key: String, field: Field)] =
    ([.password] + Field.allCases.filter { $0 != .password && $0.form == .text }).compactMap {
      field in field.row.authelia.map { ($0, field) }
    }

  /// The other attributes that an account has.
  private static func attributes(of record: ExchangeRecord) -> [JSONLiteral.Member] {
    let own = record.ownKeys.first { $0.key == ownKey }?.value
    return if case .object(let members)? = own { members } else { [] }
  }

  static func user(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let hash = record.values.password ?? ""
    let scheme = PasswordHash(hash)?.scheme ?? ""
    guard schemes.contains(scheme) else { throw .scheme(scheme) }
    let own = attributes(of: record)
    // Without a display name, Authelia does not load the file.
    let displayName = own.text("displayname").flatMap { $0.isEmpty ? nil : $0 }
    var members: [JSONLiteral.Member] = [
      .init("disabled", .bool(!record.canLogIn)),
      .init("displayname", .string(displayName ?? record.displayName)),
    ]
    for (key, field) in fields {
      guard let value = record.values[text: field] else { continue }
      members.append(.init(key, .string(value)))
    }
    for key in ownTexts where key != "displayname" {
      guard let value = own.text(key) else { continue }
      members.append(.init(key, .string(value)))
    }
    for key in ownMaps {
      let value = own.first { $0.key == key }?.value
      if case .object(let inner) = value, !inner.isEmpty {
        members.append(.init(key, .object(inner)))
      }
    }
    members.append(.init("groups", .array(record.values.groups.map { .string($0) })))
    return YAMLText.lines(of: .object([.init(record.name, .object(members))]), indentation: 2)
  }

  /// The password of a user, in the form of an accounts file.
  static func stored(_ text: String) throws(ExchangeFault) -> String {
    let plain = "$plaintext$"
    if text.hasPrefix(plain) { return try HashSpelling.typed(String(text.dropFirst(plain.count))) }
    return try HashSpelling.stored(text)
  }
}
