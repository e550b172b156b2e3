import Foundation
import LoopbackHTTP
import Testing

@testable import Albums

@Suite("A cover") struct CoverTests {
  private let directory = TemporaryDirectory()

  private func album(_ artwork: String?) -> Album {
    Album(id: 1, country: .unitedStates, artworkURL: artwork)
  }

  @Test(
    "has an address for another size if its own ends in one",
    arguments: [
      ("https://a/x.jpg/100x100bb.jpg", "https://a/x.jpg/600x600bb.jpg"),
      ("https://a/100x100bb.jpg/100x100bb.jpg", "https://a/100x100bb.jpg/600x600bb.jpg"),
      ("https://a/60x60bb.jpg", "https://a/600x600bb.jpg"), ("https://a/x.jpg", nil),
      ("https://a/100x100bb.png", nil), ("https://a/axbbb.jpg", nil), ("https://a/x100bb.jpg", nil),
      ("https://a/100x100x1bb.jpg", nil), ("100x100bb.jpg", nil), ("", nil),
    ] as [(String, String?)])
  func address(original: String, sized: String?) {
    #expect(album(original).artwork(pixels: 600) == sized)
  }

  @Test("is fetched in the requested size, or in its own if that fails")
  func fallback() async throws {
    let server = LoopbackServer { request in
      switch request.target {
      case "/good/600x600bb.jpg", "/small/100x100bb.jpg", "/plain.jpg": [.reply(200, Answers.jpeg)]
      case "/small/600x600bb.jpg": [.reply(404, "none")]
      default: [.reply(500, "no")]
      }
    }
    let client = try ITunesClient.of(server.address)
    for name in ["good/100x100bb.jpg", "small/100x100bb.jpg", "plain.jpg"] {
      #expect(
        try await client.cover(of: album("\(server.address)/\(name)")) == Answers.jpeg)
    }
    #expect(
      server.requests.map(\.target) == [
        "/good/600x600bb.jpg", "/small/600x600bb.jpg", "/small/100x100bb.jpg", "/plain.jpg",
      ])
    let bad = album("\(server.address)/bad/100x100bb.jpg")
    #expect(
      await failure { () throws(AlbumsError) in try await client.cover(of: bad) }
        == .serverFailed(status: 500))
  }

  @Test("is JPEG, of at most 1 MiB, from its own host")
  func refused() async throws {
    let mebibyte = Answers.jpeg + [UInt8](repeating: 0, count: 1 << 20)
    let rows: [(LoopbackServer.Step, AlbumsError)] = [
      (.reply(200, "<html>"), .notJPEG), (.reply(200, ""), .notJPEG),
      (.reply(200, [0x89, 0x50, 0x4E, 0x47]), .notJPEG), (.reply(200, [0xFF]), .notJPEG),
      (.reply(200, mebibyte), .tooLarge(limit: 1 << 20)),
      (
        .reply(301, "", headers: ["Location: http://elsewhere.invalid/x.jpg"]),
        .redirected(to: "http://elsewhere.invalid/x.jpg")
      ),
    ]
    for (step, error) in rows {
      let server = LoopbackServer(step)
      let client = try ITunesClient.of(
        server.address, cache: AnswerCache(directory: directory.path))
      let album = album("\(server.address)/x.jpg")
      #expect(
        await failure { () throws(AlbumsError) in try await client.cover(of: album) } == error)
    }
    #expect(directory.files("covers") == [])
    let most = LoopbackServer(.reply(200, mebibyte.dropLast(Answers.jpeg.count)))
    let client = try ITunesClient.of(most.address)
    #expect(try await client.cover(of: album("\(most.address)/x.jpg")).count == 1 << 20)
  }

  @Test("is cached for good, and returned without the network")
  func kept() async throws {
    let server = LoopbackServer(.reply(200, Answers.jpeg))
    let clock = ManualClock()
    let client = try ITunesClient.of(
      server.address, cache: AnswerCache(directory: directory.path), clock: clock)
    let album = album("\(server.address)/a/100x100bb.jpg")
    #expect(
      await failure { () throws(AlbumsError) in try await client.cover(of: album, .offline)
      }
        == .notKept)
    _ = try await client.cover(of: album)
    clock.advance(10_000_000)
    #expect(try await client.cover(of: album, .offline) == Answers.jpeg)
    #expect(try await client.cover(of: album) == Answers.jpeg)
    #expect(server.requests.count == 1)
    _ = try await client.cover(of: album, pixels: 100)
    #expect(server.requests.map(\.target) == ["/a/600x600bb.jpg", "/a/100x100bb.jpg"])
  }

  @Test(
    "is not fetched from an address that cannot have one",
    arguments: [
      nil, "", "x", "file:///etc/passwd", "ftp://a/100x100bb.jpg", "https://", "https:///x.jpg",
      "https://me:secret@a/x.jpg", "data:image/jpeg;base64,AA==",
    ])
  func nowhere(artwork: String?) async throws {
    let client = try ITunesClient.of("http://127.0.0.1:\(LoopbackServer.closedPort())")
    let album = album(artwork)
    #expect(
      await failure { () throws(AlbumsError) in try await client.cover(of: album) } == .noCover)
  }

  @Test("from another host is fetched over TLS only")
  func secured() async throws {
    // It would answer over plain HTTP.
    let server = LoopbackServer(.reply(200, Answers.jpeg))
    let client = try ITunesClient.of("http://localhost:\(LoopbackServer.closedPort())")
    let speaksPlainly = LoopbackServer(greeting: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) { _ in [] }
    let album = album("http://127.0.0.1:\(speaksPlainly.port)/x.jpg")
    #expect(
      await failure { () throws(AlbumsError) in try await client.cover(of: album) }
        == .insecure(host: "127.0.0.1"))
    #expect(server.requests.isEmpty)
  }

  @Test("that is no longer wanted is cancelled", .timeLimit(.minutes(20)))
  func cancelled() async throws {
    let server = LoopbackServer(.begin(200, ["Content-Length: 100"]), .hold)
    let client = try ITunesClient.of(server.address)
    let album = album("\(server.address)/x.jpg")
    let task = Task {
      await failure { () throws(AlbumsError) in try await client.cover(of: album) }
    }
    try await server.reached()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await server.sentBytes() > 0)
  }

  @Test("from the project's own answers is JPEG")
  func fixtures() throws {
    for name in ["harbour", "dusk", "moss", "ember", "small"] {
      let data = try Fixture.data("covers/\(name).jpg")
      #expect(data.starts(with: [0xFF, 0xD8, 0xFF]) && data.suffix(2) == [0xFF, 0xD9])
    }
  }
}
