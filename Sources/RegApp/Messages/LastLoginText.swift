import AccountsFile
import CommandKit
import LosslessJSON

extension LastLogin {
  /// When the last login was, and what failed since.
  func words(_ localTime: LocalTime) -> Phrase {
    let time = success.map { Phrase(same: localTime.minute($0) ?? "?") } ?? Self.never
    guard failures > 0 else { return time }
    return success == nil
      ? Phrase("\(time), \(failures) failed", ru: "\(time), неудач: \(failures)")
      : Phrase("\(time), \(failures) failed since", ru: "\(time), с тех пор неудач: \(failures)")
  }

  static let never = Phrase("never", ru: "ни разу")

  /// The same for JSON.
  var members: [JSONLiteral.Member] {
    [
      .init("lastLogin", success.flatMap(LocalTime.utc).map { .string($0) } ?? .null),
      .init("failuresSince", .integer(failures)),
    ]
  }
}
