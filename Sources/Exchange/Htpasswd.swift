import Accounts
import LosslessJSON

/// The password files of Apache and nginx: `name:hash`, one a line.
enum Htpasswd {
  /// The longest line that Apache's own tools can read.
  static let maximumBytes = 255

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let line = "\(try NameColonHash.name(record.values.email)):\(record.values.password ?? "")"
    let count = line.utf8.count
    guard count <= maximumBytes else { throw .recordTooLong(count, maximum: maximumBytes) }
    return line + "\n"
  }

  static func read(_ text: ExchangeText) -> ExchangeReading {
    NameColonHash.read(
      text,
      stored: { bytes throws(ExchangeFault) in
        // No other scheme in braces is one of htpasswd's.
        if bytes.utf8.first == UInt8(ascii: "{"), PasswordHash(bytes) == nil {
          _ = try HashSpelling.stored(bytes, bare: .crypt)
          throw .bareHash
        }
        return try HashSpelling.hash(bytes)
      },
      rest: { _, record, _ in record.dropped.insert("comment") })
  }
}

/// Dovecot's passwd-file: `name:{CRYPT}hash` and six more fields, about where mail is stored and who
/// may fetch it. They are kept as they are, under the own key `dovecot`.
enum Dovecot {
  private static let key = "dovecot"

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = try NameColonHash.name(record.values.email)
    let hash = try HashSpelling.spelt(record.values.password ?? "", for: .dovecot)
    let rest = record.ownText(key) ?? ":::::"
    if rest.utf8.contains(where: { "\n\r\0".utf8.contains($0) }) { throw .ownKey(key) }
    // Dovecot lower-cases the name given at login, then compares it exactly.
    return "\(AccountName(name).key):\(hash):\(rest)\n"
  }

  static func read(_ text: ExchangeText) -> ExchangeReading {
    NameColonHash.read(
      text, stored: { text throws(ExchangeFault) in try HashSpelling.stored(text, bare: .crypt) },
      rest: { range, record, reading in
        let words = text.bytes[range].split { ": \t".utf8.contains($0) }
        if let flag = words.first(where: { $0.starts(with: "nopassword".utf8) }) {
          record.offsets[.password] = flag.startIndex
          reading.fail(.noPassword, at: flag.startIndex)
        }
        if !words.isEmpty { record.ownKeys.append(.init(key, .string(text.string(range)))) }
      })
  }
}

/// What the two formats share.
enum NameColonHash {
  static func name(_ email: String?) throws(ExportObstacle) -> String {
    let name = email ?? ""
    if name.utf8.contains(UInt8(ascii: ":")) { throw .colon }
    if name.utf8.first == UInt8(ascii: "#") { throw .commentSign }
    return name
  }

  /// Reads lines.
  ///
  /// - Parameter rest: called with what follows a second colon, if anything does.
  static func read(
    _ text: ExchangeText, stored: (String) throws(ExchangeFault) -> String,
    rest: (Range<Int>, inout ExchangeRecord, inout ExchangeReading) -> Void
  ) -> ExchangeReading {
    let colon = UInt8(ascii: ":")
    var reading = ExchangeReading()
    for line in text.lines {
      guard let first = text.bytes[line].first, first != UInt8(ascii: "#") else { continue }
      if text.bytes[line].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      guard let end = text.firstIndex(of: colon, in: line) else {
        reading.fail(.noColon, at: line.lowerBound)
        continue
      }
      let faults = reading.faults.count
      var record = ExchangeRecord(at: line.lowerBound)
      func set(_ field: Field, _ range: Range<Int>) {
        reading.set(
          field, text.string(range), at: range.lowerBound, of: &record, password: stored)
      }
      set(.email, line.lowerBound..<end)
      let start = end + 1
      let last = text.firstIndex(of: colon, in: start..<line.upperBound) ?? line.upperBound
      if start < last { set(.password, start..<last) }
      if last + 1 < line.upperBound { rest(last + 1..<line.upperBound, &record, &reading) }
      reading.add(record, faultsBefore: faults)
    }
    return reading
  }
}
