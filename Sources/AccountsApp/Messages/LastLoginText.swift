import AccountsFile
import CommandKit
import LosslessJSON

extension LastLogin {
  /// When the last login was, and what failed since.
  func words(_ localTime: LocalTime) -> Phrase {
    let time = success.map { Phrase(same: localTime.minute($0) ?? "?") } ?? Self.never
    guard failures > 0 else { return time }
    return success == nil
      ? Phrase("\(time), \(failures) failed") : Phrase("\(time), \(failures) failed since")
  }

  static let never = Phrase("never")

  /// JSON members with the last login, and the number of failures since.
  var members: [JSONLiteral.Member] {
    [
      .init("lastLogin", success.flatMap(LocalTime.utc).map { .string($0) } ?? .null),
      .init("failuresSince", .integer(failures)),
    ]
  }
}
