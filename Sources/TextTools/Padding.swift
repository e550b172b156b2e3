extension String {
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  package func zeroPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All its hexadecimal digits, two for each byte.
  package var hexadecimal: String { String(self, radix: 16).zeroPadded(to: Self.bitWidth / 4) }
}

extension Sequence<UInt8> {
  /// The hexadecimal digits of all bytes.
  package var hexadecimal: String { map(\.hexadecimal).joined() }
}
