import Accounts
import LosslessJSON
import TextTools

/// The password files of Apache and nginx: `name:hash` on each line. Lines of nine fields are read
/// as those of `/etc/shadow`, and a line that may be one of these and is not whole is refused.
enum Htpasswd {
  /// The longest line that Apache's own tools can read.
  static let maximumBytes = 255

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let hash = HashSpelling.bare(record.values.password ?? "")
    let line = "\(try NameColonHash.name(record)):\(hash)"
    let count = line.utf8.count
    guard count <= maximumBytes else { throw .recordTooLong(count, maximum: maximumBytes) }
    return line + "\n"
  }

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    NameColonHash.read(
      text, options,
      stored: { bytes throws(ExchangeFault) in
        // No other scheme in braces is one of htpasswd's.
        if bytes.utf8.first == UInt8(ascii: "{"), PasswordHash(bytes) == nil {
          _ = try HashSpelling.stored(bytes)
          throw .bareHash
        }
        return try HashSpelling.hash(bytes)
      },
      rest: { range, record, reading in
        guard let shadow = Shadow(text.bytes[range]) else {
          // Several users on one line, with commas between them.
          if PasswordHash(text.string(range)) != nil {
            reading.fail(.noColon, at: range.lowerBound)
          }
          // Dovecot's words for whom nothing lets in, or anything.
          let words = text.bytes[range].split { ": \t".utf8.contains($0) }
          if words.contains(where: { word in
            ["nologin", "nopassword"].contains { word.starts(with: $0.utf8) }
          }) {
            reading.fail(.otherList("Dovecot"), at: range.lowerBound)
          } else if Shadow.mayBegin(text.bytes[range]) {
            reading.fail(.shadow, at: range.lowerBound)
          }
          record.dropped.insert("comment")
          return
        }
        if shadow.hasAges { record.dropped.insert("password ages") }
        shadow.mark(&record)
      })
  }
}

/// The third to ninth field of a line of `/etc/shadow`: five numbers about the password's age, the
/// first of which is 0 if it must be changed; the day from which nobody may log in; and an unused
/// one.
struct Shadow {
  /// The third field and the eighth.
  let lastChange: ArraySlice<UInt8>
  let expires: ArraySlice<UInt8>
  /// True if the password's age is limited in any way.
  let hasAges: Bool

  /// Nil for other fields. The eighth may be misspelt.
  init?(_ rest: ArraySlice<UInt8>) {
    let fields = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard fields.count == 7, fields.prefix(5).allSatisfy(Self.isNumberOrEmpty) else { return nil }
    (lastChange, expires) = (fields[0], fields[5])
    hasAges = !fields.prefix(5).allSatisfy(\.isEmpty)
  }

  /// True for fields that may be those of a line that is cut or misspelt, and not a comment: three
  /// or more, or several numbers. The eighth may be among them, whatever it has become.
  static func mayBegin(_ rest: ArraySlice<UInt8>) -> Bool {
    let fields = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return fields.count > 2 || fields.count == 2 && fields.allSatisfy(isNumberOrEmpty)
  }

  /// Notes from when on a user may not log in, and that the password must be changed. What cannot
  /// be read shuts the user out.
  func mark(_ record: inout ExchangeRecord) {
    func set(_ field: Field, _ value: FieldValue, at place: Int) {
      record.values[field] = value
      record.offsets[field] = place
    }
    if !lastChange.isEmpty, Self.number(lastChange) ?? 0 == 0 {
      set(.mustChange, .flag(true), at: lastChange.startIndex)
    }
    guard !expires.isEmpty else { return }
    guard let days = Self.number(expires) else {
      return set(.disabled, .text("shadowExpire"), at: expires.startIndex)
    }
    // -1 is never. By shadow(5), 0 may mean never; to PAM it is long ago.
    if days == -1 { return }
    let last = Self.daysBefore1970 + min(max(days, -Self.allDays), Self.allDays) - 1
    let day = CalendarDay.distantPast.adding(days: min(max(last, 0), Self.allDays - 1))
    set(.validUntil, .text((day ?? .distantPast).description), at: expires.startIndex)
  }

  /// Days from the first day of the year 1, to 1970 and to the year 10000.
  private static let (daysBefore1970, allDays) = (719_162, 3_652_059)

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    Int(FieldValues.trimmed(String(decoding: field, as: UTF8.self), for: .validUntil) ?? "")
  }

  /// True if a line has this form, or begins so: the fifth and the sixth field are numbers nowhere
  /// else.
  static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[1].first != UInt8(ascii: "{") else { return false }
    if let rest = Shadow(fields[2]), isNumberOrEmpty(rest.expires) { return true }
    let rest = fields[2].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return rest.count > 3 && rest[2...3].allSatisfy { $0.first?.isASCIIDigit == true }
  }

  private static func isNumberOrEmpty(_ field: ArraySlice<UInt8>) -> Bool {
    let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
    return field.isEmpty || !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
  }
}

/// Dovecot's passwd-file: `name:{CRYPT}hash` and six more fields, about where mail is stored and
/// who may fetch it. An account has them under the own key `x-dovecot`.
enum Dovecot {
  private static let key = "x-dovecot"

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = try NameColonHash.name(record)
    // Programs that ask Dovecot for no more than the password know nothing of nologin.
    let hash =
      record.canLogIn
      ? try HashSpelling.spelt(record.values.password ?? "", for: .dovecot) : "{CRYPT}*"
    var rest = record.ownKeys.text(key) ?? ":::::"
    if !record.canLogIn { rest = forbidding(rest) }
    if rest.utf8.contains(where: { "\n\r\0".utf8.contains($0) }) { throw .ownKey(key) }
    // Dovecot lower-cases the name given at login, then compares it exactly.
    return "\(AccountName(name).key):\(hash):\(rest)\n"
  }

  private static let noLogin = "nologin"

  /// The six fields, with `nologin` added to the last.
  private static func forbidding(_ rest: String) -> String {
    let missing = 5 - rest.utf8.count { $0 == UInt8(ascii: ":") }
    let rest = rest + String(repeating: ":", count: max(0, missing))
    return rest.utf8.last == UInt8(ascii: ":") ? rest + "\(noLogin)=y" : "\(rest) \(noLogin)=y"
  }
}

/// Lines of `name:hash`, in both formats.
enum NameColonHash {
  static func name(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = record.name
    if name.utf8.contains(UInt8(ascii: ":")) { throw .colon }
    if name.utf8.first == UInt8(ascii: "#") { throw .commentSign }
    return name
  }

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - stored: converts a password for an accounts file.
  ///   - rest: called with the range after a second colon, if there is one.
  static func read(
    _ text: ExchangeText, _ options: ReadingOptions,
    stored: (String) throws(ExchangeFault) -> String,
    rest: (Range<Int>, inout ExchangeRecord, inout ExchangeReading) -> Void
  ) -> ExchangeReading {
    var reading = ExchangeReading(options)
    for line in text.lines {
      guard let first = text.bytes[line].first else { continue }
      guard first != UInt8(ascii: "#") else {
        reading.comments += 1
        continue
      }
      if text.bytes[line].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      let sign = UInt8(ascii: ":")
      guard let end = text.bytes[line].firstIndex(of: sign) else {
        reading.fail(.noColon, at: line.lowerBound)
        continue
      }
      let faults = reading.faults.count
      var record = ExchangeRecord(at: line.lowerBound)
      record.setName(text.string(line.lowerBound..<end), at: line.lowerBound)
      let start = end + 1
      let last = text.bytes[start..<line.upperBound].firstIndex(of: sign) ?? line.upperBound
      let behind = min(last + 1, line.upperBound)..<line.upperBound
      if start < last {
        reading.set(
          .password, text.string(start..<last), at: start, of: &record, password: stored)
      }
      if !behind.isEmpty { rest(behind, &record, &reading) }
      reading.add(record, faultsBefore: faults)
    }
    reading.refuseOthers(in: .users, from: text.start)
    return reading
  }
}

/// The group files of Apache: `group: name name`.
enum Htgroup {
  /// A group's name as Apache compares it: without ASCII case.
  static func key(of name: String) -> String { AccountName(name).key }

  /// Why Apache would not read a line as this group; nil if it does.
  static func obstacle(_ name: String) -> ExportObstacle? {
    if name.utf8.first == UInt8(ascii: "#") { return .commentSign }
    return name.utf8.contains(UInt8(ascii: ":")) ? .colon : nil
  }

  /// The longest line that Apache reads; a group may have several.
  private static let maximumBytes = 8_000

  static func text(_ groups: GroupMembers) -> String {
    var text = ""
    for (group, members) in groups.all {
      var line = "\(group):"
      for member in members {
        if line.utf8.count + member.utf8.count > maximumBytes {
          text += line + "\n"
          line = "\(group):"
        }
        line += " \(member)"
      }
      text += line + "\n"
    }
    return text
  }
}
