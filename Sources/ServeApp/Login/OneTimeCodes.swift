import Synchronization

/// Codes that are worth something for a short time: in memory alone, and as digests. `take` uses one
/// up; those with which one logs out are only looked at.
///
/// Each belongs to an owner, who has at most so many; of more, the oldest goes. So it does if there
/// are too many in all.
final class OneTimeCodes<Owner: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate struct Entry: Sendable {
    let owner: Owner
    let value: Value
    let made: Int
    let number: Int
  }

  /// A code that was used.
  struct Used: Sendable {
    let value: Value
    fileprivate let key: Digest
    fileprivate let entry: Entry
  }

  private struct State: Sendable {
    var entries: [Digest: Entry] = [:]
    /// The codes of an owner, the oldest first.
    var owned: [Owner: [Digest]] = [:]
    var last = 0

    mutating func remove(_ key: Digest) -> Entry? {
      guard let entry = entries.removeValue(forKey: key) else { return nil }
      owned[entry.owner]?.removeAll { $0 == key }
      if owned[entry.owner]?.isEmpty == true { owned[entry.owner] = nil }
      return entry
    }
  }

  private let state = Mutex(State())
  private let most: Int
  private let seconds: Int
  private let digester: Digester
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - seconds: how long one is worth something.
  ///   - now: seconds of a clock that never goes back.
  init(
    most: Int = CodeLimits.most, seconds: Int, _ digester: Digester,
    now: @escaping @Sendable () -> Int
  ) {
    (self.most, self.seconds, self.digester, self.now) = (most, seconds, digester, now)
  }

  /// A new code of 128 random bits.
  func make(_ value: Value, of owner: Owner) -> String {
    let text = RandomText.make(bits: 128)
    let (key, now) = (digester.digest([text]), now())
    state.withLock { state in
      if let own = state.owned[owner], own.count >= CodeLimits.mostOfOwner {
        _ = state.remove(own[0])
      }
      if state.entries.count >= most {
        for (key, entry) in state.entries where !isFresh(entry, now) { _ = state.remove(key) }
      }
      if state.entries.count >= most,
        let oldest = state.entries.min(by: { $0.value.number < $1.value.number })
      {
        _ = state.remove(oldest.key)
      }
      state.last += 1
      state.entries[key] = Entry(owner: owner, value: value, made: now, number: state.last)
      state.owned[owner, default: []].append(key)
    }
    return text
  }

  /// Uses a code, which can be put back; nil if it is unknown, used or over.
  func take(_ text: String) -> Used? {
    let (key, now) = (digester.digest([text]), now())
    return state.withLock { state in
      guard let entry = state.remove(key), isFresh(entry, now) else { return nil }
      return Used(value: entry.value, key: key, entry: entry)
    }
  }

  /// Makes a code what it was before it was used, no younger. If no more fit, it stays used.
  func putBack(_ used: Used) {
    state.withLock { state in
      let own = state.owned[used.entry.owner, default: []]
      guard own.count < CodeLimits.mostOfOwner, state.entries.count < most,
        state.entries[used.key] == nil
      else { return }
      let place = own.firstIndex { (state.entries[$0]?.number ?? 0) > used.entry.number }
      state.owned[used.entry.owner, default: []].insert(used.key, at: place ?? own.count)
      state.entries[used.key] = used.entry
    }
  }

  /// The value of a code, which stays of use.
  func look(_ text: String) -> Value? {
    let (key, now) = (digester.digest([text]), now())
    return state.withLock { state in
      state.entries[key].flatMap { isFresh($0, now) ? $0.value : nil }
    }
  }

  var count: Int { state.withLock { $0.entries.count } }

  private func isFresh(_ entry: Entry, _ now: Int) -> Bool { now - entry.made <= seconds }
}

/// How many seconds codes are good, and how many there may be.
enum CodeLimits {
  /// A code that ends a way in.
  static let wayIn = 60
  /// The code by which the page knows from which login somebody came to log out.
  static let logout = 600
  /// The code by which the page knows that an old password was right, before the new one is set.
  static let proof = 600
  /// The most codes of one kind, and of these one login's or account's; of more, the oldest goes.
  static let most = 10_000
  static let mostOfOwner = 64
}
