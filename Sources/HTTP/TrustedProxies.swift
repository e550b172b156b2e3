package import TextTools

/// The proxies that are believed when they say which client sent a request, by `X-Forwarded-For`.
///
/// No RFC describes that field; `Forwarded` of RFC 7239 is not read. Each proxy on the way adds the
/// address that it was asked from:
///
///     X-Forwarded-For: forged, client, balancer
///
/// The proxy before this program has added the last one, and is believed in any case.
package struct TrustedProxies: Sendable, Hashable {
  private let networks: [IPNetwork]

  /// The proxy before this program alone: the last address is the client's.
  package static let nearest = TrustedProxies([])

  package init(_ networks: [IPNetwork]) { self.networks = networks }

  /// The client's address: of all elements, the last one that is not a trusted proxy's, or else the
  /// first. All before it may be a client's own words. Nil if it is not an IP address.
  func client(of request: Request) -> String? {
    let elements = request.values(of: "x-forwarded-for").flatMap {
      $0.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
    var client: IPAddress?
    for element in elements.reversed() {
      client = Self.address(Array(element.trimmingSpace))
      guard let client, networks.contains(where: { $0.contains(client) }) else { break }
    }
    return client?.text
  }

  /// The IP address in an element: alone, in brackets, or with a port behind it.
  private static func address(_ element: [UInt8]) -> IPAddress? {
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

  private static func address(_ text: ArraySlice<UInt8>) -> IPAddress? {
    IPAddress(String(decoding: text, as: UTF8.self))
  }

  /// Whether a text is empty, or a colon and a port.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    return first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy(\.isASCIIDigit)
  }
}
