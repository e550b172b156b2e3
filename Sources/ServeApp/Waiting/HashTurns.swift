import Synchronization
import TextTools

/// Turns to compute a hash, shared by the door and the page, so that one address has one at a time.
/// Both also share its digester, its clock and the memory of recorded answers.
///
/// An address is here what one customer has of them, of IPv6 a /56: a customer who has one has 256
/// of the /64 for which failures are counted, and could take all places by them.
final class HashTurns: Sendable {
  /// The most that wait for hashes in all. All others of the connections are left to those who need
  /// none.
  static let mostWaiting = 256
  /// The last places. An address that has 64 places cannot take them: else it could take all, by
  /// asking for the same thing again and again.
  static let leftToOthers = 32

  let digester = Digester()
  let queue: AddressQueue
  /// How many wait for a hash or for its result, or have it computed.
  private let asking = Mutex(Asking())

  private struct Asking {
    var inAll = 0
    var byAddress: [String: Int] = [:]
  }

  /// The seconds of a clock that never goes back.
  let now: @Sendable () -> Int
  let recorded: RecordedAnswers

  init(queue: AddressQueue, now: @escaping @Sendable () -> Int) {
    (self.queue, self.now) = (queue, now)
    recorded = RecordedAnswers(digester, now: now)
  }

  /// The value of work that computes hashes, in a turn of an address, and whether this call asked
  /// for it first. Others who ask for the same meanwhile wait for it, too.
  ///
  /// - Returns: nil if too many wait or no turn came free in time, and if the task is cancelled,
  ///   which takes it out of the queue.
  func turn<Key, Value>(
    of network: String?, sharing shared: SharedAnswer<Key, Value?>, _ key: Key,
    hasPlace: Bool = false, _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isOwn: Bool)? {
    guard hasPlace || takePlace(of: network) else { return nil }
    defer { if !hasPlace { leavePlace(of: network) } }
    let site = Self.site(of: network)
    let found = await shared.value(for: key) { [queue] in await queue.turn(of: site, work) }
    return found.flatMap { found in found.value.map { ($0, found.isOwn) } }
  }

  /// Takes one of the places of those that need hashes; false if none is free for the address.
  /// Requests without an address come from anybody, and may take all.
  func takePlace(of network: String?) -> Bool {
    let site = Self.site(of: network)
    return asking.withLock { asking in
      var free = Self.mostWaiting + queue.turns - asking.inAll
      if let site, asking.byAddress[site, default: 0] >= AddressQueue.mostWaiting {
        free -= Self.leftToOthers
      }
      guard free > 0 else { return false }
      if let site { asking.byAddress[site, default: 0] += 1 }
      asking.inAll += 1
      return true
    }
  }

  func leavePlace(of network: String?) {
    let site = Self.site(of: network)
    asking.withLock { asking in
      asking.inAll -= 1
      guard let site, let left = asking.byAddress[site] else { return }
      asking.byAddress[site] = left > 1 ? left - 1 : nil
    }
  }

  private static func site(of network: String?) -> String? {
    network.map { IPAddress.site(of: $0) }
  }
}
