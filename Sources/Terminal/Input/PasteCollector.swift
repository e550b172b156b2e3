/// Collects pasted bytes up to their end mark.
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []
  private var matched = 0

  /// The most bytes of pasted text, far more than any field takes; the rest is dropped.
  static let greatestSize = 64 << 10
  private static let endMark = Array("\u{1B}[201~".utf8)

  /// Consumes a byte; returns the text once the end mark is complete, and resets itself.
  mutating func take(_ byte: UInt8) -> String? {
    if byte == Self.endMark[matched] {
      matched += 1
      guard matched == Self.endMark.count else { return nil }
      matched = 0
      return finish()
    }
    collect(Self.endMark.prefix(matched))
    // ESC occurs only at the start of the mark, so a new match can only begin here.
    matched = byte == Self.endMark[0] ? 1 : 0
    if matched == 0 { collect(CollectionOfOne(byte)) }
    return nil
  }

  /// The text so far, exactly as it was pasted; U+FFFD replaces bytes that are not UTF-8. Resets
  /// itself.
  mutating func finish() -> String {
    collect(Self.endMark.prefix(matched))
    defer { self = PasteCollector() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func collect(_ more: some Collection<UInt8>) {
    bytes += more.prefix(Self.greatestSize - bytes.count)
  }
}
