import Accounts

/// What the door and the page share of attempts: turns to compute a hash, digests, and what was
/// recorded of late.
struct Attempts: Sendable {
  let digester = Digester()
  let queue: AddressQueue
  /// The seconds of a clock that never goes back.
  let now: @Sendable () -> Int
  /// What was recorded in the last five minutes.
  private let recorded: Recent<Void>

  init(queue: AddressQueue, now: @escaping @Sendable () -> Int) {
    (self.queue, self.now) = (queue, now)
    recorded = Recent(most: 20_000, seconds: 300, now: now)
  }

  /// True if the same was not recorded in the last five minutes; from now on, it was.
  @discardableResult
  func isNews(_ texts: [[UInt8]]) -> Bool { recorded.insert((), under: digester.digest(texts)) }

  /// Whether to record a wait for a name and an address: once in five minutes.
  func isNewWait(of subject: LoginSubject, from network: String?) -> Bool {
    isNews((subject.countedNames + [network ?? "", "wait"]).map { Array($0.utf8) })
  }
}
