import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("A part that is open to all") struct OpenPartTests {
  private func ask(
    _ site: TestSite, _ uri: String?, fields: String = "", query: String = "open",
    method: String = "GET"
  ) async -> Answer {
    let said = uri.map { "X-Forwarded-Uri: \($0)\r\n" } ?? ""
    return await site.send("\(method) /verify?\(query) HTTP/1.1\r\nHost: a\r\n\(said)\(fields)\r\n")
  }

  @Test("the application hears nobody's name, and its own cookies and Authorization")
  func heard() async throws {
    let site = TestSite(page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    let answer = await ask(
      site, "/open/x?y=../",
      fields: "Remote-User: forged\r\nAuthorization: Bearer x\r\n"
        + "Cookie: a=1; __Host-Http-regapp=t; regapp=u; b=2\r\n")
    #expect(answer.status == .ok)
    #expect(!answer.fields.contains { $0.name.hasPrefix("Remote-") })
    #expect(answer["Cookie"] == "a=1; b=2")
    #expect(answer["Authorization"] == "Bearer x")
    #expect(answer["Cache-Control"] == "no-store")
    let basic = await ask(site, "/open/", fields: "Authorization: Basic YTpi\r\n")
    #expect(basic.status == .ok && basic["Authorization"] == "")
    // No accounts are there, and none are asked for.
    #expect(site.lines.isEmpty && site.record.isEmpty && site.crypt.allHashes == 0)
  }

  @Test(
    "it is open while the accounts cannot be read, and where the rulebook says where the page is")
  func unreadable() async throws {
    let site = TestSite(page: "https://example.com/account/")
    try await site.register("ada")
    try site.edit("\"email\"", "\"email")
    let answer = await site.send(
      "GET /account/verify?open HTTP/1.1\r\nHost: a\r\nX-Forwarded-Uri: /open/\r\n\r\n")
    #expect(answer.status == .ok)
  }

  static let closed = [
    nil, "", "open/x", "/_regapp/in", "/_regapp/", "/%5fregapp/in", "/./_regapp/in",
    "/open/../x", "/open/..;/x", "/open;x/", "/open\\..\\x", "/open//x", "//open/",
    "/open/%2e%2e/x", "/open/%2E./x", "/open/%252e%252e/x", "/open/..%2fx", "/open/%3Bx",
    "/open/%255Cx", "/open/%5cx", "/open/%00", "/open/%c0%ae", "/open/%C1%1C", "/open/%u002e",
    "/open/%e0%80%ae", "/open/%E0%9F%BF", "/open/%F0%80%80%AE/x", "/open/%f8%80%80%80%ae",
    "/open/%fc%80%80%80%80%af", "/open/%", "/open/%2", "/open/#/x", "/open/\u{E4}",
  ]

  @Test("an address that can be read in two ways, or is our own, is 400", arguments: closed)
  func refused(_ uri: String?) async throws {
    let site = TestSite(page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    let answer = await ask(site, uri)
    #expect(answer.status == .badRequest)
    #expect(answer["Remote-User"] == nil)
  }

  @Test(
    "usual addresses are open",
    arguments: [
      "/", "/open", "/open/x.css?a=..;//&b=%2e%25", "/open/%C3%A4/a%20b", "/open/a.b/.well-known/x",
      "/open/%E0%A4%85", "/open/%F0%9F%98%80", "/open/%fc%f8",
    ])
  func usual(_ uri: String) async throws {
    #expect(await ask(TestSite(), uri).status == .ok)
  }

  @Test("the word stands alone, in a GET or HEAD with one address and one Authorization")
  func alone() async throws {
    let site = TestSite(page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    for query in [
      "open&login", "login&open", "open&group=web", "open=yes", "open=", "open&open",
      "open&", "Open", "%6fpen",
    ] {
      #expect(await ask(site, "/open/", query: query).status == .badRequest)
    }
    let two = "X-Forwarded-Uri: /open/\r\n"
    #expect(await ask(site, "/open/", fields: two).status == .badRequest)
    let basic = "Authorization: Bearer x\r\n"
    #expect(await ask(site, "/open/", fields: basic + basic).status == .badRequest)
    #expect(
      await ask(site, "/open/", fields: "Content-Length: 0\r\n", method: "POST").status
        == .methodNotAllowed)
    let elsewhere = await site.send(
      "GET /open?open HTTP/1.1\r\nHost: a\r\nX-Forwarded-Uri: /open/\r\n\r\n")
    #expect(elsewhere.status == .notFound)
  }
}
