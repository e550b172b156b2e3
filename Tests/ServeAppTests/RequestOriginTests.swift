import Accounts
import HTTP
import TestSupport
import Testing

@testable import ServeApp

/// The headers that browsers send, and whether the request may act: no other site acts in
/// somebody's name.
@Suite("The origin of a request") struct RequestOriginTests {
  /// A request. `passes` is of one that changes something or opens a WebSocket.
  struct Row: Sendable {
    let fields: String
    let session: Bool
    let password: Bool

    init(_ fields: String, _ passes: Bool, byPassword: Bool? = nil) {
      self.fields = fields
      (session, password) = (passes, byPassword ?? passes)
    }
  }

  private static let own = "Origin: https://wiki.example.com\r\n"
  private static let sibling = "Origin: https://sib.example.com\r\n"
  private static let null = "Origin: null\r\n"
  private static func site(_ site: String) -> String { "Sec-Fetch-Site: \(site)\r\n" }

  /// At a host of the list that names no origin.
  static let rows: [Row] = [
    // The host itself: fetch, forms, beacons, a service worker; with no-referrer null.
    Row(own + site("same-origin"), true), Row(null + site("same-origin"), true),
    Row(site("same-origin"), true), Row(site("none"), true), Row(sibling + site("none"), true),
    // Its WebSockets in Chromium.
    Row(own, true),
    // Siblings, other sites, sandboxed frames, data:.
    Row(sibling + site("same-site"), false), Row(site("same-site"), false),
    Row(null + site("same-site"), false), Row(own + site("same-site"), false),
    Row("Origin: https://attacker.test\r\n" + site("cross-site"), false),
    Row(site("cross-site"), false), Row(null + site("cross-site"), false),
    Row(own + site("cross-site"), false), Row(sibling, false), Row(null, false),
    Row("Origin: https://attacker.test\r\n", false),
    // Another scheme or port, or other letters.
    Row("Origin: http://wiki.example.com\r\n", false),
    Row("Origin: https://wiki.example.com:443\r\n", false),
    Row("Origin: https://wiki.example.com:8443\r\n", false),
    Row("Origin: https://WIKI.example.com\r\n", false),
    Row("Origin: https://wiki.example.com.\r\n", false),
    Row("Origin: https://wiki.example.com/\r\n", false),
    Row("Origin: https://wi\u{212A}i.example.com\r\n", false),
    Row("Origin: wiki.example.com\r\n", false),
    // No word of a browser, or none that is known.
    Row(site("Same-Origin"), false), Row(site("same-origin, none"), false),
    Row(site("same-origin, cross-site"), false), Row(site("x"), false),
    Row("Origin: https://wiki.example.com, https://sib.example.com\r\n", false),
    // Two of a kind.
    Row(site("same-origin") + site("cross-site"), false),
    Row(site("same-origin") + site("none"), false), Row(site("none") + site("none"), true),
    Row(own + sibling, false), Row(own + own, true),
    Row(own + sibling + site("same-origin"), false),
    Row(site("") + site("same-origin"), true), Row("Origin: \r\n" + own, true),
    // Neither, and empty ones, which are as none.
    Row("", false, byPassword: true),
    Row("Origin: \r\nSec-Fetch-Site: \r\n", false, byPassword: true),
    Row("Origin: \r\n" + site("cross-site"), false), Row(own + "Sec-Fetch-Site: \r\n", true),
  ]

  static let reading = [
    "GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT", "SEARCH", "QUERY", "TRACE",
  ]
  /// The lines of a method, each of which may change something.
  static let changing =
    ["POST", "PUT", "DELETE", "PATCH", "MKCOL", "MOVE", "CONNECT", "get", "GET ", "GETX", "X"].map {
      $0 == "GET " ? "" : "X-Forwarded-Method: \($0)\r\n"
    } + [
      "X-Forwarded-Method: \r\n", "X-Forwarded-Method: GET\r\nX-Forwarded-Method: POST\r\n",
      "X-Forwarded-Method: GET, POST\r\n",
      "X-Forwarded-Method: GET\r\nSec-WebSocket-Version: 13\r\n",
      "X-Forwarded-Method: GET\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Version: 13\r\n",
    ]

  private static func origin(_ fields: String) throws -> RequestOrigin {
    RequestOrigin(
      try #require(
        TestSite.request("GET /verify HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")))
  }

  @Test("of a host of the list, row by row of what browsers send") func listed() throws {
    let entry = try GuardedHosts.Entry("wiki.example.com")
    for row in Self.rows {
      for method in Self.changing {
        let origin = try Self.origin(row.fields + method)
        // The port that the server says is not asked.
        for host in ["wiki.example.com", "wiki.example.com:8443", "WIKI.example.com."] {
          #expect(origin.passes(.session, to: entry, at: host) == row.session, "\(row), \(method)")
          #expect(
            origin.passes(.password, to: entry, at: host) == row.password, "\(row), \(method)")
        }
      }
      // A request that changes nothing passes from everywhere.
      for method in Self.reading {
        let origin = try Self.origin("\(row.fields)X-Forwarded-Method: \(method)\r\n")
        #expect(!origin.mayChange && origin.passes(.session, to: entry, at: "wiki.example.com"))
      }
      let origin = try Self.origin(
        "\(row.fields)X-Forwarded-Method: GET\r\nSec-WebSocket-Version: \r\n")
      #expect(!origin.mayChange)
    }
  }

  @Test("whose entry names an origin: that passes first, and no other") func from() throws {
    let entry = try GuardedHosts.Entry(
      "wiki.example.com", from: ["https://sib.example.com", "capacitor://localhost"])
    for row in Self.rows {
      let origin = try Self.origin(row.fields)
      let isNamed =
        row.fields.contains("https://sib.example.com\r\n")
        && !row.fields.contains(Self.own) && !row.fields.contains(",")
      #expect(
        origin.passes(.session, to: entry, at: "wiki.example.com") == (row.session || isNamed),
        "\(row)")
    }
    for (fields, passes) in [
      ("Origin: capacitor://localhost\r\n", true), ("Origin: app://localhost\r\n", false),
      ("Origin: capacitor://localhost\r\nSec-Fetch-Site: cross-site\r\n", true),
      ("Origin: https://sib.example.com:8443\r\n", false),
      ("Origin: https://sib.example.com\r\nOrigin: null\r\n", false),
    ] {
      #expect(try Self.origin(fields).passes(.session, to: entry, at: "") == passes, "\(fields)")
    }
  }

  @Test("of a loopback host of the list, by http") func loopback() throws {
    let entry = try GuardedHosts.Entry("localhost:8080")
    for (origin, passes) in [
      ("http://localhost:8080", true), ("https://localhost:8080", false),
      ("http://localhost", false), ("http://localhost:3000", false), ("null", false),
    ] {
      let found = try Self.origin("Origin: \(origin)\r\n").passes(
        .session, to: entry, at: "localhost")
      #expect(found == passes, "\(origin)")
    }
  }

  @Test("without a list, by host and port of the web server's word") func unlisted() throws {
    for (host, origin, passes) in [
      ("wiki.example.com", "https://wiki.example.com", true),
      ("wiki.example.com", "http://wiki.example.com", true),
      ("wiki.example.com:443", "https://wiki.example.com", true),
      ("wiki.example.com:80", "http://wiki.example.com", true),
      ("WIKI.example.com", "https://wiki.example.com", true),
      ("wiki.example.com:8443", "https://wiki.example.com:8443", true),
      ("[::1]:8080", "http://[::1]:8080", true),
      ("wiki.example.com:443", "http://wiki.example.com", false),
      ("wiki.example.com:80", "https://wiki.example.com", false),
      ("wiki.example.com", "https://wiki.example.com:8443", false),
      ("wiki.example.com:8443", "https://wiki.example.com", false),
      ("wiki.example.com", "https://sib.example.com", false),
      ("wiki.example.com", "app://wiki.example.com", false), ("wiki.example.com", "null", false),
      ("", "https://wiki.example.com", false), ("", "https://", false), ("", "http://", false),
      (":443", "https://", false), (":80", "http://", false),
    ] {
      let found = try Self.origin("Origin: \(origin)\r\n").passes(.password, to: nil, at: host)
      #expect(found == passes, "\(host), \(origin)")
    }
    let site = try Self.origin("Origin: https://wiki.example.com\r\nSec-Fetch-Site: same-site\r\n")
    #expect(!site.passes(.password, to: nil, at: "wiki.example.com"))
    #expect(try Self.origin("").passes(.password, to: nil, at: ""))
  }

  @Test(
    "is asked at the door of a password and of a cookie of ours, right or not, and of nothing else")
  func door() async throws {
    let site = TestSite(page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    try await site.register("ada")
    var browser = Browser(site)
    let host = "wiki.example.com"
    _ = await browser.logIn("ada@example.com", at: host)
    let cross =
      "\(Browser.navigation)Sec-Fetch-Site: cross-site\r\nOrigin: https://attacker.test\r\n"
    let refused = await browser.ask(host, method: "POST", fields: cross)
    #expect(refused.status == .forbidden && refused["Regapp-Answer"] == "origin")
    #expect(
      text(refused).contains("This came from another page, or the server"))
    #expect(await browser.ask(host, method: "POST").status == .ok)
    #expect(await browser.ask(host, fields: cross).status == .ok)
    let socket =
      "Origin: https://sib.example.com\r\nSec-WebSocket-Version: 13\r\nSec-Fetch-Site: \r\n"
    #expect(await browser.ask(host, fields: socket)["Regapp-Answer"] == "origin")
    // A line that says neither must shut a session, and lets programs in.
    let silent = "Sec-Fetch-Site: \r\n"
    #expect(await browser.ask(host, method: "POST", fields: silent)["Regapp-Answer"] == "origin")
    for (cookie, reason) in [
      ("\(Browser.session)=x", "origin"), ("\(Browser.nonce)=x", "origin"),
      ("\(Browser.session)=", "origin"), ("regapp=x", nil), ("a=b", nil), ("", nil),
    ] {
      var other = Browser(site)
      let fields = "\(cross)Cookie: \(cookie)\r\n"
      let answer = await other.ask(host, method: "PUT", fields: fields)
      #expect(answer["Regapp-Answer"] == reason, "\(cookie)")
      #expect(answer.status == (reason == nil ? .found : .forbidden))
    }
    // A program's first request has nothing of ours, and must hear 401.
    var program = Browser(site)
    for query in ["", "?login"] {
      let first = await program.ask(host, method: "PUT", fields: silent, query: query)
      #expect(first.status == .unauthorized && first["WWW-Authenticate"] != nil)
    }
    #expect(site.record.filter { $0 != "yes" }.isEmpty)
  }
}
