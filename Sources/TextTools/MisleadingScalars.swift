extension Unicode.Scalar {
  /// Whether this scalar could mislead a terminal or a reader: controls, line and paragraph
  /// separators, bidirectional controls. No field holds one, and none is printed unescaped.
  @inlinable package var misleads: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar by its number, for a message: `\u{202E}`.
  package var escaped: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

extension Span<UInt8> {
  /// The first scalar of UTF-8 that misleads.
  package var firstForbiddenScalar: Unicode.Scalar? {
    // Nearly all fields are plain, and bytes are scanned many times faster.
    isPlain ? nil : String(self).unicodeScalars.first(where: \.misleads)
  }
}

extension String {
  package var firstForbiddenScalar: Unicode.Scalar? { utf8.span.firstForbiddenScalar }
}
