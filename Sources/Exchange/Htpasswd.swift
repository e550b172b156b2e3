import Accounts

/// The password files of Apache and nginx: `name:hash`, a line each.
enum Htpasswd {
  /// Apache's own tools read no longer line.
  static let maximumBytes = 255

  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let line = "\(try NameColonHash.name(record.values.email)):\(record.values.password ?? "")"
    let count = line.utf8.count
    guard count <= maximumBytes else { throw .recordTooLong(count, maximum: maximumBytes) }
    return line + "\n"
  }

  static func read(_ text: ExchangeText) -> ExchangeReading {
    NameColonHash.read(text) { bytes throws(ExchangeFault) in
      // A name in braces is one that crypt(3) does not know.
      if bytes.utf8.first == UInt8(ascii: "{") {
        _ = try HashSpelling.stored(bytes, bare: .crypt)
        throw .bareHash
      }
      return try HashSpelling.hash(bytes)
    }
  }
}

/// Dovecot's passwd-file: `name:{CRYPT}hash` and six fields more, which say where mail is kept.
enum Dovecot {
  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = try NameColonHash.name(record.values.email)
    let hash = try HashSpelling.spelt(record.values.password ?? "", for: .dovecot)
    // Dovecot lowers the name that is given at login, and then looks for it letter by letter.
    return "\(EmailAddress.key(of: name)):\(hash)::::::\n"
  }

  static func read(_ text: ExchangeText) -> ExchangeReading {
    NameColonHash.read(text) { text throws(ExchangeFault) in
      try HashSpelling.stored(text, bare: .crypt)
    }
  }
}

/// What the two have in common.
enum NameColonHash {
  static func name(_ email: String?) throws(ExportObstacle) -> String {
    let name = email ?? ""
    if name.utf8.contains(UInt8(ascii: ":")) { throw .colon }
    if name.utf8.first == UInt8(ascii: "#") { throw .commentSign }
    return name
  }

  /// Reads lines; what stands behind a second colon is the other side's affair.
  static func read(
    _ text: ExchangeText, stored: (String) throws(ExchangeFault) -> String
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
      var record = ExchangeRecord(at: line.lowerBound)
      record.set(.email, text.string(line.lowerBound..<end), at: line.lowerBound)
      let start = end + 1
      let last = text.firstIndex(of: colon, in: start..<line.upperBound) ?? line.upperBound
      if start < last {
        do throws(ExchangeFault) {
          record.set(.password, try stored(text.string(start..<last)), at: start)
        } catch {
          reading.fail(error, at: start)
          record.offsets.password = start
        }
      }
      reading.records.append(record)
    }
    return reading
  }
}
