/// What somebody gave as a password, usable or not; it never shows itself.
///
/// At login one that crypt(3) could never take is simply wrong; where a password is set, it is
/// told which rule it breaks.
public struct PasswordEntry: Sendable {
  let text: Result<PasswordText, Rule>

  /// What was typed, as text.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// What came in, text or not.
  public init(bytes: [UInt8]) {
    text = Result { () throws(Rule) in try PasswordText(bytes: bytes) }
  }
}

extension PasswordEntry: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "********" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
