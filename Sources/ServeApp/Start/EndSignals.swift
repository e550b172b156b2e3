import Dispatch
import Glibc

/// The signals that end a server, which one thread waits for: SIGTERM, SIGINT and SIGHUP.
struct EndSignals: Sendable {
  private static let all = [SIGTERM, SIGINT, SIGHUP]

  /// Holds the signals back in this thread, and in all that it begins from here on.
  init() {
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls `body` when one comes.
  func whenOneComes(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "regapp.signals").async {
      var set = Self.set
      var signal: Int32 = 0
      while sigwait(&set, &signal) != 0 {}
      body()
    }
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in all { sigaddset(&set, signal) }
    return set
  }
}
