import Testing
import TextTools

@testable import HTTP

@Suite struct PartsTests {
  static let addresses: [(String, String?)] = [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:80", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
    ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:80", "2001:db8::1"),
    ("forged, 192.0.2.1 ", "192.0.2.1"), ("192.0.2.1,", nil), ("192.0.2.1, ada", nil),
    ("", nil), ("unknown", nil), ("192.0.2.1:", nil), ("192.0.2.1:123456", nil),
    ("[192.0.2.1]", nil), ("[::1", nil), ("[::1]x", nil), ("::1]", nil), ("192.0.2", nil),
    ("192.0.2.1:80:80", nil), ("fe80::1%eth0", "fe80::1"), ("\"192.0.2.1\"", nil), ("a:80", nil),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("[fe80::1%2]:80", "fe80::1"),
    ("2001:DB8::0:1", "2001:db8::1"), ("2001:db8::1%eth0", nil), ("192.0.2.1%eth0", nil),
    ("fe80::1%", nil), ("fe80::1%a b", nil), ("fe80::1%a%b", nil), ("%lo", nil),
  ]

  @Test(
    "the client's address is the last element of the last X-Forwarded-For", arguments: addresses)
  func address(_ value: String, _ address: String?) {
    let first = "X-Forwarded-For: 198.51.100.7\r\n"
    let text = "GET / HTTP/1.0\r\n\(first)X-Forwarded-For: \(value)\r\n\r\n"
    #expect(Parsed(text).request.flatMap(TrustedProxies.nearest.client) == address)
  }

  static let forwarded: [([String], String?)] = [
    (["192.0.2.1"], "192.0.2.1"), (["192.0.2.1, 10.0.0.1"], "192.0.2.1"),
    (["192.0.2.1", "10.0.0.1"], "192.0.2.1"), (["192.0.2.1, 10.0.0.1", "10.0.0.2"], "192.0.2.1"),
    (["forged, 198.51.100.7, 192.0.2.1, [2001:db8::1]:80"], "192.0.2.1"),
    (["10.0.0.9, 192.0.2.1, 10.0.0.1:80, ::ffff:10.0.0.2"], "192.0.2.1"),
    (["10.0.0.7, 10.0.0.8"], "10.0.0.7"), (["10.0.0.7", "2001:db8::1"], "10.0.0.7"),
    (["192.0.2.1, unknown, 10.0.0.1"], nil), (["192.0.2.1, , 10.0.0.1"], nil),
    (["192.0.2.1", ""], nil), (["192.0.2.1, 2001:db8::2"], "2001:db8::2"),
    (["192.0.2.1, 2001:db8:1::"], "2001:db8:1::"), ([], nil),
  ]

  @Test(
    "of all elements the last that is no trusted proxy's is the client's, or else the first",
    arguments: forwarded)
  func client(_ values: [String], _ address: String?) throws {
    let proxies = TrustedProxies([try IPNetwork("10.0.0.0/8"), try IPNetwork("2001:db8::1")])
    let fields = values.map { "X-Forwarded-For: \($0)\r\n" }.joined()
    let request = Parsed("GET / HTTP/1.0\r\n\(fields)\r\n").request
    #expect(request.flatMap(proxies.client) == address)
  }

  static let urlencoded: [(String, [[String]]?)] = [
    ("", [[]]), ("a", [["a", ""]]), ("a=", [["a", ""]]), ("=", [["", ""]]),
    ("a=b=c", [["a", "b=c"]]), ("&", [["", ""], ["", ""]]), ("a+b=%2B", [["a b", "+"]]),
    ("a=%C3%A4&a=2", [["a", "ä"], ["a", "2"]]), ("a=%", nil), ("a=%C3", nil),
  ]

  @Test(arguments: urlencoded) func pairs(_ text: String, _ pairs: [[String]]?) {
    let found = PercentEncoding.pairs(text.utf8)?.map { [$0.name, $0.value] }
    #expect(found == pairs?.filter { !$0.isEmpty })
  }

  static let parts: [(String, String?)] = [
    ("a%2Fb", "a/b"), ("%2541", "%41"), ("a+b", "a+b"), ("%FF", nil), ("%4", nil),
  ]

  @Test("a part of a path is decoded once", arguments: parts)
  func path(_ part: String, _ text: String?) {
    #expect(PercentEncoding.text(part) == text)
  }

  static let ports: [(String, Listener.Place?)] = [
    ("8466", .port(.v4, 8466)), ("127.0.0.1:1", .port(.v4, 1)), ("[::1]:65535", .port(.v6, 65535)),
    ("0", nil), ("65536", nil), ("", nil), (":80", nil), ("localhost:80", nil),
    ("0.0.0.0:80", nil), ("::1:80", nil), ("[::]:80", nil), ("+80", nil), ("127.0.0.1:", nil),
    ("192.0.2.1:80", nil),
  ]

  @Test("a port is one of this machine's own addresses", arguments: ports)
  func port(_ text: String, _ place: Listener.Place?) {
    #expect(Listener.Place(port: text) == place)
  }

  @Test("an answer is whole, and its fields are lines") func answer() {
    var answer = Answer(.ok, body: Array("ä".utf8))
    answer.set("Remote-User", "ada")
    answer.set("Remote-Name", "Ada\r\nRemote-User: root")
    answer.set("Remote-User", "ада")
    let whole = """
      HTTP/1.1 200 OK\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cross-Origin-Opener-Policy: same-origin\r
      Remote-Name: \r
      Remote-User: ада\r
      Content-Length: 2\r
      Connection: keep-alive\r
      \r

      """
    #expect(answer.bytes(isHead: true, keeps: true) == Array(whole.utf8))
    let text = String(decoding: answer.bytes(isHead: false, keeps: false), as: UTF8.self)
    #expect(text.hasSuffix("Connection: close\r\n\r\nä"))
  }

  @Test(
    "control characters of any kind leave a value empty",
    arguments: ["\u{0}", "\t", "\u{7F}", "\u{85}"])
  func control(_ text: String) {
    var answer = Answer(.ok)
    answer.set("X", "a\(text)b")
    #expect(answer["X"] == "")
  }
}
