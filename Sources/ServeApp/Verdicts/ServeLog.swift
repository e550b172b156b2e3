import Accounts
import AccountsApp
import CommandKit
import HTTP
import Synchronization

/// The few lines of a server: when it starts and ends, when the accounts cannot be read or can be
/// read again, and now and then why a request was refused. None repeats a request, but for a host.
final class ServeLog: Sendable {
  private struct State {
    var fault: AccountsError?
    var hasNotedNoClient = false
    /// The hosts that were refused since the start.
    var unlistedHosts: Set<String> = []
  }

  private let state = Mutex(State())
  private let say: @Sendable (Phrase) -> Void
  /// The faults of single requests that were said of late.
  private let rareFaults: Recent<AccountsError, Void>
  /// The notices that were said of late.
  private let rareNotices: Recent<Notice, Void>
  /// The signs that were said of late.
  private let signs: Recent<Sign, Void>

  /// For how many seconds a fault of the counts is not said again.
  static let quiet = 300

  /// A sign that a request gives of the web servers' lines, or of its sender. It may come with each
  /// one, so it is said once a minute.
  enum Sign: Sendable, Hashable {
    /// No line of a web server leads to the way in.
    case noLineForWayIn
    /// A session is unknown. It is not a guess at a password, and may have been one.
    case wrongSession
    /// A request was refused without being judged. The line is one of the few bodies of such
    /// answers; it repeats nothing of the request.
    case refused(line: String)

    fileprivate var words: Phrase {
      switch self {
      case .noLineForWayIn:
        Phrase("the web server has no line for \(GuardedHost.openPath): nobody can log in there")
      case .wrongSession: Phrase("a request had an expired or unknown session")
      case .refused(let line): Phrase("a request was refused: \(line)")
      }
    }
  }

  /// - Parameter now: the seconds of a clock that is never set.
  init(
    now: @escaping @Sendable () -> Int = { Server.monotonic() / 1_000 },
    _ say: @escaping @Sendable (Phrase) -> Void
  ) {
    self.say = say
    rareFaults = Recent(most: 100, seconds: Self.quiet, now: now)
    rareNotices = Recent(most: 100, seconds: 60, now: now)
    signs = Recent(most: 100, seconds: 60, now: now)
  }

  func line(_ words: Phrase) { say(words) }

  /// Whether the accounts could not be used when they were needed last.
  var hasFault: Bool { state.withLock { $0.fault != nil } }

  /// - Parameter host: as the web server says it, of a question to the door.
  func note(_ verdict: DoorVerdict, at host: String = "") {
    switch verdict {
    case .host: note(unlisted: host)
    case .unreadable(.uncounted(let error)): note(rarely: .uncounted(error))
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
    say(lines(of: fault))
  }

  private func say(_ lines: [Phrase]) { for line in lines { say(line) } }

  private func lines(of fault: AccountsError) -> [Phrase] {
    Array(Report(fault).placedLines.prefix(3))
  }

  /// Notes why an attempt could not be counted or recorded, or a password not be set, once in five
  /// minutes.
  func note(rarely fault: AccountsError) {
    if rareFaults.insert((), under: fault) { say(lines(of: fault)) }
  }

  /// Notes what did not work out beside an attempt or a session, once a minute.
  func note(_ notice: Notice) {
    if case .loginNotRecorded(let error) = notice { return note(rarely: error) }
    if rareNotices.insert((), under: notice) { say(notice.message) }
  }

  /// The most hosts that are named.
  private static let mostUnlisted = 64

  /// A host that a client may have said, as a page and the log show it.
  static func shown(_ host: String) -> String { visible(String(host.prefix(100))) }

  /// Says once that requests come for a host that is not in the list. A client may say any.
  private func note(unlisted text: String) {
    let host = (try? GuardedHost(text))?.name ?? text
    let shown = Self.shown(host)
    let isNews = state.withLock { state in
      state.unlistedHosts.count < Self.mostUnlisted && state.unlistedHosts.insert(shown).inserted
    }
    guard isNews else { return }
    say(
      host.isEmpty
        ? Phrase(
          "a request came without a host in X-Forwarded-Host, or with several: nobody enters there")
        : Phrase(
          "a request came for the host '\(shown)', which is not in serve.hosts of the rules: nobody "
            + "enters there"))
  }

  /// Says a sign, once a minute.
  func note(sign: Sign) { if signs.insert((), under: sign) { say(sign.words) } }

  func noteNoClient() {
    let isFirst = state.withLock { state in
      defer { state.hasNotedNoClient = true }
      return !state.hasNotedNoClient
    }
    guard isFirst else { return }
    say(
      Phrase(
        "a request came without an address in X-Forwarded-For: after five wrong passwords from "
          + "anywhere a name has to wait, whoever asks"))
  }
}
