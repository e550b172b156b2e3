import Accounts

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
    NameColonHash.read(text) { bytes throws(ExchangeFault) in
      // A scheme in braces is not one of crypt(3).
      if bytes.utf8.first == UInt8(ascii: "{") {
        _ = try HashSpelling.stored(bytes, bare: .crypt)
        throw .bareHash
      }
      return try HashSpelling.hash(bytes)
    }
  }
}

/// Dovecot's passwd-file: `name:{CRYPT}hash` and six more fields, about where mail is stored.
enum Dovecot {
  static func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    let name = try NameColonHash.name(record.values.email)
    let hash = try HashSpelling.spelt(record.values.password ?? "", for: .dovecot)
    // Dovecot lower-cases the name given at login, then compares it exactly.
    return "\(AccountName(name).key):\(hash)::::::\n"
  }

  static func read(_ text: ExchangeText) -> ExchangeReading {
    NameColonHash.read(text) { text throws(ExchangeFault) in
      try HashSpelling.stored(text, bare: .crypt)
    }
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

  /// Reads lines; everything after a second colon is ignored.
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
          record.offsets[.password] = start
        }
      }
      reading.records.append(record)
    }
    return reading
  }
}
