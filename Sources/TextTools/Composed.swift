@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalisation form C. The standard library compares strings by it and
  /// has no public name for it.
  package var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }
}
