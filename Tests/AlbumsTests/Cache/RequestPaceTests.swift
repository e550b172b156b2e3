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

  @Test("include the redirected ones")
  func redirects() async throws {
    let circle = LoopbackServer(.reply(302, "", headers: ["Location: /search"]))
    let client = try ITunesClient.of(circle.address, clock: clock)
    let search = try AlbumSearch("a", country: .russia)
    for _ in 0..<3 {
      let error = await failure { () throws(AlbumsError) in
        try await client.search(search, waiting: { _ in false })
      }
      #expect(error == .redirected(to: "\(circle.address)/search"))
    }
    let error = await failure { () throws(AlbumsError) in
      try await client.search(search, waiting: { _ in false })
    }
    #expect(error == .throttled(retryAfter: 60))
    #expect(circle.requests.count == 20)
  }

  @Test("that begin at the same time are each counted")
  func together() async {
    let counts = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let pace = RequestPace(cache: cache, clock: clock.clock, attempts: .max)
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
    try await RequestPace(cache: cache, clock: clock.clock, attempts: 2).begin { _ in false }
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
