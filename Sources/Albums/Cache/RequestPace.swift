import Glibc
import Synchronization

/// Limits requests to 20 a minute: for all processes that share a cache, or for this process alone
/// if there is no writable cache.
final class RequestPace: Sendable {
  static let requests = 20
  static let seconds = 60

  private let cache: AnswerCache?
  private let clock: AlbumsClock
  private let attempts: Int
  private let own = Mutex<[Int]>([])

  /// - Parameter attempts: how often to ask for the cache's lock, every 2 ms.
  init(cache: AnswerCache?, clock: AlbumsClock, attempts: Int = 1000) {
    self.cache = cache
    self.clock = clock
    self.attempts = attempts
  }

  /// Returns when a request may begin, and counts it. Waits only if `waiting` agrees.
  func begin(_ waiting: Waiting) async throws(AlbumsError) {
    while let seconds = await CacheDisk.run({ self.take() }) {
      guard await waiting(Wait(seconds: seconds, reason: .pace)) else {
        throw Task.isCancelled ? .cancelled : .throttled(retryAfter: seconds)
      }
      do { try await clock.sleep(.seconds(seconds)) } catch { throw .cancelled }
    }
    if Task.isCancelled { throw .cancelled }
  }

  /// Counts a request, or returns how many seconds it must wait.
  private func take() -> Int? {
    own.withLock { own in
      guard let file = PaceFile(cache, attempts) else { return Self.take(&own, now: clock.now()) }
      defer { file.close() }
      var times = file.read()
      let before = times
      let wait = Self.take(&times, now: clock.now())
      if times != before, !file.write(times) { return Self.take(&own, now: clock.now()) }
      return wait
    }
  }

  private static func take(_ times: inout [Int], now: Int) -> Int? {
    // A time far in the future was written before the clock was set back.
    times = times.filter { now - seconds < $0 && $0 < now + seconds }.sorted().suffix(requests)
    if times.count == requests, let first = times.first {
      return min(max(first + seconds - now, 1), seconds)
    }
    times.append(now)
    return nil
  }
}

/// The times of the last requests; the file is locked until it is closed. It is overwritten in
/// place: a reader that sees half a write finds fewer times, and nothing worse.
private struct PaceFile {
  private let descriptor: Int32

  /// nil if it cannot be opened, or if another process holds the lock longer than counting takes.
  init?(_ cache: AnswerCache?, _ attempts: Int) {
    guard let cache, cache.prepare() else { return nil }
    descriptor = open(
      cache.paceFile, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode_t(0o600))
    guard descriptor >= 0 else { return nil }
    for _ in 0..<attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        _ = fchmod(descriptor, 0o600)
        return
      }
      usleep(2000)
    }
    close()
    return nil
  }

  func close() {
    // At once, even while a child that is being forked has a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }

  func read() -> [Int] {
    String(decoding: CacheDisk.read(descriptor, count: 4096), as: UTF8.self)
      .split(separator: "\n").compactMap { Int($0) }
  }

  func write(_ times: [Int]) -> Bool {
    let text = Array(times.map { "\($0)\n" }.joined().utf8)
    return ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0
      && CacheDisk.write(text, to: descriptor)
  }
}
