import Accounts

/// A memory of the answers that were recorded in the last five minutes. Within that time an answer
/// is not recorded twice.
final class RecordedAnswers: Sendable {
  private enum Key: Sendable, Hashable {
    case answer(LoginOutcome.Answer, GivenPassword)
    case session(LoginOutcome.Answer, BrowserLogin.ID, network: String?)
    case wait(names: Digest, network: String?)
  }

  private let digester: Digester
  private let recorded: Recent<Key, Void>

  init(_ digester: Digester, now: @escaping @Sendable () -> Int) {
    self.digester = digester
    recorded = Recent(most: 20_000, seconds: 300, now: now)
  }

  /// Whether to record the answer to a password; notes that it was. A wait is one of the name and
  /// the address, with any password.
  @discardableResult
  func isNews(
    _ answer: LoginOutcome.Answer, to password: GivenPassword, of subject: LoginSubject
  ) -> Bool {
    answer == .throttled
      ? isNewWait(of: subject, from: password.network)
      : recorded.insert((), under: .answer(answer, password))
  }

  /// Whether to record the answer to a session, and that it was recorded.
  func isNews(
    _ answer: LoginOutcome.Answer, to login: BrowserLogin.ID, from network: String?
  ) -> Bool {
    recorded.insert((), under: .session(answer, login, network: network))
  }

  /// Whether to record the answer to an attempt: always, but for a wait that is not new.
  func isToRecord(
    _ answer: LoginOutcome.Answer, of subject: LoginSubject, from network: String?
  ) -> Bool {
    answer != .throttled || isNewWait(of: subject, from: network)
  }

  private func isNewWait(of subject: LoginSubject, from network: String?) -> Bool {
    let names = digester.digest(subject.countedNames)
    return recorded.insert((), under: .wait(names: names, network: network))
  }
}
