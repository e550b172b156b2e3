/// Percent-encoding of paths (RFC 3986, section 2.1), and of urlencoded queries and forms (the URL
/// Standard, `application/x-www-form-urlencoded`), where a plus is a space.
package enum PercentEncoding {
  /// The decoded bytes; nil if a `%` is without two digits.
  static func bytes(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    var bytes = text.makeIterator()
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else {
          return nil
        }
        result.append(high << 4 | low)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return result
  }

  /// A part of a path, decoded once; nil if it is not UTF-8 then.
  package static func text(_ part: some StringProtocol) -> String? {
    bytes(part.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The names and values of a query or a form, in order; nil if they are not urlencoded UTF-8. An
  /// empty text has none.
  package static func pairs(_ text: some Collection<UInt8>) -> [Request.Pair]? {
    guard let found = bytePairs(text) else { return nil }
    var pairs: [Request.Pair] = []
    for (name, value) in found {
      guard let name = String(validating: name, as: UTF8.self),
        let value = String(validating: value, as: UTF8.self)
      else { return nil }
      pairs.append(Request.Pair(name: name, value: value))
    }
    return pairs
  }

  /// The names and values of a query or a form as bytes, in order; nil if a `%` is without two
  /// digits.
  package static func bytePairs(
    _ text: some Collection<UInt8>
  ) -> [(name: [UInt8], value: [UInt8])]? {
    guard !text.isEmpty else { return [] }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    for part in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { bytes($0, plusIsSpace: true) }
      guard let name = sides[0], let value = sides.count > 1 ? sides[1] : [] else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
