import Accounts
import LosslessJSON

/// The users file of Authelia, in YAML.
package enum Authelia {
  static let head = "users:\n"

  /// The schemes that Authelia can check, by their name in the hash.
  static let schemes: Set<String> = [
    "2a", "2b", "2x", "2y", "5", "6", "argon2id", "argon2i", "argon2d", "scrypt", "pbkdf2",
    "pbkdf2-sha1", "pbkdf2-sha224", "pbkdf2-sha256", "pbkdf2-sha384", "pbkdf2-sha512",
  ]

  /// Authelia's other attributes of a user, kept as keys of the same names.
  static let ownKeys = [
    "middle_name", "nickname", "gender", "website", "profile", "picture", "zoneinfo", "locale",
    "phone_extension",
  ]

  /// Authelia's keys for our fields.
  static let fields: [(key: String, field: Field)] = [
    ("password", .password), ("email", .email), ("given_name", .firstName),
    ("family_name", .lastName), ("birthdate", .birthDate), ("phone_number", .phone),
  ]

  /// The keys of a user that are worth suggesting for an unknown one.
  package static var knownKeys: [String] {
    ["disabled", "displayname", "groups"] + fields.map(\.key)
  }

  /// A user's name: the email, or the original name of a user imported from Authelia.
  static func name(of record: ExchangeRecord) -> String {
    record.ownText("username") ?? record.values.email ?? ""
  }

  static func user(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let hash = record.values.password ?? ""
    let scheme = PasswordHash(hash)?.scheme ?? ""
    guard schemes.contains(scheme) else { throw .scheme(scheme) }
    var lines = [
      "  \(YAMLScalar.text(name(of: record))):",
      "    disabled: false",
      "    displayname: \(YAMLScalar.text(record.ownText("displayname") ?? record.displayName))",
    ]
    for (key, field) in fields {
      guard let value = record.values[text: field] else { continue }
      lines.append("    \(key): \(YAMLScalar.text(value))")
    }
    for key in ownKeys {
      guard let value = record.ownText(key) else { continue }
      lines.append("    \(key): \(YAMLScalar.text(value))")
    }
    let groups = groups(of: record)
    if groups.isEmpty { lines.append("    groups: []") }
    if !groups.isEmpty { lines.append("    groups:") }
    lines += groups.map { "      - \(YAMLScalar.text($0))" }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func groups(of record: ExchangeRecord) -> [String] {
    guard case .array(let list) = record.ownKeys.first(where: { $0.key == "groups" })?.value else {
      return []
    }
    return list.compactMap { literal in
      guard case .string(let text) = literal else { return nil }
      return text
    }
  }

  /// The password of a user, as it may be stored in an accounts file.
  static func stored(_ text: String) throws(ExchangeFault) -> String {
    let plain = "$plaintext$"
    if text.hasPrefix(plain) { return try HashSpelling.typed(String(text.dropFirst(plain.count))) }
    return try HashSpelling.stored(text, bare: .crypt)
  }
}
