import Accounts
import CommandKit
import RegApp
import Synchronization

/// The few lines of a server: when it starts and ends, and when the accounts cannot be read or can be
/// read again. None is of a request.
final class ServeLog: Sendable {
  private struct State {
    var fault: AccountsError?
    var hasNotedNoClient = false
  }

  private let state = Mutex(State())
  private let say: @Sendable (Phrase) -> Void

  init(_ say: @escaping @Sendable (Phrase) -> Void) { self.say = say }

  func line(_ words: Phrase) { say(words) }

  func note(_ verdict: DoorVerdict) {
    switch verdict {
    case .unreadable(let error): note(error)
    case .busy: break
    default: note(nil)
    }
  }

  /// Notes why the accounts cannot be used, once; nil if they can.
  func note(_ fault: AccountsError?) {
    let isNews = state.withLock { state in
      defer { state.fault = fault }
      return state.fault != fault
    }
    guard isNews else { return }
    guard let fault else { return say(Phrase("the accounts can be read again")) }
    let report = Report(fault)
    for line in report.lines.isEmpty ? report.items.prefix(1).map(\.message) : report.lines {
      say(line)
    }
  }

  func noteNoClient() {
    let isFirst = state.withLock { state in
      defer { state.hasNotedNoClient = true }
      return !state.hasNotedNoClient
    }
    guard isFirst else { return }
    say(
      Phrase(
        "a request came without an address in X-Forwarded-For: five wrong passwords of anybody "
          + "make a name wait for all"))
  }
}
