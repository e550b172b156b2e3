import Glibc

/// An IP address.
package struct IPAddress: Sendable, Hashable {
  /// Its usual spelling, of which there is one.
  package let text: String
  /// Four or sixteen.
  let bytes: [UInt8]

  /// Nil for any other text. The interface behind a link-local address of IPv6, as in
  /// `fe80::1%eth0`, is left out: it is this machine's name for a network, and no part of the
  /// address.
  package init?(_ text: String) {
    let longest = Int(INET6_ADDRSTRLEN) + Int(IF_NAMESIZE)
    // The C library would not see what follows a NUL.
    guard text.utf8.count < longest, !text.utf8.contains(0) else { return nil }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    let bare = String(parts[0])
    guard parts.count == 1 || Self.hasInterface(bare, parts[1]) else { return nil }
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var address = in6_addr()
      guard inet_pton(family, bare, &address) == 1 else { continue }
      var spelt = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(family, &address, &spelt, socklen_t(spelt.count)) != nil else { continue }
      self.text = String(
        decoding: spelt.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      bytes = withUnsafeBytes(of: address) { Array($0.prefix(count)) }
      return
    }
    return nil
  }

  /// Whether an address is link-local, and a text the name or number of an interface.
  private static func hasInterface(_ address: String, _ interface: Substring) -> Bool {
    address.utf8.prefix(3).map(\.lowercasedASCII) == Array("fe8".utf8)
      && (1..<Int(IF_NAMESIZE)).contains(interface.utf8.count)
      && interface.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "_.-@".utf8.contains($0)
      }
  }

  /// The IPv4 address, or the first half of an IPv6 address: a network usually gives one person the
  /// whole half.
  package var network: String {
    unmapped.count == 4
      ? unmapped.map { "\($0)" }.joined(separator: ".") : bytes.prefix(8).hexadecimal + "/64"
  }

  /// The addresses around a ``network`` that one customer of a provider usually has: of IPv6 a /56;
  /// of IPv4 the address alone, behind which there may be many people already.
  package static func site(of network: String) -> String {
    network.hasSuffix("/64") ? network.prefix(14) + "/56" : network
  }

  /// Its bytes; of an IPv4 address in the form of IPv6 the four of IPv4.
  var unmapped: [UInt8] {
    let isMapped =
      bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
      && bytes[10...11].allSatisfy { $0 == 0xFF }
    return isMapped ? Array(bytes.suffix(4)) : bytes
  }
}
