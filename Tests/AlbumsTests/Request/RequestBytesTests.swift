import LoopbackHTTP
import Testing

@testable import Albums

@Suite("A request") struct RequestBytesTests {
  @Test(
    "carries its term unchanged",
    arguments: [
      ("Кино", "%D0%9A%D0%B8%D0%BD%D0%BE"), ("AC/DC", "AC%2FDC"), ("a&b", "a%26b"),
      ("50%", "50%25"), ("#1", "%231"), ("C++", "C%2B%2B"), ("👍", "%F0%9F%91%8D"),
      ("paper lanterns", "paper+lanterns"), ("a+b c", "a%2Bb+c"), ("a=b;c", "a%3Db%3Bc"),
      ("?", "%3F"), ("A.b-c_d*", "A.b-c_d*"), ("~", "%7E"), ("%41", "%2541"),
      ("\"<>\"", "%22%3C%3E%22"),
      ("e\u{301}", "e%CC%81"), ("a\tb\nc", "a%09b%0Ac"), ("\\^`{|}", "%5C%5E%60%7B%7C%7D"),
      ("'(!)'", "%27%28%21%29%27"), ("灯籠", "%E7%81%AF%E7%B1%A0"),
    ])
  func term(term: String, encoded: String) async throws {
    let server = LoopbackServer(.reply(200, Answers.empty))
    let client = try ITunesClient.of(server.address)
    _ = try await client.search(AlbumSearch(term, country: .of("de"), limit: 7))
    #expect(
      server.requests.map(\.line) == [
        "GET /search?term=\(encoded)&entity=album&country=de&limit=7 HTTP/1.1"
      ])
  }

  @Test("for an album names it, its songs and its store")
  func lookup() async throws {
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(42, "Lanterns"))))
    let client = try ITunesClient.of(server.address)
    _ = try await client.album(42, country: .of("GB"))
    #expect(
      server.requests.map(\.line) == [
        "GET /lookup?id=42&entity=song&limit=200&country=gb HTTP/1.1"
      ])
  }

  @Test("reveals nothing about the user, and returns no cookie")
  func headers() async throws {
    let server = LoopbackServer(
      .reply(200, Answers.empty, headers: ["Set-Cookie: who=me; Path=/"]))
    let client = try ITunesClient.of(server.address)
    for term in ["a", "b"] { _ = try await client.search(AlbumSearch(term, country: .russia)) }
    #expect(server.requests.count == 2)
    let known: Set = [
      "host", "user-agent", "accept", "accept-encoding", "accept-language", "connection",
    ]
    for request in server.requests {
      #expect(request.headerNames.subtracting(known) == [])
      // Neither the user's languages nor this program's name.
      #expect(request.headers.contains("Accept-Language: *"))
      #expect(request.headers.contains("User-Agent: regapp-albums"))
    }
  }

  @Test("goes to an address with its own path, with or without a trailing slash")
  func path() async throws {
    let server = LoopbackServer(.reply(200, Answers.empty))
    for ending in ["/", "", "/music", "/music/"] {
      let client = try ITunesClient.of(server.address + ending)
      _ = try await client.search(AlbumSearch("a", country: .russia))
    }
    #expect(
      server.requests.map { $0.target.split(separator: "?")[0] }
        == ["/search", "/search", "/music/search", "/music/search"])
  }

  @Test(
    "goes nowhere else",
    arguments: [
      "", "itunes.apple.com", "ftp://itunes.apple.com", "file:///etc/passwd", "http://",
      "http:///search", "http://me@host", "http://me:secret@host", "http://host?x=1",
      "http://host#x",
      "http://a b", "javascript:1",
    ])
  func refuses(address: String) {
    #expect(ITunesAddress(address) == nil)
  }
}
