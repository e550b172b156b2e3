import Accounts
import LosslessJSON
import TextTools

/// The password files of Apache and nginx: `name:hash` on each line. Lines of nine fields are read
/// as those of `/etc/shadow`.
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
      stored: { bytes, rest throws(ExchangeFault) in
        // In shadow nothing is typed, and `!!` is a lock.
        if Shadow(text.bytes[rest]) != nil, HashSpelling.isBareLock(bytes) { return bytes }
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
          }
          record.dropped.insert("comment")
          return
        }
        if shadow.hasAges { record.dropped.insert("password ages") }
        for (key, field) in [
          ("shadowExpire", shadow.expires), ("shadowLastChange", shadow.lastChange),
        ] where !field.isEmpty {
          guard let mark = options.mark(key) else {
            record.dropped.insert(key)
            continue
          }
          let place = field.startIndex..<field.endIndex
          record.marks.add(mark, key, text.string(place), at: place.lowerBound)
        }
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

  /// True if a whole line has this form.
  static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[1].first != UInt8(ascii: "{"), let rest = Shadow(fields[2])
    else { return false }
    return isNumberOrEmpty(rest.expires)
  }

  private static func isNumberOrEmpty(_ field: ArraySlice<UInt8>) -> Bool {
    let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
    return field.isEmpty || !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
  }
}

/// Dovecot's passwd-file: `name:{CRYPT}hash` and six more fields, about where mail is stored and
/// who may fetch it. An account has them under the own key `dovecot`.
enum Dovecot {
  private static let key = "dovecot"

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = try NameColonHash.name(record)
    // Programs that ask Dovecot for no more than the password know nothing of nologin.
    let hash =
      record.canLogIn
      ? try HashSpelling.spelt(record.values.password ?? "", for: .dovecot) : "{CRYPT}*"
    var rest = record.ownText(key) ?? ":::::"
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
  ///   - stored: converts a password for an accounts file; also gets the range after a second
  ///     colon.
  ///   - rest: called with the range after a second colon, if there is one.
  static func read(
    _ text: ExchangeText, _ options: ReadingOptions,
    stored: (String, Range<Int>) throws(ExchangeFault) -> String,
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
        reading.set(.password, text.string(start..<last), at: start, of: &record) {
          password throws(ExchangeFault) in try stored(password, behind)
        }
      }
      if !behind.isEmpty { rest(behind, &record, &reading) }
      reading.add(record, faultsBefore: faults)
    }
    return reading.settled()
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
