/// Collects pasted text up to its end mark.
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []
  private var matched = 0
  private var isCut = false

  /// The most bytes of pasted text; the rest is dropped.
  static let greatestSize = 64 << 10
  private static let endMark = Array("\u{1B}[201~".utf8)

  /// Consumes a byte; returns the text once the end mark is complete, and resets itself.
  mutating func take(_ byte: UInt8) -> String? {
    if byte == Self.endMark[matched] {
      matched += 1
      guard matched == Self.endMark.count else { return nil }
      defer { self = PasteCollector() }
      return text
    }
    for byte in Self.endMark.prefix(matched) { collect(byte) }
    // ESC occurs only at the start of the mark, so a new match can only begin here.
    matched = byte == Self.endMark[0] ? 1 : 0
    if matched == 0 { collect(byte) }
    return nil
  }

  private mutating func collect(_ byte: UInt8) {
    if bytes.count < Self.greatestSize { bytes.append(byte) } else { isCut = true }
  }

  private var text: String {
    var decoder = ScalarDecoder()
    var scalars = String.UnicodeScalarView()
    var isAfterReturn = false
    for byte in bytes {
      guard let scalar = decoder.next(byte) else { continue }
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\r", "\n": scalars.append("\n")
      case "\t": scalars.append(" ")
      case _ where scalar.isUnprintable: break
      default: scalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    // The last grapheme may have been cut.
    if isCut { return String(String(scalars).dropLast()) }
    if scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }
}
