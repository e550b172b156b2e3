import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite struct ServerTests {
  /// Answers with what the request was.
  fileprivate static let echo: Server.Handler = { request in
    Answer(.ok, body: Array("\(request.path) \(request.client ?? "-")".utf8))
  }

  fileprivate static func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
  }

  @Test("a connection is kept for one request after another") func keeps() async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      let client = try wire.connect()
      #expect(try wire.ask(client, Self.get("/a")).hasSuffix("keep-alive\r\n\r\n/a -"))
      #expect(try wire.ask(client, Self.get("/b")).hasSuffix("keep-alive\r\n\r\n/b -"))
      client.send(Self.get("/head").replacing("GET", with: "HEAD"))
      try wire.turn { client.takeAll().contains("Content-Length: 7\r\n") }
      wire.settle()
      #expect(client.takeAll() == "")
      let end = try wire.ask(client, Self.get("/c", "Connection: close\r\n"))
      #expect(end.hasSuffix("Connection: close\r\n\r\n/c -"))
      #expect(try wire.end(of: client) == "")
    }
  }

  @Test("however a request is split, its answer is the same") func splits() async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      let client = try wire.connect()
      for byte in Self.get("/a").utf8 {
        client.send([byte])
        wire.settle()
      }
      try wire.turn { client.hasAnswer }
      #expect(client.takeAnswer().hasSuffix("/a -"))
    }
  }

  @Test("what comes behind a request before its answer is not served, and the connection ends")
  func pipelined() async throws {
    try await blocking {
      let gate = Gate()
      let wire = try Wire { request in
        await gate.pass()
        return await Self.echo(request)
      }
      let (first, second) = (try wire.connect(), try wire.connect())
      first.send(Self.get("/a") + Self.get("/b"))
      second.send(Self.get("/c"))
      wire.settle()
      second.send(Self.get("/d"))
      gate.open()
      #expect(try wire.end(of: first).hasSuffix("Connection: close\r\n\r\n/a -"))
      #expect(try wire.end(of: second).hasSuffix("Connection: close\r\n\r\n/c -"))
    }
  }

  @Test("a connection ends after a body") func body() async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      let client = try wire.connect()
      let type = "Content-Type: application/x-www-form-urlencoded\r\n"
      client.send("POST /a HTTP/1.1\r\nHost: a\r\n\(type)Content-Length: 3\r\n\r\nb=c")
      #expect(try wire.end(of: client).hasSuffix("Connection: close\r\n\r\n/a -"))
    }
  }

  @Test(
    "what is refused is answered at once, with the reason and no address for the next page, and the connection ends"
  )
  func refuses() async throws {
    let told = Mutex<[RequestRefusal]>([])
    try await blocking {
      let wire = try Wire(
        whenRefused: { refusal in told.withLock { $0.append(refusal) } }, handler: Self.echo)
      for (text, refusal) in RequestParserTests.refused {
        let client = try wire.connect()
        client.send(text)
        let said = try wire.end(of: client)
        #expect(said.hasPrefix("HTTP/1.1 \(refusal.answer.status.rawValue)\r\n"))
        // The answer to HEAD has no body.
        #expect(said.hasSuffix(text.hasPrefix("HEAD") ? "\r\n\r\n" : "\r\n\r\n\(refusal.line)\n"))
        #expect(said.contains("\r\nReferrer-Policy: no-referrer\r\n"))
        #expect(said.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
      }
    }
    #expect(told.withLock { $0 } == RequestParserTests.refused.map(\.1))
  }

  @Test("an idle connection is closed without a word after 180 s") func idle() async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      let (fresh, used) = (try wire.connect(), try wire.connect())
      wire.now = 100_000
      _ = try wire.ask(used, Self.get("/a"))
      wire.now = 179_999
      wire.settle()
      #expect(!fresh.isClosed)
      wire.now = 180_000
      #expect(try wire.end(of: fresh) == "")
      #expect(!used.isClosed)
      wire.now = 280_000
      #expect(try wire.end(of: used) == "")
    }
  }

  @Test(
    "what has begun has ten seconds for the rest",
    arguments: ["G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\na"])
  func slow(_ begin: String) async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      let client = try wire.connect()
      wire.now = 50_000
      client.send(begin)
      wire.settle()
      wire.now = 59_999
      wire.settle()
      #expect(!client.isClosed)
      wire.now = 60_000
      #expect(try wire.end(of: client).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("requests are kept in so many bytes in all; the oldest unfinished ones go")
  func held() async throws {
    try await blocking {
      let wire = try Wire(handler: Self.echo)
      wire.server.greatestHeld = 10_000
      let clients = try (0..<20).map { _ in try wire.connect() }
      let half = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1_000)
      for (index, client) in clients.enumerated() {
        wire.now = index
        client.send(half)
        wire.settle()
      }
      try wire.turn { clients.prefix(11).allSatisfy(\.isClosed) }
      #expect(clients.map(\.isClosed) == (0..<20).map { $0 < 11 })
      #expect(try wire.ask(try wire.connect(), Self.get("/a")).hasSuffix("/a -"))
    }
  }

  @Test("a long answer reaches a slow reader whole, and does not wait for one that never reads")
  func long() async throws {
    // Bytes that are lost, doubled or out of order show: no buffer has a multiple of 251.
    let body = [[UInt8]](repeating: Array(0...250), count: 2_000).flatMap(\.self)
    try await blocking {
      let wire = try Wire { _ in Answer(.ok, body: body) }
      let (slow, silent) = (try wire.connect(), try wire.connect())
      silent.send(Self.get("/"))
      // Its time begins with its answer.
      try wire.turn { silent.hasBegun }
      slow.send(Self.get("/"))
      try wire.turn { slow.hasAnswer }
      let answer = slow.takeBytes()
      let isWhole = Array(answer.suffix(body.count)) == body
      #expect(isWhole)
      #expect(String(decoding: answer.dropLast(body.count), as: UTF8.self).hasSuffix("\r\n\r\n"))
      wire.now = 10_000
      wire.settle()
      try wire.turn { silent.isClosed }
      #expect(silent.takeBytes().count < body.count)
    }
  }

  @Test("whoever goes before the answer leaves the others theirs") func gone() async throws {
    try await blocking {
      let gate = Gate()
      let wire = try Wire { request in
        await gate.pass()
        return await Self.echo(request)
      }
      let kept = try wire.connect()
      do {
        let gone = try wire.connect()
        gone.send(Self.get("/gone"))
        kept.send(Self.get("/kept"))
        wire.settle()
      }
      wire.settle()
      let late = try wire.connect()
      late.send(Self.get("/late"))
      wire.settle()
      gate.open()
      try wire.turn { kept.hasAnswer && late.hasAnswer }
      #expect(kept.takeAnswer().hasSuffix("/kept -"))
      #expect(late.takeAnswer().hasSuffix("/late -"))
    }
  }

  @Test("whoever has closed is answered no more; one who only sends no more is")
  func cancelled() async throws {
    try await blocking {
      let gate = Gate()
      let cancelled = Atomic(0)
      let wire = try Wire { request in
        await withTaskCancellationHandler {
          await gate.pass()
          return await Self.echo(request)
        } onCancel: {
          cancelled.add(1, ordering: .relaxed)
        }
      }
      let half = try wire.connect()
      half.send(Self.get("/half"))
      half.sendNoMore()
      do {
        let gone = try wire.connect()
        gone.send(Self.get("/gone"))
        wire.settle()
      }
      try wire.turn { cancelled.load(ordering: .relaxed) == 1 }
      gate.open()
      #expect(try wire.end(of: half).hasSuffix("Connection: close\r\n\r\n/half -"))
      #expect(cancelled.load(ordering: .relaxed) == 1)
    }
  }

  @Test("whoever has closed before the request was read is not answered at all")
  func goneBefore() async throws {
    try await blocking {
      let asked = Atomic(0)
      let wire = try Wire { request in
        asked.add(1, ordering: .relaxed)
        return await Self.echo(request)
      }
      do { try wire.connect().send(Self.get("/gone")) }
      let other = try wire.connect()
      #expect(try wire.ask(other, Self.get("/a")).hasSuffix("/a -"))
      #expect(asked.load(ordering: .relaxed) == 1)
    }
  }

  @Test("while many tasks run whose callers have gone, nobody is let in")
  func abandoned() async throws {
    try await blocking {
      let directory = TemporaryDirectory("regapp-http")
      let path = directory.path + "/socket"
      let gate = Gate()
      let wire = try Wire(try Listener.open(.socket(path: path, group: nil))) { request in
        if request.path == "/gone" { await gate.pass() }
        return await Self.echo(request)
      }
      let kept = try wire.connect()
      for _ in 0..<Server.mostAbandoned {
        try wire.connect().send(Self.get("/gone"))
      }
      var clients = try (0..<Server.mostAbandoned).map { _ in try wire.connect() }
      for client in clients { client.send(Self.get("/gone")) }
      wire.settle()
      clients = []
      wire.settle()
      let late = try connected(path)
      late.send(Self.get("/late"))
      // A connection that is let in would be answered meanwhile.
      for _ in 0..<9 { _ = try wire.ask(kept, Self.get("/kept")) }
      #expect(!late.hasAnswer)
      gate.open()
      try wire.turn { late.hasAnswer }
    }
  }

  @Test("the end closes what is idle, and finishes what runs") func stop() async throws {
    try await blocking {
      let gate = Gate()
      let wire = try Wire { request in
        if request.path == "/slow" { await gate.pass() }
        return await Self.echo(request)
      }
      let (idle, running) = (try wire.connect(), try wire.connect())
      running.send(Self.get("/slow"))
      wire.settle()
      wire.server.stop()
      try wire.turn { idle.isClosed }
      #expect(!wire.server.isOver)
      gate.open()
      #expect(try wire.end(of: running).hasSuffix("Connection: close\r\n\r\n/slow -"))
      // The client stays; it has two seconds to go.
      #expect(!wire.server.isOver)
      wire.now = 2_000
      wire.settle()
      #expect(wire.server.isOver)
    }
  }

  @Test("what takes longer than ten seconds is left behind") func stuck() async throws {
    try await blocking {
      let gate = Gate()
      defer { gate.open() }
      let wire = try Wire { request in
        await gate.pass()
        return Answer(.ok)
      }
      let client = try wire.connect()
      client.send(Self.get("/"))
      wire.settle()
      wire.server.stop()
      wire.settle()
      wire.now = 9_999
      #expect(!wire.server.isOver)
      wire.now = 10_000
      #expect(wire.server.isOver)
    }
  }

  @Test("only a proxy that is trusted says whose a request is", arguments: [true, false])
  func address(_ isTrusted: Bool) async throws {
    try await blocking {
      let wire = try Wire(trusting: isTrusted ? .nearest : nil, handler: Self.echo)
      let answer = try wire.ask(
        try wire.connect(), Self.get("/", "X-Forwarded-For: 1.2.3.4, 192.0.2.7\r\n"))
      #expect(answer.hasSuffix(isTrusted ? "/ 192.0.2.7" : "/ -"))
    }
  }
}

/// As many connections as are served: one test after the other, since each needs thousands of
/// descriptors.
@Suite(.serialized) struct FullServerTests {
  /// Raises the limit of descriptors, and calls `body` with as many connections as are served.
  private static func full(
    _ handler: @escaping Server.Handler, _ body: (Wire, [Client]) throws -> Void
  ) throws {
    let wire = try Wire(try Listener.open(.port(.v4, 0)), handler: handler)
    try body(wire, try (0..<wire.server.most).map { _ in try wire.connect() })
  }

  @Test("while 1,024 connections wait for their answers, the next one hears 503")
  func full() async throws {
    let gate = Gate()
    let echo: Server.Handler = { request in
      await gate.pass()
      return await ServerTests.echo(request)
    }
    try await blocking {
      try Self.full(echo) { wire, clients in
        #expect(clients.count == 1_024)
        for client in clients { client.send(ServerTests.get("/a")) }
        wire.settle()
        let refused = try wire.connect()
        #expect(try wire.end(of: refused).hasPrefix("HTTP/1.1 503 "))
        gate.open()
        try wire.turn { clients.allSatisfy(\.hasAnswer) }
        #expect(clients[0].takeAnswer().hasSuffix("/a -"))
      }
    }
  }

  @Test("for a new one that connection is closed which has been idle for the longest")
  func idleGoes() async throws {
    try await blocking {
      try Self.full(ServerTests.echo) { wire, clients in
        wire.settle()
        wire.now = 1_000
        for client in clients where client !== clients[7] {
          #expect(try wire.ask(client, ServerTests.get("/a")).hasSuffix("/a -"))
        }
        clients[3].send("GET")
        wire.settle()
        let new = try wire.connect()
        #expect(try wire.ask(new, ServerTests.get("/new")).hasSuffix("/new -"))
        try wire.turn { clients[7].isClosed }
        #expect(clients.count(where: \.isClosed) == 1)
      }
    }
  }

  @Test("where none is idle, it is the one whose request has been unfinished for the longest")
  func unfinishedGoes() async throws {
    try await blocking {
      try Self.full(ServerTests.echo) { wire, clients in
        clients[7].send("GET")
        wire.settle()
        wire.now = 1_000
        for client in clients { client.send("GET") }
        wire.settle()
        wire.now = 2_000
        clients[7].send(" / HTTP")
        let new = try wire.connect()
        #expect(try wire.ask(new, ServerTests.get("/new")).hasSuffix("/new -"))
        try wire.turn { clients[7].isClosed }
        #expect(clients.count(where: \.isClosed) == 1)
      }
    }
  }
}
