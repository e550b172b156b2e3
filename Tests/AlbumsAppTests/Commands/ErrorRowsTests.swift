import LoopbackHTTP
import Testing
import TextTools

@testable import Albums
@testable import AlbumsApp
@testable import CommandKit
@testable import Product
@testable import ScreenKit

@Suite("Failures are reported, and the request can be repeated") struct ErrorRowsTests {
  private let home = Home()

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let exit: Int32
    let steps: [LoopbackServer.Step]
    let words: String
    var hint: String? = "try again; --offline shows cached answers"
    var testDescription: String { name }

    init(
      _ name: String, exit: Int32 = 69, _ steps: LoopbackServer.Step..., words: String,
      hint: String? = "try again; --offline shows cached answers"
    ) {
      (self.name, self.exit, self.steps, self.words, self.hint) = (name, exit, steps, words, hint)
    }
  }

  static let rows = [
    Row(
      "badRequest", exit: 65,
      .reply(400, "{\"errorMessage\":\"Invalid value(s) for key(s): [country]\"}"),
      words: "the store rejected the request: Invalid value(s) for key(s): [country]",
      hint: "another --country may help"),
    Row(
      "badRequest", exit: 65, .reply(400, "<html>"), words: "the store rejected the request",
      hint: "another --country may help"),
    Row(
      "throttled", .reply(429, "<html>", headers: ["Retry-After: 3600"]),
      words: "too many requests to the store", hint: "try again in 3600 s"),
    Row(
      "throttled", .reply(403, "<html>"), words: "too many requests to the store",
      hint: "try again in a minute"),
    Row("notFound", .reply(404, "text"), words: "the store does not know this request"),
    Row("serverFailed", .reply(503, "no"), words: "the store had an internal error (503)"),
    Row("unexpectedStatus", .reply(418, "no"), words: "unexpected status from the store (418)"),
    Row(
      "notJSON", .reply(200, "<!DOCTYPE html><html>Log in</html>"),
      words: "the answer is a web page, not JSON",
      hint: "check whether the network wants you to log in first"),
    Row(
      "notJSON", .reply(200, "\n\n"), words: "the answer is empty, not JSON",
      hint: "check whether the network wants you to log in first"),
    Row(
      "notJSON", .reply(200, "Service busy"), words: "the answer is not JSON",
      hint: "check whether the network wants you to log in first"),
    Row(
      "truncated", .begin(200, ["Content-Length: 500"]), .send("\n\n{\"resultCount\":1,"),
      words: "the answer was cut short"),
    Row(
      "wrongShape", .reply(200, "{\"results\": 7}"), words: "the answer is not of the expected form"
    ),
    Row(
      "redirected", .reply(302, "", headers: ["Location: http://elsewhere.invalid/"]),
      words: "redirected to http://elsewhere.invalid/, which was not followed",
      hint: nil),
    Row(
      "tooLarge", .begin(200, ["Content-Length: \(100 << 20)"]), .hold,
      words: "the answer is longer than 4 MiB and was not read", hint: nil),
    Row("connectionLost", words: "the connection was lost"),
  ]

  @Test("as a message", arguments: rows)
  func words(row: Row) async throws {
    home.logIn()
    let server = LoopbackServer { _ in row.steps }
    for line in ["search x --country de", "show 1 --country de"] {
      let ran = await home.run(line, at: server)
      let hint = row.hint.map { "regapp: hint: \($0)\n" } ?? ""
      #expect(
        ran
          == Ran(
            exit: row.exit, out: "", err: "regapp: error: \(row.words)\n\(hint)", questions: []))
    }
  }

  @Test("as JSON", arguments: rows)
  func json(row: Row) async throws {
    home.logIn()
    let server = LoopbackServer { _ in row.steps }
    let ran = await home.run("search x --country de --json", at: server)
    #expect(ran.exit == row.exit && ran.out == "")
    #expect(ran.err.contains("\"code\": \"\(row.name)\", \"exit\": \(row.exit), "))
    #expect(
      ran.err.hasPrefix("{") && ran.err.hasSuffix("}\n") && ran.err.utf8.count { $0 == 10 } == 1)
  }

  @Test("connection refused")
  func offline() async throws {
    home.logIn()
    let address = "http://127.0.0.1:\(LoopbackServer.closedPort())"
    let ran = await home.run("search x", setting: Setting(["REGAPP_ITUNES_URL": address]))
    #expect(ran.exit == 69)
    #expect(
      ran.err == """
        regapp: error: the store cannot be reached: no connection
        regapp: hint: try again; --offline shows cached answers

        """)
  }

  @Test("a short wait that the store asks for is announced, and done once")
  func patience() async throws {
    home.logIn()
    let server = LoopbackServer { request in
      request.field("term") == "good" && !request.target.isEmpty
        ? [.reply(429, "<html>", headers: ["Retry-After: 30"])]
        : [.reply(200, Answers.empty)]
    }
    let ran = await home.run("search good --country de", at: server)
    #expect(ran.exit == 69)
    #expect(
      ran.err == """
        trying again in 30 s: the store asked to wait
        regapp: error: too many requests to the store
        regapp: hint: try again in 30 s

        """)
    #expect(server.requests.count == 2 && home.clock.slept == [30])
  }

  @Test("the twenty-first request of a minute waits, and says so")
  func pace() async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "A"))))
    for number in 1...20 { await home.run("search \(number)", at: server) }
    #expect(home.clock.slept == [])
    let ran = await home.run("search 21", at: server)
    #expect(ran.err == "next request in 60 s: at most 20 per minute\n")
    #expect(ran.exit == 0 && home.clock.slept == [60])
    #expect(await home.run("search 21", at: server).err == "")
    #expect(server.requests.count == 21)
  }

  @Test("every error has a message without control characters, and its own name")
  func all() {
    let hostile = "a\u{1B}[31m\n\u{202E}b"
    let errors: [AlbumsError] = [
      .termMissing, .limitOutOfRange(0, allowed: 1...200), .badRequest(message: hostile),
      .noSuchAlbum(id: 1, stores: [.russia, .unitedStates]), .noCover, .notKept, .offline,
      .hostNotFound(host: hostile), .insecure(host: hostile), .timedOut, .connectionLost,
      .redirected(to: hostile), .noLibrary, .throttled(retryAfter: nil), .notFound,
      .serverFailed(status: 500), .unexpectedStatus(302), .notJSON(.other), .truncated,
      .tooLarge(limit: 1 << 20), .wrongShape, .notJPEG, .cancelled,
    ]
    #expect(Set(errors.map { $0.name }).count == errors.count)
    for (error, words) in [
      (.timedOut, "the store did not answer in time"), (.hostNotFound(host: "h"), "unknown host h"),
      (.insecure(host: "h"), "cannot connect securely to h"),
    ] as [(AlbumsError, String)] {
      #expect(error.message[.english] == words)
    }
    for error in errors {
      let words = error
      for message in Language.allCases.map({ words.message[$0] }) {
        #expect(!message.isEmpty && message.unicodeScalars.allSatisfy { !$0.misleads })
      }
    }
  }
}
