import HTTP

/// The two cookies of a login. No host hears those of another one: they have no `Domain`, and
/// browsers take names with such a prefix from the host itself alone, over https.
///
///     __Host-Http-regapp=TOKEN; Path=/; Secure; HttpOnly; SameSite=Lax
enum LoginCookie: CaseIterable {
  /// The token of a session.
  case session
  /// The nonce of a way in.
  case nonce

  /// - Parameter isPlain: for a host of this machine, over http: not every browser keeps a `Secure`
  ///   cookie there.
  func name(isPlain: Bool) -> String {
    switch (self, isPlain) {
    case (.session, false): "__Host-Http-regapp"
    case (.nonce, false): "__Host-Http-regapp-at"
    case (.session, true): "regapp"
    case (.nonce, true): "regapp-at"
    }
  }

  /// The most cookies of one name that are tried.
  private static let mostTried = 4

  /// The values that a request has, at most four.
  func values(in cookies: Cookies, isPlain: Bool) -> [[UInt8]] {
    Array(cookies.values(of: name(isPlain: isPlain)).prefix(Self.mostTried))
  }

  /// The cookie, to be set; without `maxAge` a browser keeps it until it is closed.
  func setting(_ value: String, isPlain: Bool, maxAge: Int?) -> String {
    let secure = isPlain ? "" : " Secure;"
    let age = maxAge.map { "; Max-Age=\($0)" } ?? ""
    return "\(name(isPlain: isPlain))=\(value); Path=/;\(secure) HttpOnly; SameSite=Lax\(age)"
  }

  /// The cookie, to be cleared. It has all its attributes: else Chromium keeps it.
  func clearing(isPlain: Bool) -> String { setting("", isPlain: isPlain, maxAge: 0) }

  /// The names of both cookies, which an application must not hear.
  ///
  /// - Parameter isPlain: whether the host is of this machine; nil if it is not known.
  static func names(isPlain: Bool?) -> [String] {
    let secure = allCases.map { $0.name(isPlain: false) }
    return isPlain == false ? secure : secure + allCases.map { $0.name(isPlain: true) }
  }
}
