/// A password as entered, usable or not; its description never shows it.
///
/// At login, a password that crypt(3) cannot take is wrong; when a password is set, the broken rule
/// is reported.
public struct PasswordEntry: Sendable, Hashable, Redacted {
  let text: Result<PasswordText, FieldRule>

  /// A password entered as text.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// A password that crypt(3) takes.
  public init(_ password: PasswordText) { text = .success(password) }

  /// A password as raw bytes, UTF-8 or not.
  public init(bytes: [UInt8]) {
    text = Result { () throws(FieldRule) in try PasswordText(bytes: bytes) }
  }
}
