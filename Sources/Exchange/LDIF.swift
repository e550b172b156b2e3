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
    if let name = record.values.firstName { lines.append(line("givenName", name)) }
    if let email = record.values.email { lines.append(line("mail", email)) }
    if let phone = record.values.phone { lines.append(line("telephoneNumber", phone)) }
    lines.append(line("userPassword", hash, isSecret: true))
    return lines.joined()
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

/// Reads the people in an LDIF file, and their groups; skips other entries, such as organisations.
struct LDIFReader {
  /// A line with its continuations, and its offset.
  private struct Line {
    var bytes: [UInt8]
    let offset: Int
  }

  private struct Attribute {
    let name: String
    let value: [UInt8]
    let offset: Int
    let valueOffset: Int
  }

  private let text: ExchangeText
  private let options: ReadingOptions
  private let fields: [String: Field]
  private var reading: ExchangeReading
  /// The attributes that occurred, if any was named in the options.
  private var seen: Set<String> = []
  /// The groups of people, by the names of their entries and by their user names.
  private var groups: [String: [String]] = [:]
  /// The names of the people's entries.
  private var names: [String] = []

  private init(_ text: ExchangeText, _ options: ReadingOptions) {
    (self.text, self.options) = (text, options)
    reading = ExchangeReading(options)
    // An attribute that is named takes the place of the usual one.
    var fields = Self.usualFields.filter { options.columns[$0.value] == nil }
    for field in Field.allCases {
      if let name = options.columns[field] { fields[name.lowercased()] = field }
    }
    self.fields = fields
  }

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    var reader = LDIFReader(text, options)
    reader.readEntries()
    reader.reading = reader.reading.settled()
    for field in Field.allCases {
      guard let name = options.columns[field], !reader.seen.contains(name.lowercased()) else {
        continue
      }
      let names = reader.seen.subtracting(Self.ofEntry).sorted()
      reader.reading.stop(.noColumn(name, among: Array(names.prefix(40))), at: text.start)
    }
    guard !reader.groups.isEmpty, !options.without.contains(.groups) else { return reader.reading }
    for (index, name) in reader.names.enumerated() {
      let uid = reader.reading.records[index].name
      let groups = [name, uid.lowercased()].flatMap { reader.groups[$0] ?? [] }
      reader.reading.records.list[index].values.groups = groups
    }
    return reader.reading
  }

  private mutating func readEntries() {
    var entry: [Line] = []
    var isComment = false
    var isFirst = true
    for range in text.lines {
      let bytes = text.bytes[range]
      if bytes.isEmpty {
        read(entry)
        entry = []
        isComment = false
      } else if bytes.first == 0x20 {
        // It continues the previous line, even if that is a comment.
        if isComment { continue }
        if entry.isEmpty {
          reading.fail(.noAttribute, at: range.lowerBound)
        } else {
          entry[entry.count - 1].bytes += bytes.dropFirst()
        }
      } else if bytes.first == UInt8(ascii: "#") {
        isComment = true
      } else {
        isComment = false
        let isVersion = isFirst && bytes.starts(with: "version:".utf8)
        if !isVersion { entry.append(Line(bytes: Array(bytes), offset: range.lowerBound)) }
        isFirst = false
      }
    }
    read(entry)
  }

  private mutating func read(_ entry: [Line]) {
    guard let first = entry.first else { return }
    var attributes: [Attribute] = []
    for line in entry {
      do throws(ExchangeFault) {
        let attribute = try attribute(line)
        attributes.append(attribute)
        // Other changes are not followed by attributes: `modify` has a `-`.
        let change = String(decoding: attribute.value, as: UTF8.self)
        if attribute.name == "changetype", change != "add" { throw .changeType(change) }
      } catch {
        return reading.fail(error, at: line.offset)
      }
    }
    if Self.isOfSearch(attributes) { return }
    guard attributes.first?.name == "dn" else { return reading.fail(.noDN, at: first.offset) }
    if options.columns != FieldTable() { seen.formUnion(attributes.map(\.name)) }
    guard isPerson(attributes) else {
      if !readGroup(attributes) { reading.passedOver += 1 }
      return
    }
    names.append(Self.folded(attributes[0].value))
    readPerson(attributes, at: first.offset)
  }

  /// True if an entry is a person's: it has an email or a password, or a requested name. Groups and
  /// computers of Active Directory may have such a name too, and are not persons.
  private func isPerson(_ attributes: [Attribute]) -> Bool {
    func has(_ wanted: Set<Field>) -> Bool {
      attributes.contains { fields[$0.name].map(wanted.contains) ?? false }
    }
    if has([.email, .password]) { return true }
    guard options.columns[.username] != nil, has([.username]) else { return false }
    return !attributes.contains { attribute in
      attribute.name == "objectclass"
        && ["group", "groupofnames", "groupofuniquenames", "posixgroup", "computer"]
          .contains(Self.folded(attribute.value))
    }
  }

  /// Notes the members of a group; returns false for other entries.
  private mutating func readGroup(_ attributes: [Attribute]) -> Bool {
    let members = attributes.filter {
      ["member", "uniquemember", "memberuid"].contains($0.name)
    }
    guard !members.isEmpty, let name = attributes.first(where: { $0.name == "cn" }),
      let group = String(validating: name.value, as: UTF8.self)
    else { return false }
    for member in members {
      let key = Self.folded(member.value)
      if groups[key]?.contains(group) != true { groups[key, default: []].append(group) }
    }
    return true
  }

  /// The name of an entry in comparable form.
  private static func folded(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).lowercased()
  }

  /// True for the lines that ldapsearch prints beside entries: a result of success, or a referral.
  private static func isOfSearch(_ attributes: [Attribute]) -> Bool {
    switch attributes.first?.name {
    case "ref": true
    case "search": attributes.contains { $0.name == "result" && $0.value.starts(with: "0 ".utf8) }
    default: false
    }
  }

  private func attribute(_ line: Line) throws(ExchangeFault) -> Attribute {
    guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw .noAttribute
    }
    let name = String(decoding: line.bytes[..<colon], as: UTF8.self).lowercased()
    var rest = line.bytes[(colon + 1)...]
    let isBase64 = rest.first == UInt8(ascii: ":")
    if rest.first == UInt8(ascii: "<"), fields[name] != nil || options.mark(name) != nil {
      throw .valueElsewhere
    }
    if isBase64 { rest = rest.dropFirst() }
    let value = rest.drop { $0 == 0x20 }
    let place = line.offset + min(value.startIndex, line.bytes.count)
    guard isBase64 else {
      return Attribute(
        name: name, value: Array(value), offset: line.offset, valueOffset: place)
    }
    guard let bytes = Base64.bytes(value) else { throw .badBase64 }
    return Attribute(name: name, value: bytes, offset: line.offset, valueOffset: place)
  }

  private static let usualFields: [String: Field] = [
    "mail": .email, "uid": .username, "userpassword": .password, "givenname": .firstName,
    "sn": .lastName,
    "telephonenumber": .phone,
  ]

  private mutating func readPerson(_ attributes: [Attribute], at offset: Int) {
    let faults = reading.faults.count
    var record = ExchangeRecord(at: offset)
    var others: [Attribute] = []
    for attribute in attributes {
      let place = attribute.valueOffset
      if let mark = options.mark(attribute.name) {
        let value = String(decoding: attribute.value, as: UTF8.self)
        record.marks.add(mark, attribute.name, value, at: place)
        continue
      }
      // If there are several values, the first one counts; with passwords, nobody could say which.
      if let field = fields[attribute.name], options.without.contains(field) { continue }
      guard let field = fields[attribute.name],
        record.offsets[field] == nil || field == .password
      else {
        others.append(attribute)
        continue
      }
      guard record.offsets[field] == nil else {
        reading.fail(.rule(Problem(.field(field), .field(.once))), at: place)
        continue
      }
      record.offsets[field] = place
      guard let value = String(validating: attribute.value, as: UTF8.self) else {
        reading.fail(.notUTF8, at: place)
        continue
      }
      reading.set(field, value, at: place, of: &record) { text throws(ExchangeFault) in
        try HashSpelling.stored(text, bare: .typed)
      }
    }
    // Values that repeat the email or the name are not lost.
    let kept = [record.values.email ?? "", record.name, record.displayName].map { Array($0.utf8) }
    for other in others where !Self.ofEntry.contains(other.name) && !kept.contains(other.value) {
      record.dropped.insert(other.name)
    }
    // An email or a user name used as last name means that the name was missing.
    if record.values.lastName == record.name { record.values.lastName = nil }
    if let name = record.values.username, name.utf8.contains(UInt8(ascii: "@")) {
      if record.values.email == nil || record.values.email == name {
        record.values.email = name
        record.offsets[.email] = record.offsets[.email] ?? record.offsets[.username]
        record.values.username = nil
      }
    }
    reading.add(record, faultsBefore: faults)
  }

  /// Attributes of entries, not of people.
  private static let ofEntry: Set<String> = ["dn", "objectclass", "changetype"]
}
