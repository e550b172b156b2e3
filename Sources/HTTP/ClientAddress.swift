import TextTools

/// The address of a client, as the proxy in front of this program tells it.
enum ClientAddress {
  /// The last element of the last `X-Forwarded-For`, which the nearest proxy added: all before it may be
  /// a client's own words. Nil if it is not an IP address.
  static func forwarded(of request: Request) -> String? {
    guard let value = request.values(of: "x-forwarded-for").last else { return nil }
    let elements = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard let last = elements.last else { return nil }
    return address(Array(last.trimmingSpace))
  }

  /// The IP address in an element: alone, in brackets, or with a port behind it.
  static func address(_ element: [UInt8]) -> String? {
    if element.first == UInt8(ascii: "["), let end = element.firstIndex(of: UInt8(ascii: "]")) {
      let text = element[1..<end]
      guard isPort(element[(end + 1)...]), text.contains(UInt8(ascii: ":")) else { return nil }
      return address(text)
    }
    guard let colon = element.firstIndex(of: UInt8(ascii: ":")), isPort(element[colon...]) else {
      return address(element[...])
    }
    return address(element[..<colon])
  }

  private static func address(_ text: ArraySlice<UInt8>) -> String? {
    IPAddress(String(decoding: text, as: UTF8.self))?.text
  }

  /// Whether a text is empty, or a colon and a port.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    return first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy(\.isASCIIDigit)
  }
}
