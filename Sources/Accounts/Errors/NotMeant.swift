/// A name that does not mean the account that was seen.
public struct NotMeant: Sendable, Hashable {
  /// The difference that keeps it from being taken for the same account.
  public enum Cause: Sendable {
    /// It was removed or renamed, or the name is another's now.
    case another
    /// Its password alone differs, and nothing tells who set it.
    case password
    /// Its password and other values differ; the person's first and last name are the same.
    case values
    /// The person's name differs, too.
    case person
  }

  /// The name under which it was seen.
  public let name: String
  /// The difference.
  public let cause: Cause

  /// A name, and why it does not mean the account.
  public init(_ name: String, _ cause: Cause) { (self.name, self.cause) = (name, cause) }
}

extension NotMeant.Cause {
  /// True if somebody who looks again may go on with it: names and person are the same.
  package var looksTheSame: Bool { self == .password || self == .values }
}
