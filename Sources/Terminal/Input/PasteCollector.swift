/// Collects a pasted text up to its end mark.
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []
  private var matched = 0
  private var isCut = false

  /// The most bytes of a pasted text; what exceeds them is dropped.
  static let greatestSize = 64 << 10
  private static let endMark = Array("\u{1B}[201~".utf8)

  /// Takes a byte; gives the text when the end mark is complete, and is empty again.
  mutating func take(_ byte: UInt8) -> String? {
    if byte == Self.endMark[matched] {
      matched += 1
      guard matched == Self.endMark.count else { return nil }
      defer { self = PasteCollector() }
      return text
    }
    for byte in Self.endMark.prefix(matched) { collect(byte) }
    // Of the mark only its first byte is ESC, so that it can begin anew only here.
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
    // The last grapheme may have lost a part of itself.
    if isCut { return String(String(scalars).dropLast()) }
    if scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }
}
