import Accounts
import TextTools

/// People in a directory, in the format of RFC 2849: one `inetOrgPerson` each.
///
/// It has no birth dates and no empty names, and cannot mark accounts that may not log in. Groups
/// are separate entries after the people. The version line is left out: slapadd takes it for an
/// attribute, and all readers accept its absence.
enum LDIF {
  static func entry(
    _ record: ExchangeRecord, base: String
  ) throws(ExportObstacle) -> String {
    let name = record.name
    if let phone = record.values.phone, !phone.utf8.allSatisfy(isPrintable) { throw .phoneSigns }
    for name in [record.values.firstName, record.values.lastName] where name?.isEmpty == true {
      throw .emptyName
    }
    let hash = try HashSpelling.spelt(record.values.password ?? "", for: .ldif)
    var lines = [
      line("dn", entryName(record, base: base)), line("objectClass", "inetOrgPerson"),
      line("uid", name), line("cn", record.displayName),
      // A person must have a last name there; the account's name replaces a missing one.
      line("sn", record.values.lastName ?? name),
    ]
    for (name, field) in attributes {
      // LDAP allows no empty value.
      if let text = record.values[text: field], !text.isEmpty { lines.append(line(name, text)) }
    }
    if let id = record.id, let name = Field.id.row.ldif { lines.append(line(name, id.description)) }
    lines.append(line("userPassword", hash, isSecret: true))
    return lines.joined()
  }

  /// The attributes besides those that each entry has: a person's name before the address.
  private static let attributes: [(name: String, field: Field)] =
    ([.firstName] + Field.allCases.filter { $0 != .firstName }).compactMap { field in
      guard ![.username, .lastName, .password, .id].contains(field) else { return nil }
      return field.row.ldif.map { ($0, field) }
    }

  /// The distinguished name of a person's entry.
  static func entryName(_ record: ExchangeRecord, base: String) -> String {
    "uid=\(escaped(record.name)),\(base)"
  }

  /// A value in a distinguished name, escaped as in RFC 4514.
  static func escaped(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var result = ""
    let last = text.unicodeScalars.index(before: text.unicodeScalars.endIndex)
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      let isFirst = index == text.unicodeScalars.startIndex
      switch scalar {
      case "\"", "+", ",", ";", "<", ">", "\\", "=": result += "\\"
      case "#" where isFirst, " " where isFirst || index == last: result += "\\"
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// True if a text is a distinguished name for entries above others: `dc=example,dc=com`.
  static func isName(_ text: String) -> Bool {
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ","), !isEscaped {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return !isEscaped
      && parts.allSatisfy { part in
        let part = part.drop { $0 == 0x20 }
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let name = part[..<equals]
        let isKey = name.allSatisfy { byte in
          byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
        }
        return isKey && !name.isEmpty && equals + 1 < part.endIndex
      }
  }

  /// An attribute and its value, in base 64 if the value requires it, and folded if long.
  static func line(_ name: String, _ value: String, isSecret: Bool = false) -> String {
    let isPlain = !isSecret && isSafe(value)
    let text = isPlain ? "\(name): \(value)" : "\(name):: \(Base64.text(Array(value.utf8)))"
    var lines: [Substring.UTF8View] = []
    var rest = Substring(text).utf8
    while rest.count > (lines.isEmpty ? width : width - 1) {
      // Everything is ASCII here: a byte is a character.
      let head = rest.prefix(lines.isEmpty ? width : width - 1)
      lines.append(head)
      rest = rest.dropFirst(head.count)
    }
    lines.append(rest)
    return lines.map { String(Substring($0)) }.joined(separator: "\n ") + "\n"
  }

  private static let width = 76

  /// True if a value needs no base 64: RFC 2849's SAFE-STRING, without a trailing space.
  static func isSafe(_ value: String) -> Bool {
    guard let first = value.utf8.first, let last = value.utf8.last else { return true }
    return !" :<".utf8.contains(first) && last != 0x20
      && value.utf8.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x0A && $0 != 0x0D }
  }

  /// True for the characters of a telephone number: RFC 4517's PrintableString.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "'()+,-./:? =".utf8.contains(byte)
  }

  /// A group's name as a directory compares it: without case, and with a space for several.
  static func key(of name: String) -> String {
    PersonName.key(of: name).split(separator: " ").joined(separator: " ")
  }

  static func entries(of groups: GroupMembers, base: String) -> String {
    groups.all.map { group in
      let lines = [
        line("dn", "cn=\(escaped(group.name)),\(base)"),
        line("objectClass", "groupOfNames"), line("cn", group.name),
      ]
      return "\n" + (lines + group.members.map { line("member", $0) }).joined()
    }.joined()
  }
}
