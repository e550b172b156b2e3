/// What became of an attempt to log in.
public struct LoginOutcome: Sendable, Hashable {
  /// Whether it was a yes, or why not.
  public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// The password was right, and the account can be logged in to.
    case yes
    /// The password was wrong, or the account is locked.
    case wrong
    /// No account has the name, or several have: no one account is meant.
    case unknown
    /// Too many attempts failed under the name. The password was not looked at.
    case throttled
    /// The password was right, and the account breaks rules.
    case closed
    /// The password was right, and the account is disabled.
    case disabled
    /// The password was right, and the last day has passed.
    case expired
    /// The password was right, and the first day has not come.
    case notYetValid
    /// The password was right, and must be changed; who asked takes only one that need not be.
    case mustChange
    /// The password could not be checked.
    case unchecked
  }

  /// The account that was meant, by its own name; nil if it was none. What was typed is not kept, since
  /// people type passwords into the field for the name.
  public let account: String?
  /// What became of it.
  public let answer: Answer
  /// Where it came from.
  public let origin: LoginOrigin

  /// What became of an attempt.
  public init(of account: String?, _ answer: Answer, from origin: LoginOrigin = LoginOrigin()) {
    self.account = account
    self.answer = account == nil ? .unknown : answer
    self.origin = origin
  }
}

extension LoginOutcome.Answer {
  /// What an attempt came to that failed for a reason.
  init(_ error: AccountsError) {
    self =
      switch error {
      case .loginFailed, .nobodyRegistered: .wrong
      case .throttled: .throttled
      case .refused(.disabled): .disabled
      case .refused(.expired): .expired
      case .refused(.notYetValid): .notYetValid
      case .refused, .accountClosed: .closed
      case .mustChange: .mustChange
      default: .unchecked
      }
  }
}
