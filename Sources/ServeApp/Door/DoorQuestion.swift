import Accounts
import HTTP
import TextTools

/// What a proxy asks: may whoever sends this name and password pass, and is one of these groups
/// required?
struct DoorQuestion {
  let name: String
  let password: [UInt8]
  /// Empty if any account will do.
  let groups: [String]

  /// Why a question is none.
  enum Fault: Error {
    /// A slip in the proxy's configuration, which must not open the door.
    case malformed
    /// There are no credentials, or they are not what `Basic` has: no attempt.
    case noCredentials
  }

  init(_ request: Request) throws(Fault) {
    let authorizations = request.values(of: "authorization")
    guard authorizations.count < 2,
      let pairs = PercentEncoding.pairs((request.query ?? "").utf8),
      pairs.allSatisfy({ $0.name == "group" && !$0.value.isEmpty })
    else { throw .malformed }
    groups = pairs.map(\.value)
    guard let credentials = authorizations.first.flatMap(Self.credentials) else {
      throw .noCredentials
    }
    (name, password) = credentials
  }

  /// Name and password of `Basic`, in UTF-8; the password is all behind the first colon. Nil if it is
  /// another scheme, no base 64, without a colon, not UTF-8, or has a NUL.
  static func credentials(_ value: [UInt8]) -> (name: String, password: [UInt8])? {
    let parts = value.split(separator: 0x20, maxSplits: 1)
    guard parts.count == 2, parts[0].map(\.lowercasedASCII) == Array("basic".utf8),
      let bytes = Base64.bytes(parts[1].drop { $0 == 0x20 }), !bytes.contains(0),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      String(validating: bytes, as: UTF8.self) != nil,
      let name = String(validating: bytes[..<colon], as: UTF8.self)
    else { return nil }
    return (name, Array(bytes[(colon + 1)...]))
  }
}
