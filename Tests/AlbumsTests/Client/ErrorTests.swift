import Foundation
import LoopbackHTTP
import Testing

@testable import Albums

@Suite("Failures are reported and told apart") struct ErrorTests {
  private func failure(
    of server: LoopbackServer, limits: TransferLimits = .still,
    waiting: @escaping Waiting = { _ in false }
  ) async throws -> AlbumsError? {
    let client = try ITunesClient.of(server.address, limits: limits)
    let search = try AlbumSearch("lanterns")
    return await AlbumsTests.failure { () throws(AlbumsError) in
      try await client.search(search, waiting: waiting)
    }
  }

  @Test("connection refused: offline")
  func refused() async throws {
    let client = try ITunesClient.of("http://127.0.0.1:\(LoopbackServer.closedPort())")
    let search = try AlbumSearch("lanterns")
    #expect(
      await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(search) }
        == .offline)
  }

  @Test("an unknown host name")
  func noSuchHost() async throws {
    let client = try ITunesClient.of("http://\(LoopbackServer.noHost)")
    let search = try AlbumSearch("lanterns")
    #expect(
      await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(search) }
        == .hostNotFound(host: LoopbackServer.noHost))
  }

  @Test("no TLS at the other end")
  func plainSocket() async throws {
    let server = LoopbackServer(greeting: Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) { _ in []
    }
    let client = try ITunesClient.of("https://127.0.0.1:\(server.port)")
    let search = try AlbumSearch("lanterns")
    #expect(
      await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(search) }
        == .insecure(host: "127.0.0.1"))
  }

  @Test("silence: timed out")
  func silence() async throws {
    var limits = TransferLimits.still
    limits.silence = 1
    #expect(try await failure(of: LoopbackServer(.hold), limits: limits) == .timedOut)
    let half = LoopbackServer(.begin(200, ["Content-Length: 100"]), .send("\n\n{"), .hold)
    #expect(try await failure(of: half, limits: limits) == .timedOut)
  }

  @Test(
    "a byte now and then for longer than an answer may take: timed out", .timeLimit(.minutes(20)))
  func slow() async throws {
    let server = LoopbackServer(.begin(200, ["Content-Length: 100"]), .send("\n\n{"), .hold)
    let clock = ManualClock()
    let client = try ITunesClient.of(server.address, clock: clock)
    let search = try AlbumSearch("lanterns")
    async let failure = AlbumsTests.failure { () throws(AlbumsError) in
      try await client.search(search)
    }
    try await server.reached()
    try await clock.wake()
    #expect(await failure == .timedOut)
    #expect(await server.sentBytes() > 0)
  }

  @Test("400, with the service's message")
  func badRequest() async throws {
    let body = try Fixture.data("error-400.json")
    #expect(
      try await failure(of: LoopbackServer(.reply(400, body)))
        == .badRequest(message: "Invalid value(s) for key(s): [country]"))
    #expect(
      try await failure(of: LoopbackServer(.reply(400, "<html>no</html>")))
        == .badRequest(message: ""))
  }

  struct Status: Sendable {
    let status: Int
    var headers: [String] = []
    let error: AlbumsError
  }

  @Test(
    "a status that is not 200",
    arguments: [
      Status(status: 403, error: .throttled(retryAfter: nil)),
      Status(status: 403, headers: ["Retry-After: 30"], error: .throttled(retryAfter: 30)),
      Status(status: 429, error: .throttled(retryAfter: nil)),
      Status(status: 429, headers: ["retry-after: 30"], error: .throttled(retryAfter: 30)),
      Status(status: 429, headers: ["Retry-After: 3600"], error: .throttled(retryAfter: 3600)),
      Status(status: 429, headers: ["Retry-After: soon"], error: .throttled(retryAfter: nil)),
      Status(
        status: 429, headers: ["Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"],
        error: .throttled(retryAfter: nil)),
      Status(
        status: 429, headers: ["Retry-After: Mon, 12 Jan 1970 13:47:15 GMT"],
        error: .throttled(retryAfter: nil)),
      Status(status: 429, headers: ["Retry-After: 0"], error: .throttled(retryAfter: nil)),
      Status(
        status: 429, headers: ["Retry-After: 99999999999999999999"],
        error: .throttled(retryAfter: nil)),
      Status(status: 404, error: .notFound), Status(status: 410, error: .notFound),
      Status(status: 500, error: .serverFailed(status: 500)),
      Status(status: 502, error: .serverFailed(status: 502)),
      Status(status: 503, error: .serverFailed(status: 503)),
      Status(status: 503, headers: ["Retry-After: 7"], error: .throttled(retryAfter: 7)),
      Status(status: 204, error: .unexpectedStatus(204)),
      Status(status: 401, error: .unexpectedStatus(401)),
      Status(
        status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""],
        error: .unexpectedStatus(401)),
      Status(status: 418, error: .unexpectedStatus(418)),
      Status(status: 304, error: .unexpectedStatus(304)),
      Status(status: 302, error: .unexpectedStatus(302)),
    ])
  func status(row: Status) async throws {
    let body = row.status == 204 || row.status == 304 ? "" : "<html><body>No.</body></html>"
    let server = LoopbackServer(.reply(row.status, body, headers: row.headers))
    #expect(try await failure(of: server) == row.error)
    #expect(server.requests.count == 1)
  }

  struct Body: Sendable {
    let body: String
    let error: AlbumsError
  }

  @Test(
    "a body that is not an answer",
    arguments: [
      Body(body: "<!DOCTYPE html><html><body>Log in</body></html>", error: .notJSON(.html)),
      Body(body: "\n\n <html></html>", error: .notJSON(.html)),
      Body(body: "", error: .notJSON(.nothing)), Body(body: "\n\n\n", error: .notJSON(.nothing)),
      Body(body: "Service busy", error: .notJSON(.other)),
      Body(body: "{\"results\": [}", error: .notJSON(.other)),
      Body(body: "{\"results\": [}]}", error: .notJSON(.other)),
      Body(body: "{\"results\": nothing}", error: .notJSON(.other)),
      Body(body: "\n\n{\n \"resultCount\":2,\n \"results\": [\n{\"wrapp", error: .truncated),
      Body(body: "{\"results\": [{\"a\":\"}]}\\\"", error: .truncated),
      Body(body: "{", error: .truncated), Body(body: "[1, 2", error: .truncated),
      Body(body: "{}", error: .wrongShape), Body(body: "[]", error: .wrongShape),
      Body(body: "[{\"results\": []}]", error: .wrongShape), Body(body: "7", error: .wrongShape),
      Body(body: "null", error: .wrongShape), Body(body: "\"<html>\"", error: .wrongShape),
      Body(body: "{\"resultCount\": 0}", error: .wrongShape),
      Body(body: "{\"results\": null}", error: .wrongShape),
      Body(body: "{\"results\": \"none\"}", error: .wrongShape),
      Body(body: "{\"results\": {}}", error: .wrongShape),
      Body(body: "{\"results\": [1, null, \"a\", []]}", error: .wrongShape),
      Body(body: "{\"errorMessage\": \"Not today\"}", error: .badRequest(message: "Not today")),
      Body(
        body: String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        error: .notJSON(.other)),
    ])
  func body(row: Body) async throws {
    #expect(try await failure(of: LoopbackServer(.reply(200, row.body))) == row.error)
  }

  @Test("a connection that breaks before, in the head of, or inside an answer")
  func broken() async throws {
    #expect(try await failure(of: LoopbackServer()) == .connectionLost)
    #expect(try await failure(of: LoopbackServer(.send("HTTP/1.1 2"))) == .connectionLost)
    #expect(try await failure(of: LoopbackServer(.send("no HTTP at all\r\n"))) == .connectionLost)
    for status in ["200 OK", "301 Moved", "400 Bad", "429 Slow", "500 Oops"] {
      let line = "HTTP/1.1 \(status)\r\n"
      for head in ["\(line)", "\(line)Content-Type: a\r\n", "\(line)Content-Le", "\(line)\r"] {
        #expect(try await failure(of: LoopbackServer(.send(head))) == .connectionLost)
        let later = "HTTP/1.1 100 Continue\r\n\r\n\(head)"
        #expect(try await failure(of: LoopbackServer(.send(later))) == .connectionLost)
      }
    }
    let cut = LoopbackServer(
      .begin(200, ["Content-Length: 500"]), .send("\n\n{\"resultCount\":0,\"results\":[]}"))
    #expect(try await failure(of: cut) == .truncated)
    let chunks = LoopbackServer(
      .begin(200, ["Transfer-Encoding: chunked"]), .send("20\r\n\n\n{\"resultCount\":0,"))
    #expect(try await failure(of: chunks) == .truncated)
  }

  @Test("a head without an end: too large")
  func endlessHead() async throws {
    let line = Array("X-Padding: \(String(repeating: "x", count: 1000))\r\n".utf8)
    let server = LoopbackServer(.send("HTTP/1.1 200 OK\r\n"), .flood(line, total: 5 << 20), .hold)
    #expect(try await failure(of: server) == .tooLarge(limit: 4 << 20))
  }

  @Test("fields after the body are no failure")
  func trailers() async throws {
    let answer = Answers.with(Answers.album(1, "Lanterns"))
    let size = String(answer.utf8.count, radix: 16)
    let server = LoopbackServer(
      .begin(200, ["Transfer-Encoding: chunked", "Trailer: X-Sum"]),
      .send("\(size)\r\n\(answer)\r\n0\r\nX-Sum: 1\r\nContent-Length: 99999999\r\n\r\n"))
    let client = try ITunesClient.of(server.address)
    #expect(try await client.search(AlbumSearch("lanterns")).value.map(\.id) == [1])
  }

  @Test("a redirect to another host, port or scheme is not followed")
  func redirect() async throws {
    let other = LoopbackServer(.reply(200, Answers.empty))
    let locations = [
      "http://elsewhere.invalid/search", "http://localhost:\(other.port)/search",
      "\(other.address)/search", "//127.0.0.1:\(other.port)", "ftp://127.0.0.1/search", "data:,{}",
      "http://me@127.0.0.1/", "http://127.0.0.1\\@elsewhere.invalid/", "http://[::1",
    ]
    for location in locations {
      for status in [301, 302, 303, 307, 308] {
        let server = LoopbackServer(.reply(status, "moved", headers: ["Location: \(location)"]))
        #expect(try await failure(of: server) == .redirected(to: location))
      }
    }
    #expect(other.requests.isEmpty)
  }

  @Test("a redirect within the host is followed, but not for ever")
  func redirectWithin() async throws {
    let server = LoopbackServer { request in
      request.target.hasPrefix("/search")
        ? [.reply(302, "", headers: ["Location: /elsewhere?a=1"])]
        : [.reply(200, Answers.with(Answers.album(1, "Lanterns")))]
    }
    let client = try ITunesClient.of(server.address)
    #expect(try await client.search(AlbumSearch("lanterns")).value.map(\.id) == [1])
    #expect(server.requests.map(\.target).last == "/elsewhere?a=1")
    let circle = LoopbackServer(.reply(302, "", headers: ["Location: /search"]))
    #expect(try await failure(of: circle) == .redirected(to: "\(circle.address)/search"))
    #expect(circle.requests.count < 10)
  }

  @Test(
    "100 MB are not read beyond the limit, whether or not the length is given",
    .timeLimit(.minutes(20)))
  func huge() async throws {
    let chunk = [UInt8](repeating: 32, count: 1 << 16)
    let frame = Array("10000\r\n".utf8) + chunk + Array("\r\n".utf8)
    // Each stops after 5 MB and ends only when the client closes.
    let said = LoopbackServer(
      .begin(200, ["Content-Length: \(100 << 20)"]), .flood(chunk, total: 5 << 20), .hold)
    #expect(try await failure(of: said) == .tooLarge(limit: 4 << 20))
    let hidden = LoopbackServer(.begin(200), .flood(chunk, total: 5 << 20), .hold)
    #expect(try await failure(of: hidden) == .tooLarge(limit: 4 << 20))
    let chunked = LoopbackServer(
      .begin(200, ["Transfer-Encoding: chunked"]), .flood(frame, total: 5 << 20), .hold)
    #expect(try await failure(of: chunked) == .tooLarge(limit: 4 << 20))
    let error = LoopbackServer(.begin(500), .flood(chunk, total: 5 << 20), .hold)
    #expect(try await failure(of: error) == .serverFailed(status: 500))
    let empty = LoopbackServer(.begin(200, ["Content-Length: \(100 << 20)"]), .hold)
    #expect(try await failure(of: empty) == .tooLarge(limit: 4 << 20))
    for server in [said, hidden, chunked, error, empty] {
      #expect(await server.sentBytes() < 6 << 20)
    }
  }

  @Test("100 MB at full speed end in the same error", arguments: [200, 500])
  func flood(status: Int) async throws {
    let chunk = [UInt8](repeating: 32, count: 1 << 16)
    let server = LoopbackServer(.begin(status), .flood(chunk, total: 100 << 20))
    #expect(
      try await failure(of: server)
        == (status == 200 ? .tooLarge(limit: 4 << 20) : .serverFailed(status: 500)))
  }

  @Test("an answer of exactly the largest size is accepted")
  func greatest() async throws {
    let answer = Answers.with(Answers.album(1, "Lanterns"))
    var limits = TransferLimits.still
    limits.answerBytes = answer.utf8.count
    let server = LoopbackServer(.reply(200, answer))
    let client = try ITunesClient.of(server.address, limits: limits)
    #expect(try await client.search(AlbumSearch("lanterns")).value.count == 1)
    limits.answerBytes -= 1
    #expect(
      try await failure(of: server, limits: limits) == .tooLarge(limit: answer.utf8.count - 1))
  }

  @Test("a cancelled request ends, whatever its stage", .timeLimit(.minutes(20)))
  func cancelled() async throws {
    let server = LoopbackServer(.begin(200, ["Content-Length: 100"]), .hold)
    let client = try ITunesClient.of(server.address)
    let search = try AlbumSearch("lanterns")
    let task = Task {
      await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(search) }
    }
    try await server.reached()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await server.sentBytes() > 0)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(search) }
    }
    #expect(await early.value == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test("a failure does not spoil the next search")
  func again() async throws {
    let server = LoopbackServer { request in
      request.field("term") == "bad"
        ? [.reply(500, "no")] : [.reply(200, Answers.with(Answers.album(1, "Lanterns")))]
    }
    let client = try ITunesClient.of(server.address)
    let bad = try AlbumSearch("bad")
    for _ in 0..<3 {
      #expect(
        await AlbumsTests.failure { () throws(AlbumsError) in try await client.search(bad) }
          == .serverFailed(status: 500))
      #expect(try await client.search(AlbumSearch("good")).value.count == 1)
    }
  }
}
