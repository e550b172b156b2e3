import Foundation
import LoopbackHTTP
import Testing

@testable import Albums

@Suite("A cached answer") struct CacheTests {
  private let directory = TemporaryDirectory()
  private let clock = ManualClock()
  private var cache: AnswerCache { AnswerCache(directory: "\(directory.path)/regapp") }
  private let one = Answers.with(Answers.album(1, "Lanterns"))

  private func client(_ server: LoopbackServer) throws -> ITunesClient {
    try ITunesClient.of(server.address, cache: cache, clock: clock)
  }

  @Test("is not asked for again within a day, but is after that")
  func day() async throws {
    let server = LoopbackServer(.reply(200, one))
    let search = try AlbumSearch("lanterns")
    #expect(try await client(server).search(search).freshness == .new)
    clock.advance(86_399)
    #expect(try await client(server).search(search).freshness == .kept(age: 86_399))
    #expect(try await client(server).search(search).value.map(\.id) == [1])
    #expect(server.requests.count == 1)
    clock.advance(1)
    #expect(try await client(server).search(search).freshness == .new)
    #expect(server.requests.count == 2)
  }

  @Test("serves only the same question, store and limit")
  func questions() async throws {
    let server = LoopbackServer(.reply(200, one))
    for search in [
      try AlbumSearch("a"), try AlbumSearch("b"), try AlbumSearch("a", limit: 3),
      try AlbumSearch("a", country: .russia),
    ] { _ = try await client(server).search(search) }
    #expect(server.requests.count == 4)
  }

  @Test("is skipped and replaced by a refresh")
  func refresh() async throws {
    let server = LoopbackServer(.reply(200, one))
    let search = try AlbumSearch("lanterns")
    for _ in 0..<3 { #expect(try await client(server).search(search, .refresh).freshness == .new) }
    #expect(server.requests.count == 3)
    #expect(try await client(server).search(search).freshness == .kept(age: 0))
  }

  @Test("is dropped after 30 days")
  func longest() async throws {
    let server = LoopbackServer(.reply(200, one))
    let client = try client(server)
    let (first, second) = (try AlbumSearch("first"), try AlbumSearch("second"))
    _ = try await client.search(first)
    clock.advance(30 * 86_400)
    #expect(
      try await client.search(first, .offline).freshness == .old(age: 30 * 86_400, because: nil))
    clock.advance(1)
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(first, .offline) }
        == .notKept)
    #expect(directory.files("regapp/answers").count == 1)
    _ = try await client.search(second)
    #expect(directory.files("regapp/answers").count == 1)
    #expect(try await client.search(second, .offline).value.count == 1)
  }

  @Test("is removed, like a cover, when all are cleared")
  func clear() async throws {
    #expect(await cache.clear() == 0)
    let server = LoopbackServer { request in
      [request.target.hasSuffix(".jpg") ? .reply(200, Answers.jpeg) : .reply(200, self.one)]
    }
    let client = try client(server)
    _ = try await client.search(AlbumSearch("a"))
    _ = try await client.cover(
      of: Album(id: 1, country: .russia, artworkURL: "\(server.address)/100x100bb.jpg"), .small)
    #expect(await cache.clear() == 2)
    #expect(directory.files("regapp/answers") == [] && directory.files("regapp/covers") == [])
    #expect(try await client.search(AlbumSearch("a")).freshness == .new)
  }

  @Test("is all that is used offline, up to 30 days old")
  func offlineOnly() async throws {
    let server = LoopbackServer(.reply(200, one))
    let client = try client(server)
    let search = try AlbumSearch("lanterns")
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(search, .offline) }
        == .notKept)
    #expect(server.requests.isEmpty)
    _ = try await client.search(search)
    #expect(try await client.search(search, .offline).freshness == .kept(age: 0))
    clock.advance(1_000_000)
    #expect(
      try await client.search(search, .offline).freshness == .old(age: 1_000_000, because: nil))
    #expect(server.requests.count == 1)
  }

  @Test(
    "is returned when there is no network, and marked as old",
    arguments: [Reading.keptFirst, .refresh])
  func old(reading: Reading) async throws {
    let address = "http://127.0.0.1:\(LoopbackServer.closedPort())"
    let client = try ITunesClient.of(address, cache: cache, clock: clock)
    let url = AlbumRequest.search(term: "lanterns", country: .unitedStates, limit: 200)
      .url(at: try #require(ITunesAddress(address)))
    cache.keep(Array(one.utf8), as: url, on: cache.answers, time: clock.now)
    clock.advance(200_000)
    let answer = try await client.search(AlbumSearch("lanterns"), reading)
    #expect(answer.value.map(\.id) == [1])
    #expect(answer.freshness == .old(age: 200_000, because: .offline))
    #expect(answer.freshness.isOld)
    let other = try AlbumSearch("other")
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(other, reading) }
        == .offline)
  }

  @Test("of another store serves offline, and an old empty result is not shown as new")
  func otherStores() async throws {
    let address = "http://127.0.0.1:\(LoopbackServer.closedPort())"
    let client = try ITunesClient.of(address, cache: cache, clock: clock)
    func keep(_ body: String, _ country: Country) throws {
      let url = AlbumRequest.search(term: "lanterns", country: country, limit: 200)
        .url(at: try #require(ITunesAddress(address)))
      cache.keep(Array(body.utf8), as: url, on: cache.answers, time: clock.now)
    }
    let search = try AlbumSearch("lanterns")
    try keep(Answers.empty, .unitedStates)
    clock.advance(200_000)
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(search) } == .offline)
    try keep(one, .russia)
    let answer = try await client.search(search)
    #expect(answer.country == .russia && answer.value.count == 1)
    #expect(answer.freshness == .kept(age: 0))
  }

  @Test(
    "is never a failure, and never an empty result in place of one",
    arguments: [
      LoopbackServer.Step.reply(429, "<html>"), .reply(403, "<html>"), .reply(500, Answers.empty),
      .reply(404, Answers.empty), .reply(400, "{\"errorMessage\":\"No\"}"),
      .reply(200, "<html></html>"), .reply(200, "{\"results\":[{"), .reply(200, "{}"),
      .reply(200, "{\"errorMessage\":\"No\"}"), .reply(200, ""),
      .reply(302, "", headers: ["Location: http://elsewhere.invalid/"]), .send("HTTP/1.1 200"),
    ])
  func failures(step: LoopbackServer.Step) async throws {
    let server = LoopbackServer(step)
    let client = try client(server)
    let search = try AlbumSearch("lanterns", country: .russia)
    for _ in 0..<2 {
      #expect(await failure { () throws(AlbumsError) in try await client.search(search) } != nil)
    }
    #expect(server.requests.count == 2)
    #expect(directory.files("regapp/answers") == [])
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(search, .offline) }
        == .notKept)
  }

  @Test("may be an empty result, if the store said so")
  func nothing() async throws {
    let server = LoopbackServer(.reply(200, Answers.empty))
    let client = try client(server)
    for _ in 0..<2 { #expect(try await client.search(AlbumSearch("zzz")).value == []) }
    #expect(server.requests.count == 2)
    #expect(try await client.search(AlbumSearch("zzz"), .offline).value == [])
  }

  @Test("is private to the user, and its file name reveals nothing")
  func modes() async throws {
    let server = LoopbackServer(.reply(200, one))
    _ = try await client(server).search(AlbumSearch("lanterns"))
    for name in ["regapp", "regapp/answers"] { #expect(directory.mode(name) == 0o700) }
    #expect(directory.mode("regapp/requests") == 0o600)
    let files = directory.files("regapp/answers")
    #expect(files.count == 1)
    for file in files {
      #expect(directory.mode("regapp/answers/\(file)") == 0o600)
      #expect(file.count == 32 && file.allSatisfy(\.isHexDigit))
    }
    #expect(chmod("\(directory.path)/regapp", 0o755) == 0)
    _ = try await client(server).search(AlbumSearch("more"))
    #expect(directory.mode("regapp") == 0o700)
  }

  @Test(
    "survives garbage in its place",
    arguments: ["", "garbage", "regapp-albums 1 1 1\n", "cut", "other", "time"])
  func garbage(kind: String) async throws {
    let server = LoopbackServer(.reply(200, one))
    let client = try client(server)
    let search = try AlbumSearch("lanterns")
    _ = try await client.search(search)
    let file = try #require(directory.files("regapp/answers").first)
    let path = "\(directory.path)/regapp/answers/\(file)"
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    let text =
      switch kind {
      case "cut": String(whole.dropLast())
      // Complete, but for another question.
      case "other": whole.replacingOccurrences(of: "lanterns", with: "anterlns")
      case "time": whole.replacingOccurrences(of: " 1000000 ", with: " \(Int.min) ")
      default: kind
      }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try await client.search(search).freshness == .new)
    #expect(try await client.search(search).freshness == .kept(age: 0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
  }

  @Test("follows no link, and survives a directory or a pipe in its place")
  func links() async throws {
    let server = LoopbackServer(.reply(200, one))
    let client = try client(server)
    let search = try AlbumSearch("lanterns")
    _ = try await client.search(search)
    let file = try #require(directory.files("regapp/answers").first)
    let path = "\(directory.path)/regapp/answers/\(file)"
    let elsewhere = "\(directory.path)/elsewhere"
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    #expect(symlink(elsewhere, path) == 0)
    #expect(try await client.search(search).freshness == .new)
    for make in [{ mkdir($0, 0o700) }, { mkfifo($0, 0o600) }] as [(String) -> Int32] {
      try FileManager.default.removeItem(atPath: path)
      #expect(make(path) == 0)
      #expect(try await client.search(search).value.count == 1)
    }
  }

  @Test("from the future is asked for again, and still serves offline")
  func future() async throws {
    let server = LoopbackServer(.reply(200, one))
    let client = try client(server)
    _ = try await client.search(AlbumSearch("lanterns"))
    clock.advance(-5000)
    #expect(
      try await client.search(AlbumSearch("lanterns"), .offline).freshness
        == .old(age: 0, because: nil))
    #expect(try await client.search(AlbumSearch("lanterns")).freshness == .new)
  }

  @Test("is not stored if there is no directory, and that is not an error")
  func noDirectory() async throws {
    let file = "\(directory.path)/file"
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    let server = LoopbackServer(.reply(200, one))
    let client = try ITunesClient.of(
      server.address, cache: AnswerCache(directory: "\(file)/regapp"), clock: clock)
    for _ in 0..<2 {
      #expect(try await client.search(AlbumSearch("a"), .keptFirst).freshness == .new)
    }
  }

  @Test("takes no more than its share of room: the oldest goes first")
  func room() {
    let shelf = Shelf(directory: "\(directory.path)/shelf", limit: 5000)
    for time in 1...20 { shelf.keep([UInt8](repeating: 1, count: 900), as: "\(time)", time: time) }
    #expect((1...20).filter { shelf.read("\($0)") != nil } == [16, 17, 18, 19, 20])
    shelf.keep([UInt8](repeating: 1, count: 4990), as: "too large with its head", time: 21)
    #expect(shelf.read("too large with its head") == nil)
    #expect(directory.files("shelf").count == 5)
  }

  @Test("leaves other processes' unfinished files alone for an hour, then removes them")
  func leftovers() throws {
    let shelf = Shelf(directory: "\(directory.path)/shelf", limit: 5000)
    shelf.keep([1], as: "a", time: 0)
    #expect(CacheDisk.replace(".new-1", in: shelf.directory, with: [1], time: 0))
    shelf.keep([1], as: "a", time: 3600)
    #expect(directory.files("shelf").contains(".new-1"))
    shelf.keep([1], as: "a", time: 3601)
    #expect(directory.files("shelf") == [Shelf.name(of: "a")])
  }

  @Test("is complete even with concurrent writers")
  func together() async {
    let shelf = Shelf(directory: "\(directory.path)/shelf", limit: 40_000)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for round in 0..<40 {
            shelf.keep([UInt8](repeating: UInt8(writer), count: 5000), as: "\(round % 4)", time: 1)
            if let kept = shelf.read("\(round % 4)") {
              #expect(kept.bytes.count == 5000 && Set(kept.bytes).count == 1)
            }
          }
        }
      }
    }
    #expect(directory.files("shelf").count == 4)
  }
}
