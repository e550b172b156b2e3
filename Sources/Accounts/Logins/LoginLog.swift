import TextTools

/// Writes a line to the system's log for each failed login, for each whose password could not be
/// checked, for each that a right password did not open, and for each successful login at a
/// service. Programs that block guessing addresses read it, and count the failed ones alone.
///
/// Of logins in browsers it has a line for each session that begins at a host, for each logout, and
/// for the logins of an account that something else ended.
///
///     login failed for "ada@example.com" from 192.0.2.7 via sshd
///     login failed for an unknown name from - via dovecot
///     login not checked for "ada@example.com" from 192.0.2.7 via sshd
///     login refused for "ada@example.com" from 192.0.2.7 via imap
///     login of "ada@example.com" from 192.0.2.7 via sshd
///     session of "ada@example.com" at wiki.example.com from 192.0.2.7 via serve
///     logout of "ada@example.com" at accounts.example.com from 192.0.2.7 via serve
///     ended 3 logins of "ada@example.com" via regapp
public struct LoginLog: Sendable {
  /// Sends a complete line without waiting; drops it if it cannot be sent.
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
      let what =
        switch outcome.answer {
        case .unchecked: "not checked"
        case _ where outcome.answer.isOfNobody: "refused"
        default: "failed"
        }
      return send("login \(what) for \(name) \(end)", true)
    }
    guard outcome.origin.service != nil, let account = outcome.account else { return }
    send("login of \(Self.quoted(account)) \(end)", false)
  }

  enum BrowserEvent: Sendable {
    /// A session begins at a host: the login at the page's, a way in at a guarded one.
    case session(host: String)
    /// The person logs out at a host.
    case logout(host: String)
    /// So many logins end by something else: a command, a change of the account, a logout
    /// everywhere.
    case ended(Int)
  }

  func write(_ event: BrowserEvent, of account: String, from origin: LoginOrigin) {
    let (what, place): (String, String?) =
      switch event {
      case .session(let host): ("session", " at \(host)")
      case .logout(let host): ("logout", " at \(host)")
      case .ended(let count): ("ended \(count) login\(count == 1 ? "" : "s")", nil)
      }
    // A command that ends logins has no address.
    let address = origin.address ?? (place == nil ? nil : "-")
    send(
      "\(what) of \(Self.quoted(account))\(place ?? "")\(address.map { " from \($0)" } ?? "") "
        + "via \(origin.service ?? "-")", false)
  }

  /// Writes why nobody gets in by a name that people may change themselves.
  func write(refusedFor field: Field, _ origin: LoginOrigin) {
    send(
      "name not used from \(origin.address ?? "-") via \(origin.service ?? "-"): "
        + "\"own\": true lets people change their \(field.key)", false)
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
