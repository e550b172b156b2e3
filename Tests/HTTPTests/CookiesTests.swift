import Testing

@testable import HTTP

@Suite struct CookiesTests {
  private static let ours = ["__Host-Http-regapp", "__Host-Http-regapp-at"]

  static let lines: [([String], String)] = [
    ([], ""), ([""], ""), (["a=1"], "a=1"), (["a=1; b=2"], "a=1; b=2"),
    (["__Host-Http-regapp=T"], ""), (["__Host-Http-regapp=T; a=1"], "a=1"),
    (["a=1; __Host-Http-regapp=T"], "a=1"), (["a=1; __Host-Http-regapp=T; b=2"], "a=1; b=2"),
    (["a=1;__Host-Http-regapp=T;b=2"], "a=1;b=2"),
    (["a=1", "b=2"], "a=1; b=2"), (["a=1", "__Host-Http-regapp=T", "b=2"], "a=1; b=2"),
    (["a=1; \t__Host-Http-regapp \t= T; b=2"], "a=1; b=2"),
    (["__Host-Http-regapp=T; __Host-Http-regapp-at=N; __Host-Http-regapp=U"], ""),
    (
      ["__host-http-regapp=1; __Host-Http-regapp2=2"], "__host-http-regapp=1; __Host-Http-regapp2=2"
    ),
    (["x=\"; __Host-Http-regapp=T; y=\""], "x=\"; y=\""), (["a=1;; b"], "a=1;; b"),
    (["\u{A0}__Host-Http-regapp=1; a=1"], "\u{A0}__Host-Http-regapp=1; a=1"),
    (["a=\u{FF}; b=\t1"], "a=\u{FF}; b=\t1"), (["__Host-Http-regapp"], "__Host-Http-regapp"),
  ]

  @Test("an application hears all cookies but ours, byte for byte", arguments: lines)
  func line(_ lines: [String], _ kept: String) {
    let cookies = Cookies(lines: lines.map { Array($0.utf8) })
    #expect(cookies.line(without: Self.ours) == Array(kept.utf8))
  }

  @Test("bytes that are no text stay as they are") func bytes() throws {
    let line = Array("a=".utf8) + [0xE4, 0x85, 0x09, 0xFF] + Array("; __Host-Http-regapp=T".utf8)
    let whole = Array("GET / HTTP/1.0\r\nCookie: ".utf8) + line + Array("\r\n\r\n".utf8)
    let request = try #require(Parsed(whole).request)
    let kept = Cookies(request).line(without: Self.ours)
    #expect(kept == Array("a=".utf8) + [0xE4, 0x85, 0x09, 0xFF])
    var answer = Answer(.ok, body: [])
    answer.set("Cookie", bytes: kept)
    let sent = answer.bytes(isHead: false, keeps: true)
    #expect(sent.contains(Array("Cookie: ".utf8) + kept + Array("\r\n".utf8)))
    answer.set("Cookie", bytes: Array("a=1\r\nRemote-User: root".utf8))
    #expect(answer["Cookie"] == "")
  }

  @Test("all values of a name are found, as they were sent") func values() {
    let cookies = Cookies(lines: [Array("a=1; b=x=y; a = 2 ".utf8), Array("A=3; a=; a".utf8)])
    let found = cookies.values(of: "a").map { String(decoding: $0, as: UTF8.self) }
    #expect(found == ["1", "2", ""])
    #expect(cookies.values(of: "b") == [Array("x=y".utf8)])
    #expect(cookies.values(of: "c").isEmpty)
  }

  @Test("a field is set once, and added beside others") func fields() {
    var answer = Answer(.ok, body: [])
    answer.add("Set-Cookie", "a=1")
    answer.add("Set-Cookie", "b=2")
    answer.add("Set-Cookie", "c=\r\nX: y")
    #expect(answer.fields.filter { $0.name == "Set-Cookie" }.map(\.value.count) == [3, 3, 0])
  }
}
