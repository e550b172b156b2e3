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
    /// The password was right, and the account is in none of the groups that the caller required.
    case group
    /// The password was right, and the account has no id, which the caller required.
    case subject
    /// The password was right, and is the code of an invitation, over or not.
    case invited
    /// The password could not be checked.
    case unchecked

    /// True for a failure: every answer but a yes.
    public var isFailure: Bool { self != .yes }

    /// True for a failure that counts under nobody's name: the password was right, and the account
    /// is in order.
    public var isOfNobody: Bool { [.group, .subject, .invited, .mustChange].contains(self) }
  }

  /// The account's own name; nil if there was no single account. Typed names are not kept, since
  /// people type passwords into the name field.
  public let account: String?
  /// The account's id; nil if none counts.
  public let accountID: AccountID?
  /// Success, or the reason for failure.
  public let answer: Answer
  /// The origin of the attempt.
  public let origin: LoginOrigin

  /// The account under whose name it counts as a success or a failure; nil for none.
  public var counted: String? { answer.isOfNobody ? nil : account }

  /// An unnamed account always means ``Answer/unknown``.
  public init(
    of account: String?, id: AccountID? = nil, _ answer: Answer,
    from origin: LoginOrigin = LoginOrigin()
  ) {
    self.account = account
    accountID = account == nil ? nil : id
    self.answer = account == nil ? .unknown : answer
    self.origin = origin
  }
}

extension LoginOutcome.Answer {
  package init(_ error: AccountsError) {
    self =
      switch error {
      case .loginFailed, .nobodyRegistered: .wrong
      case .throttled: .throttled
      case .refused(.disabled): .disabled
      case .refused(.expired): .expired
      case .refused(.notYetValid): .notYetValid
      case .invited, .invitationOver, .refused(.invited): .invited
      case .refused, .accountClosed: .closed
      case .mustChange: .mustChange
      case .notInGroup: .group
      case .withoutID: .subject
      default: .unchecked
      }
  }
}
