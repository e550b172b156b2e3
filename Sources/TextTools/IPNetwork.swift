/// A network of IP addresses, such as `10.0.0.0/8` or `2001:db8::/32`. An address alone is one,
/// too.
package struct IPNetwork: Sendable, Hashable {
  private let bytes: [UInt8]
  /// How many bits all its addresses begin with.
  private let prefix: Int

  /// The reason why a text is not a valid network.
  package enum Fault: Error, Sendable, Hashable {
    /// It is not an IP address, alone or with the length of a prefix.
    case malformed
    /// A bit behind the prefix is set, as in `10.0.0.1/8`: the network or the address may be meant.
    case hasMoreThanPrefix
  }

  package init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { throw .malformed }
    var prefix = address.bytes.count * 8
    if parts.count > 1 {
      guard let typed = Self.prefix(parts[1]), typed <= prefix else { throw .malformed }
      prefix = typed
    }
    guard !Self.hasBit(address.bytes, behind: prefix) else { throw .hasMoreThanPrefix }
    bytes = address.unmapped
    // A prefix that ends before the IPv4 address has set bits behind it.
    self.prefix = prefix - (address.bytes.count - bytes.count) * 8
  }

  package func contains(_ address: IPAddress) -> Bool {
    let other = address.unmapped
    guard other.count == bytes.count else { return false }
    let differing = zip(bytes, other).map { $0 ^ $1 }
    guard let byte = differing.firstIndex(where: { $0 != 0 }) else { return true }
    return byte * 8 + differing[byte].leadingZeroBitCount >= prefix
  }

  /// The number behind the slash: digits, without a zero before others.
  private static func prefix(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy(\.isASCIIDigit), digits == "0" || digits.first != "0" else {
      return nil
    }
    return Int(digits)
  }

  private static func hasBit(_ bytes: [UInt8], behind prefix: Int) -> Bool {
    bytes.indices.contains { index in
      let kept = min(8, max(0, prefix - index * 8))
      return bytes[index] << kept != 0
    }
  }
}
