import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

extension Registry {
  /// Logs in by the page, as a browser does, with a session at a host.
  func loginInBrowser(
    _ name: String, _ password: String = "secret1", at host: String = "page",
    keeps: Bool = false, replacing old: [SessionToken] = []
  ) async throws -> BegunSession {
    let account = try await authenticate(
      LoginRequest(name: name, password: PasswordEntry(password)))
    return try await beginLogin(
      of: account, typed: PasswordEntry(password), at: host, in: "Firefox on Linux", keeps: keeps,
      replacing: old)
  }

  /// Whether a session counts.
  func isIn(_ begun: BegunSession, at host: String = "page") async throws -> Bool {
    try await session(begun.token, at: host) != nil
  }
}

extension Documents {
  /// The lines of the file of sessions.
  func sessionLines() throws -> [Substring] {
    guard exists("sessions.jsonl") else { return [] }
    return try text(of: "sessions.jsonl").split(separator: "\n")
  }
}

extension [Notice] {
  /// How many logins in browsers ended, by a notice.
  var endedLogins: Int {
    reduce(0) {
      if case .loginsEnded(let ended) = $1 { $0 + ended.values.reduce(0, +) } else { $0 }
    }
  }
}
