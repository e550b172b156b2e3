import Accounts
import Testing

@Suite("A guarded host") struct GuardedHostTests {
  @Test(
    "is in lower case, without a dot at the end and without the usual port",
    arguments: [
      ("wiki.example.com", "wiki.example.com", "https://wiki.example.com"),
      ("Wiki.EXAMPLE.com.", "wiki.example.com", "https://wiki.example.com"),
      ("wiki.example.com:443", "wiki.example.com", "https://wiki.example.com"),
      ("wiki.example.com.:443", "wiki.example.com", "https://wiki.example.com"),
      ("lab.example.com:8443", "lab.example.com:8443", "https://lab.example.com:8443"),
      ("wiki.example.com:80", "wiki.example.com:80", "https://wiki.example.com:80"),
      ("localhost", "localhost", "http://localhost"),
      ("LOCALHOST:80", "localhost", "http://localhost"),
      ("127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("[::1]:8080", "[::1]:8080", "http://[::1]:8080"),
      ("wiki_a.example.com", "wiki_a.example.com", "https://wiki_a.example.com"),
      ("nas_1", "nas_1", "https://nas_1"),
      ("[::FFFF:192.0.2.1]", "[::ffff:192.0.2.1]", "https://[::ffff:192.0.2.1]"),
      ("xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai"),
    ])
  func normal(said: String, text: String, origin: String) throws {
    let host = try GuardedHost(said)
    #expect(host.text == text)
    #expect(host.origin == origin)
  }

  @Test(
    "is nothing else than a name and a port",
    arguments: [
      "", ".", "*", "*.example.com", ".example.com", "a..b", "wiki.example.com:", "wiki:0",
      "wiki:65536", "wiki:+443", "wiki: 443", " wiki.example.com", "wiki.example.com/",
      "https://wiki.example.com", "ada@wiki.example.com", "wiki.example.com:443:443", "wiki\\evil",
      "wiki,evil", "wiki\t", "[]", "[::1", "wiki?x", "wiki#x", "wiki%2e",
    ])
  func wrong(said: String) {
    #expect(throws: GuardedHostFault.notHost(said)) { try GuardedHost(said) }
  }

  @Test("is written in ASCII", arguments: ["вики.рф", "wıki.example.com", "wiki。example.com"])
  func beyondASCII(said: String) {
    #expect(throws: GuardedHostFault.beyondASCII(said)) { try GuardedHost(said) }
  }
}

@Suite("A list of guarded hosts") struct GuardedHostsTests {
  @Test("has a host that a web server says by its name, whatever the port")
  func subscripted() throws {
    let hosts = try GuardedHosts(["wiki.example.com", "lab.example.com:8443", "localhost:8080"])
    for said in [
      "wiki.example.com", "WIKI.example.com.", "wiki.example.com:443", "wiki.example.com:80",
    ] {
      #expect(hosts[said]?.host.text == "wiki.example.com")
    }
    for said in ["lab.example.com:8443", "lab.example.com", "LAB.example.com.:1"] {
      #expect(hosts[said]?.host.text == "lab.example.com:8443")
    }
    for said in [
      "example.com", "evil.wiki.example.com", "wiki.example.com.evil", "wiki.example.com:x",
      "wiki.example.com, evil.example.com", "", "*",
    ] {
      #expect(hosts[said] == nil, "\(said)")
    }
  }

  @Test("has each name once, whatever its port, and at most 64")
  func once() throws {
    #expect(throws: GuardedHostFault.repeated("wiki.example.com")) {
      try GuardedHosts(["wiki.example.com", "Wiki.example.com:8443"])
    }
    let names = (0..<64).map { "h\($0).example.com" }
    #expect(try GuardedHosts(names).all.count == 64)
    #expect(throws: GuardedHostFault.tooMany(most: 64)) { try GuardedHosts(names + ["x.example"]) }
  }

  @Test("has each group of a host once, byte by byte, and at most 64")
  func groups() throws {
    #expect(throws: GuardedHostFault.listedTwice("a")) {
      try GuardedHosts.Entry("a.co", groups: ["a", "b", "a"])
    }
    let names = (0..<64).map { "g\($0)" }
    #expect(try GuardedHosts.Entry("a.co", groups: names).groups == names)
    #expect(throws: GuardedHostFault.tooLong(most: 64)) {
      try GuardedHosts.Entry("a.co", groups: names + ["x"])
    }
    // Composed and decomposed letters are two groups.
    #expect(try GuardedHosts.Entry("a.co", groups: ["\u{E9}", "e\u{301}"]).groups.count == 2)
  }

  @Test(
    "takes origins as browsers write them",
    arguments: [
      ("https://office.example.com", true), ("https://office.example.com:8443", true),
      ("http://localhost", true), ("http://127.0.0.1:3000", true), ("http://[::1]:3000", true),
      ("capacitor://localhost", true), ("chrome-extension://abcdef", true), ("app://x", true),
      ("https://xn--e1afmkfd.xn--p1ai", true), ("https://вики.рф", false),
      ("https://office.example.com/", false), ("https://office.example.com:443", false),
      ("http://localhost:80", false), ("http://office.example.com", false),
      ("https://Office.example.com", false), ("HTTPS://office.example.com", false),
      ("https://ada@office.example.com", false), ("https://*.example.com", false),
      ("https://office.example.com:08443", false), ("https://office.example.com:", false),
      ("https://", false), ("://a.co", false), ("a.co", false), ("null", false), ("", false),
      ("1x://a.co", false), ("https:a.co", false), ("*", false),
    ])
  func origins(_ text: String, isOne: Bool) {
    if isOne {
      #expect(throws: Never.self) { try GuardedHosts.Entry("a.co", from: [text]) }
    } else {
      #expect(throws: GuardedHostFault.notOrigin(text)) {
        try GuardedHosts.Entry("a.co", from: [text])
      }
    }
  }

  @Test("leaves the page a host of its own")
  func page() throws {
    let hosts = try GuardedHosts(["wiki.example.com:8443"])
    func check(_ address: String) throws {
      try hosts.check(page: try #require(ServeAddress(address)))
    }
    try check("https://accounts.example.com/")
    #expect(throws: GuardedHostFault.pageHasPath) { try check("https://accounts.example.com/pw/") }
    #expect(throws: GuardedHostFault.ofPage("wiki.example.com")) {
      try check("https://Wiki.example.com/")
    }
    let page = try #require(ServeAddress("https://accounts.example.com/pw/"))
    try GuardedHosts.none.check(page: page)
  }
}
