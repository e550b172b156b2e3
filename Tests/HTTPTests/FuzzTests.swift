import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Bytes that nobody who means well sends.
@Suite struct FuzzTests {
  static let count = rounds(4_000)

  private static let pieces: [String] = [
    "GET", "POST", "HEAD", " ", "/", "?", "%", "%41", "HTTP/1.1", "HTTP/1.0", "\r\n", "\r", "\n",
    "\r\n\r\n", "Host: a", "Content-Length: ", "5", "99999999999999999999", "Transfer-Encoding: ",
    ":", "\t", "\u{0}", "ä", "a=b&c=d", "Content-Type: application/x-www-form-urlencoded",
    "Connection: close", "Expect: 100-continue", "X-Forwarded-For: [::1]:80, 1.2.3.4",
  ]

  @Test("random bytes and pieces of requests end in a request, a refusal or a wish for more")
  func parser() {
    var dice = Dice(61)
    for _ in 0..<Self.count {
      var bytes: [UInt8] = []
      for _ in 0..<dice.below(40) {
        if dice.below(8) == 0 {
          bytes.append(UInt8(dice.below(256)))
        } else {
          bytes.append(contentsOf: Array(dice.pick(Self.pieces).utf8))
        }
      }
      check(bytes)
    }
  }

  @Test("requests with a few changed bytes do, too") func changed() {
    var dice = Dice(62)
    for _ in 0..<Self.count {
      var bytes = Array(dice.pick(RequestParserTests.accepted).utf8)
      for _ in 0...dice.below(3) {
        let place = dice.below(bytes.count)
        switch dice.below(3) {
        case 0: bytes[place] = UInt8(dice.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: Array(dice.pick(Self.pieces).utf8), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      check(bytes)
    }
  }

  @Test("a server outlives all of them, and answers whoever comes next") func server() async throws
  {
    let pieces = Self.pieces
    try await blocking {
      var dice = Dice(63)
      let wire = try Wire { request in Answer(.ok, body: Array(request.path.utf8)) }
      for _ in 0..<200 {
        let client = try wire.connect()
        for _ in 0..<dice.below(30) {
          client.send(
            dice.below(6) == 0 ? String(UnicodeScalar(UInt8(dice.below(256)))) : dice.pick(pieces))
          if dice.below(4) == 0 { wire.server.turn(waiting: 0) }
        }
        wire.now += dice.below(20_000)
        wire.settle()
      }
      let answer = try wire.ask(try wire.connect(), "GET /last HTTP/1.0\r\n\r\n")
      #expect(answer.hasSuffix("/last"))
    }
  }

  private func check(_ bytes: [UInt8]) {
    let whole = Parsed(bytes)
    for most in [1, 7] { #expect(Parsed(bytes, by: most).parts == whole.parts) }
    guard let request = whole.request else { return }
    #expect(request.path.hasPrefix("/"))
    #expect(request.body.count <= RequestParser.greatestBody)
    #expect(request.minorVersion == 0 || request.values(of: "host").count == 1)
    #expect(request.values(of: "transfer-encoding").isEmpty)
    _ = (TrustedProxies.nearest.client(of: request), request.isKept)
    _ = PercentEncoding.pairs((request.query ?? "").utf8)
  }
}
