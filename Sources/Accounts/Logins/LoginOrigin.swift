import TextTools

/// The origin of a login attempt, as far as known.
public struct LoginOrigin: Sendable, Hashable {
  /// The service that asks for the login, such as `sshd`: 1 to 32 ASCII letters, digits, `.`, `_`
  /// and `-`. It is `-` if another text was given, and nil if no service asks.
  public let service: String?
  /// The IP address of the person who logs in, without the interface of a link-local one; nil if it
  /// is not known.
  public let address: String?

  /// Replaces an invalid service name with `-`, and drops a text that is not an IP address, such as
  /// a host name.
  public init(service: String? = nil, address: String? = nil) {
    self.service = service.map { Self.isName($0) ? $0 : "-" }
    self.address = address.flatMap { IPAddress($0)?.text }
  }

  /// The addresses that are taken for one person's.
  package var network: String? { address.flatMap { IPAddress($0)?.network } }

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "_.-".utf8.contains($0)
      }
  }
}
