import Glibc
import TextTools

/// The origin of a login attempt, as far as known.
public struct LoginOrigin: Sendable, Hashable {
  /// The service that asks for the login, such as `sshd`: 1 to 32 ASCII letters, digits, `.`, `_` and
  /// `-`. It is `-` where another text was given, and nil where no service asks.
  public let service: String?
  /// The IP address of the person who logs in; nil where it is not known.
  public let address: String?

  /// Replaces an invalid service name with `-`, and drops a text that is not an IP address, such as
  /// a host name.
  public init(service: String? = nil, address: String? = nil) {
    self.service = service.map { Self.isName($0) ? $0 : "-" }
    self.address = address.flatMap(Self.address)
  }

  /// The IPv4 address, or the first half of an IPv6 address: a network usually gives one person the
  /// whole half.
  package var network: String? {
    guard let address else { return nil }
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { bytes in
      // An IPv4 address in the form of IPv6 is that.
      let isOld =
        bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
      if isOld { return bytes.suffix(4).map { "\($0)" }.joined(separator: ".") }
      return bytes.prefix(8).hexadecimal + "/64"
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "_.-".utf8.contains($0)
      }
  }

  /// An address in its usual spelling, so that it has only one; nil for any other text.
  private static func address(_ text: String) -> String? {
    // The C library would not see what follows a NUL.
    guard text.utf8.count < Int(INET6_ADDRSTRLEN), !text.utf8.contains(0) else { return nil }
    for family in [AF_INET, AF_INET6] {
      var address = in6_addr()
      guard inet_pton(family, text, &address) == 1 else { continue }
      var spelt = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(family, &address, &spelt, socklen_t(spelt.count)) != nil else { continue }
      return String(decoding: spelt.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }
}
