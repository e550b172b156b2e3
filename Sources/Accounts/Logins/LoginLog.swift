import TextTools

/// Where a line about each failed login goes, and about each successful one of a service: the system's
/// log, to which programs listen that keep out who guesses.
///
///     login failed for "ada@example.com" from 192.0.2.7 via sshd
///     login failed for an unknown name from - via dovecot
///     login of "ada@example.com" from 192.0.2.7 via sshd
public struct LoginLog: Sendable {
  /// Sends a line that is whole: it waits for nothing, and what cannot be sent is dropped.
  let send: @Sendable (_ line: String, _ isFailure: Bool) -> Void

  /// - Parameter send: sends a line. It must not wait.
  public init(_ send: @escaping @Sendable (_ line: String, _ isFailure: Bool) -> Void) {
    self.send = send
  }

  func write(_ outcome: LoginOutcome) {
    let (address, service) = (outcome.origin.address ?? "-", outcome.origin.service ?? "-")
    let end = "from \(address) via \(service)"
    guard outcome.answer == .yes else {
      let name = outcome.account.map(Self.quoted) ?? "an unknown name"
      return send("login failed for \(name) \(end)", true)
    }
    guard outcome.origin.service != nil, let account = outcome.account else { return }
    send("login of \(Self.quoted(account)) \(end)", false)
  }

  /// A name between quotes, from which no name can break out.
  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      if scalar.misleads {
        text += scalar.escaped
      } else {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
