/// The result of a login attempt.
public struct LoginOutcome: Sendable, Hashable {
  /// Success, or the reason for failure.
  public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// The password was right, and the account can be logged in to.
    case yes
    /// The password was wrong, or the account is locked.
    case wrong
    /// No account has the name, or several have.
    case unknown
    /// Too many attempts failed under the name; the password was not checked.
    case throttled
    /// The password was right, and the account breaks rules.
    case closed
    /// The password was right, and the account is disabled.
    case disabled
    /// The password was right, and the last day has passed.
    case expired
    /// The password was right, and the first day has not come.
    case notYetValid
    /// The password was right, but must be changed, and the caller required one that need not be.
    case mustChange
    /// The password could not be checked.
    case unchecked
  }

  /// The account's own name; nil if there was no single account. Typed names are not kept, since
  /// people type passwords into the name field.
  public let account: String?
  /// Success, or the reason for failure.
  public let answer: Answer
  /// Where it came from.
  public let origin: LoginOrigin

  /// An unnamed account always means ``Answer/unknown``.
  public init(of account: String?, _ answer: Answer, from origin: LoginOrigin = LoginOrigin()) {
    self.account = account
    self.answer = account == nil ? .unknown : answer
    self.origin = origin
  }
}

extension LoginOutcome.Answer {
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
