import Foundation
import LoopbackHTTP
import Synchronization
import Testing

@testable import Albums

@Suite("Requests a minute") struct RequestPaceTests {
  private let directory = TemporaryDirectory()
  private let clock = ManualClock()
  private var cache: AnswerCache { AnswerCache(directory: directory.path) }

  @Test("are twenty, for all processes that share a cache", arguments: [true, false])
  func twenty(shared: Bool) async throws {
    let own = RequestPace(cache: nil, clock: clock.clock)
    func pace() -> RequestPace {
      shared ? RequestPace(cache: cache, clock: clock.clock) : own
    }
    let waits = Mutex<[Wait]>([])
    for _ in 0..<10 { try await pace().begin { _ in false } }
    clock.advance(15)
    for _ in 0..<10 { try await pace().begin { _ in false } }
    #expect(
      await failure { () throws(AlbumsError) in try await pace().begin { _ in false } }
        == .throttled(retryAfter: 45))
    try await pace().begin { wait in
      waits.withLock { $0.append(wait) }
      return true
    }
    #expect(waits.withLock(\.self) == [Wait(seconds: 45, reason: .pace)])
    #expect(clock.slept == [45])
    // The first ten are a minute old by now.
    for _ in 0..<9 { try await pace().begin { _ in false } }
    #expect(
      await failure { () throws(AlbumsError) in try await pace().begin { _ in false } }
        == .throttled(retryAfter: 15))
  }

  @Test("that begin at the same time are each counted")
  func together() async {
    let counts = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let pace = RequestPace(cache: cache, clock: clock.clock)
          return (try? await pace.begin { _ in false }) != nil
        }
      }
      return await group.reduce(into: [false: 0, true: 0]) { $0[$1, default: 0] += 1 }
    }
    #expect(counts == [true: 20, false: 20])
  }

  @Test("are counted from zero if the file is garbage or from a clock that was set back")
  func garbage() async throws {
    let texts = [
      "garbage", "\u{0}\n\n", String(repeating: "9", count: 100_000),
      (0..<20).map { "\(clock.now + 1000 + $0)" }.joined(separator: "\n"),
      (0..<20).map { _ in "9223372036854775807\n-9223372036854775808" }.joined(separator: "\n"),
    ]
    for text in texts {
      try text.write(toFile: cache.paceFile, atomically: true, encoding: .utf8)
      try await RequestPace(cache: cache, clock: clock.clock).begin { _ in false }
      #expect(try String(contentsOfFile: cache.paceFile, encoding: .utf8) == "\(clock.now)\n")
    }
  }

  @Test("are counted in memory if the file stays locked or cannot be opened")
  func locked() async throws {
    _ = cache.prepare()
    let descriptor = open(cache.paceFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try await RequestPace(cache: cache, clock: clock.clock).begin { _ in false }
    close(descriptor)
    try FileManager.default.removeItem(atPath: cache.paceFile)
    #expect(mkdir(cache.paceFile, 0o700) == 0)
    let pace = RequestPace(cache: cache, clock: clock.clock)
    for _ in 0..<20 { try await pace.begin { _ in false } }
    #expect(
      await failure { () throws(AlbumsError) in try await pace.begin { _ in false } }
        == .throttled(retryAfter: 60))
  }

  @Test("that are waiting end when cancelled")
  func cancelled() async throws {
    let pace = RequestPace(cache: nil, clock: clock.clock)
    for _ in 0..<20 { try await pace.begin { _ in false } }
    let task = Task {
      await failure { () throws(AlbumsError) in
        try await pace.begin { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          return true
        }
      }
    }
    #expect(await task.value == .cancelled)
  }

  @Test("apply only to the network: a cached answer costs none")
  func kept() async throws {
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "A"))))
    let client = try ITunesClient.of(server.address, cache: cache, clock: clock)
    for _ in 0..<50 {
      _ = try await client.search(AlbumSearch("a"), waiting: { _ in false })
    }
    #expect(server.requests.count == 1)
  }
}

@Suite("A service that is overloaded") struct ThrottledTests {
  private let clock = ManualClock()

  /// A server that answers 429 this many times.
  private func server(_ times: Int, _ header: String = "Retry-After: 30") -> LoopbackServer {
    let left = Mutex(times)
    return LoopbackServer { _ in
      let isThrottled = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isThrottled
        ? [.reply(429, "<html>", headers: [header])]
        : [.reply(200, Answers.with(Answers.album(1, "A")))]
    }
  }

  @Test("is waited for once, visibly, and asked again")
  func once() async throws {
    let server = server(1)
    let client = try ITunesClient.of(server.address, clock: clock)
    let waits = Mutex<[Wait]>([])
    let answer = try await client.search(AlbumSearch("a")) { wait in
      waits.withLock { $0.append(wait) }
      return true
    }
    #expect(answer.value.count == 1)
    #expect(waits.withLock(\.self) == [Wait(seconds: 30, reason: .throttled)])
    #expect(clock.slept == [30])
  }

  @Test("is not waited for twice, for too long, for an unknown time, or against the user's will")
  func refused() async throws {
    let rows: [(LoopbackServer, Bool, AlbumsError, requests: Int)] = [
      (server(9), true, .throttled(retryAfter: 30), 2),
      (server(9, "Retry-After: 61"), true, .throttled(retryAfter: 61), 1),
      (server(9, "Retry-After: 60"), true, .throttled(retryAfter: 60), 2),
      (server(9, "X: 1"), true, .throttled(retryAfter: nil), 1),
      (server(9), false, .throttled(retryAfter: 30), 1),
    ]
    let search = try AlbumSearch("a")
    for (server, agrees, error, requests) in rows {
      let client = try ITunesClient.of(server.address, clock: clock)
      #expect(
        await failure { () throws(AlbumsError) in
          try await client.search(search, waiting: { _ in agrees })
        } == error)
      #expect(server.requests.count == requests)
    }
  }

  @Test(
    "says when to ask again",
    arguments: [
      ("30", 30), ("0", 0), (" 7 ", 7), ("99999999999999999999", 86_400), ("-1", nil), ("", nil),
      ("1.5", nil), ("soon", nil), ("Thu, 01 Jan 1970 00:16:45 GMT", 5),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 86_400),
      ("Thu, 32 Jan 1970 00:16:45 GMT", nil), ("Thu, 01 Foo 1970 00:16:45 GMT", nil),
      ("Thu, 01 Jan 1970 24:16:45 GMT", nil), ("Thu, 01 Jan 1970 00:16:45 CET", nil),
      (nil, nil),
    ] as [(String?, Int?)])
  func retryAfter(text: String?, seconds: Int?) {
    #expect(RetryAfter.seconds(text, now: 1000) == seconds)
  }

  @Test(
    "also by a date",
    arguments: [
      ("Sat, 01 Jan 2000 00:00:00 GMT", 946_684_800),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Sun, 31 Dec 2023 23:59:59 GMT", 1_704_067_199),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
    ])
  func date(text: String, time: Int) { #expect(RetryAfter.seconds(text, now: time - 9) == 9) }
}
