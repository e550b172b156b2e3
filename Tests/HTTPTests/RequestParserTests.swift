import TestSupport
import Testing

@testable import HTTP

@Suite struct RequestParserTests {
  private static func long(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let refused: [(String, RequestRefusal)] = [
    // The line.
    ("\u{16}\u{3}\u{1}", .malformed(.methodCharacter)),
    ("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformed(.methodCharacter)),
    (" GET / HTTP/1.1\r\n", .malformed(.methodCharacter)),
    ("GE(T / HTTP/1.1\r\n", .malformed(.methodCharacter)),
    ("\(long("A", 33))", .malformed(.longMethod)),
    ("GET /\r\n", .malformed(.targetCharacter)),
    ("GET  / HTTP/1.1\r\n", .malformed(.targetForm)),
    ("GET / HTTP/1.1 \r\n", .malformed(.longLine)),
    ("GET / http/1.1\r\n", .malformed(.version)),
    ("GET / HTTP/2.0\r\n", .malformed(.version)),
    ("GET / HTTP/1.x\r\n", .malformed(.minorVersion)),
    ("GET / HTTP/1.1\n", .malformed(.longLine)),
    ("GET / HTTP/1.1\rX", .malformed(.lineEnd)),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .malformed(.targetForm)),
    ("GET * HTTP/1.1\r\n", .malformed(.targetForm)),
    ("GET a HTTP/1.1\r\n", .malformed(.targetForm)),
    ("CONNECT a:80 HTTP/1.1\r\n", .malformed(.targetForm)),
    ("GET http:///a HTTP/1.1\r\n", .malformed(.emptyHost)),
    ("GET ftp://a/ HTTP/1.1\r\n", .malformed(.targetForm)),
    ("GET /a#b HTTP/1.1\r\n", .malformed(.targetCharacter)),
    ("GET /a\u{0} HTTP/1.1\r\n", .malformed(.targetCharacter)),
    ("GET /ä HTTP/1.1\r\n", .malformed(.targetCharacter)),
    ("GET /% HTTP/1.1\r\n", .malformed(.targetEncoding)),
    ("GET /%a HTTP/1.1\r\n", .malformed(.targetEncoding)),
    ("GET /a?%zz HTTP/1.1\r\n", .malformed(.targetEncoding)),
    ("GET /\(long("a", 8_192))", .targetTooLong),
    // The headers.
    ("GET / HTTP/1.1\r\nHost : a\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\n Host: a\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\n: a\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHost\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHöst: a\r\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\n", .malformed(.valueCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\r\n\n", .malformed(.nameCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\u{0}b\r\n", .malformed(.valueCharacter)),
    ("GET / HTTP/1.1\r\nHost: a\u{7F}b\r\n", .malformed(.valueCharacter)),
    ("GET / HTTP/1.1\r\n\r\n", .malformed(.noHost)),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n", .malformed(.secondHost)),
    ("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n", .malformed(.secondHost)),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", .malformed(.transferEncoding)),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\n", .malformed(.transferEncoding)),
    ("GET / HTTP/1.1\r\n\(long("a: b\r\n", 101))", .headTooLarge),
    ("GET / HTTP/1.1\r\na: \(long("b", 32_768))", .headTooLarge),
    // The body.
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", .malformed(.bodyOfGet)),
    ("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", .malformed(.bodyOfGet)),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n", .malformed(.secondLength)),
    ("POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n", .malformed(.length)),
    ("POST / HTTP/1.1\r\nContent-Length: +1\r\n", .malformed(.length)),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n", .malformed(.length)),
    ("POST / HTTP/1.1\r\nContent-Length: 0x1\r\n", .malformed(.length)),
    ("POST / HTTP/1.1\r\nContent-Length:\r\n", .malformed(.length)),
    ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .lengthRequired),
    ("POST / HTTP/1.0\r\n\r\n", .lengthRequired),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16385\r\n\r\n", .bodyTooLarge),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
      .bodyTooLarge
    ),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 16385\r\n\r\n", .bodyTooLarge),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
      .expectation
    ),
  ]

  /// Posted bodies that are refused: they are wrongly encoded, or have a field twice.
  static let refusedBodies: [(String, Malformation)] = [
    ("a=%", .formEncoding), ("a=%f", .formEncoding), ("a=%ff", .formEncoding),
    ("a=1&a=2", .secondField), ("a&a", .secondField),
  ]

  @Test(arguments: refused) func refuses(_ text: String, _ refusal: RequestRefusal) {
    #expect(Parsed(text).refusal == refusal)
  }

  @Test(
    "a posted body is a form of urlencoded UTF-8 without a field twice", arguments: refusedBodies)
  func refusesBody(_ body: String, _ malformation: Malformation) {
    #expect(Parsed(posted(Array(body.utf8))).refusal == .malformed(malformation))
  }

  @Test("a posted body is UTF-8 also where it is not encoded") func rawBody() {
    #expect(Parsed(posted([0x61, 0x3D, 0xFF])).refusal == .malformed(.formEncoding))
    #expect(Parsed(posted([0x61, 0x3D, 0xC3, 0xA4])).request?.form.first?.value == "ä")
  }

  @Test(
    "a body of another type is refused",
    arguments: ["text/plain", "multipart/form-data; boundary=a", "application/json", ""])
  func refusesType(_ type: String) {
    #expect(Parsed(posted(Array("a=1".utf8), type)).refusal == .malformed(.formType))
  }

  @Test("a parser reads one request") func readsOne() throws {
    var parser = RequestParser()
    let taken = try parser.take(Array("GET / HTTP/1.0\r\n\r\n".utf8)[...])
    #expect(taken?.rest.isEmpty == true)
    #expect(throws: RequestRefusal.malformed(.afterEnd)) { try parser.take([0x47]) }
  }

  @Test("the answer to a malformed request says what it broke, for each rule")
  func reasons() {
    var refusals = Set(Self.refused.map(\.1))
    refusals.formUnion(Self.refusedBodies.map { RequestRefusal.malformed($0.1) })
    // `refusesType` and `readsOne` have these.
    refusals.formUnion([.malformed(.formType), .malformed(.afterEnd)])
    for malformation in Malformation.allCases {
      let refusal = RequestRefusal.malformed(malformation)
      #expect(refusals.contains(refusal), "no request breaks it")
      let body = String(decoding: refusal.answer.body, as: UTF8.self)
      #expect(body == "400 Bad Request: \(malformation.rawValue)\n")
    }
    #expect(RequestRefusal.headTooLarge.line == "431 Request Header Fields Too Large")
  }

  private func posted(
    _ body: [UInt8], _ type: String = "application/x-www-form-urlencoded"
  ) -> [UInt8] {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n"
    return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  static let accepted: [String] = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "GET / HTTP/1.9\r\nHost: a\r\n\r\n",
    "GET /a%2Fb?c=%20 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "HEAD http://b/c?d HTTP/1.1\r\nHOST: a\r\nExpect: 100-continue\r\nUpgrade: h2c\r\nTE: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \t ä \u{80} \t\r\nX:\r\n\r\n",
    "PURGE / HTTP/1.1\r\nHost: a\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    """
    POST /i/ada/code HTTP/1.1\r
    Host: a\r
    Content-Type: Application/X-WWW-Form-Urlencoded; charset=UTF-8\r
    Content-Length: 017\r
    \r
    name=A+B&c=%C3%A4
    """,
  ]

  @Test(arguments: accepted) func accepts(_ text: String) {
    #expect(Parsed(text).request != nil)
  }

  @Test("the parts are those that were sent") func parts() throws {
    let text = """
      POST https://elsewhere/i/a%2Fb?c=d?e HTTP/1.1\r
      Host: b\r
      CONTENT-TYPE: application/x-www-form-urlencoded\r
      X:  1 2\t\r
      x: 3\r
      Content-Length: 15\r
      \r
      a=%26+&b=%C3%A4
      """
    let request = try #require(Parsed(text).request)
    #expect(request.method == .post)
    #expect(request.path == "/i/a%2Fb")
    #expect(request.query == "c=d?e")
    #expect(request.values(of: "x") == [Array("1 2".utf8), Array("3".utf8)])
    #expect(request.text(of: "x") == nil)
    #expect(request.text(of: "host") == "b")
    #expect(request.form.map(\.name) == ["a", "b"])
    #expect(request.form.map(\.value) == ["& ", "ä"])
  }

  static let absoluteTargets: [(String, String, String)] = [
    ("http://a", "/", "none"), ("HTTPS://a/b", "/b", "none"), ("http://a?b", "/", "b"),
    ("http://a/?", "/", ""), ("/http://a/b", "/http://a/b", "none"),
  ]

  @Test("an absolute target is taken by its path", arguments: absoluteTargets)
  func absolute(_ target: String, _ path: String, _ query: String) throws {
    let request = try #require(Parsed("GET \(target) HTTP/1.1\r\nHost: c\r\n\r\n").request)
    #expect(request.path == path)
    #expect(request.query ?? "none" == query)
  }

  static let connections: [(String, Bool)] = [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
    ("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: x\r\n\r\n", true),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x , Close\r\n\r\n", false),
    ("GET / HTTP/1.0\r\n\r\n", false),
    ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
    ("GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", false),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", false),
    ("PURGE / HTTP/1.1\r\nHost: a\r\n\r\n", false),
  ]

  @Test("connections are kept for GET and HEAD", arguments: connections)
  func keeps(_ text: String, _ isKept: Bool) {
    #expect(Parsed(text).request?.isKept == isKept)
  }

  @Test("the limits themselves are within them") func limits() {
    let target = "/" + String(repeating: "a", count: (8 << 10) - 1)
    #expect(Parsed("GET \(target) HTTP/1.0\r\n\r\n").request?.path == target)
    let fields = String(repeating: "a: b\r\n", count: 99)
    #expect(Parsed("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n").request != nil)
    let begin = "GET / HTTP/1.0\r\na: "
    let value = String(repeating: "b", count: (32 << 10) - begin.utf8.count - 4)
    #expect(Parsed("\(begin)\(value)\r\n\r\n").request != nil)
    let body = "a=" + String(repeating: "b", count: (16 << 10) - 2)
    let head = "POST / HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    #expect(Parsed("\(head)Content-Length: 16384\r\n\r\n\(body)").request?.body.count == 16_384)
  }

  @Test(
    "no proper prefix of a request is complete, and no byte after it belongs to it",
    arguments: accepted)
  func splits(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try #require(Parsed(bytes).request)
    for count in 0..<bytes.count {
      guard case .unfinished = Parsed(Array(bytes[..<count])) else {
        Issue.record("\(count) bytes are enough")
        return
      }
    }
    guard case .request(let request, let rest) = Parsed(bytes + bytes) else {
      Issue.record("a second request in the buffer is refused")
      return
    }
    #expect(rest == bytes.count)
    #expect(request.parts == whole.parts)
  }
}
