import Glibc
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
    var text = element[...]
    if text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) {
      guard isPort(text[(end + 1)...]) else { return nil }
      text = text[1..<end]
      return isAddress(text, AF_INET6)
    }
    if let colon = text.firstIndex(of: UInt8(ascii: ":")), isPort(text[colon...]) {
      return isAddress(text[..<colon], AF_INET)
    }
    return isAddress(text, AF_INET) ?? isAddress(text, AF_INET6)
  }

  /// Whether a text is empty, or a colon and a port.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    return first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy(\.isASCIIDigit)
  }

  /// The text if it is an address of that family.
  private static func isAddress(_ text: ArraySlice<UInt8>, _ family: Int32) -> String? {
    // The C library would not see what follows a NUL.
    guard !text.isEmpty, text.count < Int(INET6_ADDRSTRLEN), !text.contains(0) else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1 ? text : nil
  }
}
