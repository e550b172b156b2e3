import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import TestSupport
import Testing
import TextTools

@testable import ServeApp

@Suite("The door") struct DoorTests {
  @Test("says who it is, always with each field") func granted() async throws {
    let site = TestSite()
    let ada = try await site.register("ada", groups: ["web", "staff", "Web"])
    let answer = await site.ask(ada.uppercased())
    #expect(answer.status == .ok)
    #expect(answer["Remote-User"] == ada)
    #expect(answer["Remote-Sub"] == NumberedIDs.id(1).description)
    #expect(answer["Remote-Email"] == ada)
    #expect(answer["Remote-Name"] == "Ada Muster")
    #expect(answer["Remote-Groups"] == "web,staff,Web")
    let narrowed = await site.ask(ada, query: "?group=none&group=staff&group=web")
    #expect(narrowed["Remote-Groups"] == "web,staff")
    let bob = try await site.register("bob")
    #expect(await site.ask(bob)["Remote-Groups"] == "")
  }

  /// The lines of each web server about one field; `NAME` is the field's, `VARIABLE` that of CGI.
  static let linesOfFields = [
    (
      "nginx-guard.conf",
      [
        "$upstream_http_variable;", "proxy_set_header NAME $regapp_",
        "proxy_set_header SPACED \"\";", "proxy_hide_header NAME;",
      ]
    ),
    ("nginx-open.conf", ["proxy_set_header NAME \"\";", "proxy_set_header SPACED \"\";"]),
    ("Caddyfile", [" NAME"]), ("traefik.yml", ["\"(?i)^remote|"]),
  ]

  @Test(
    "has each of its fields handed on by each web server, and no other", arguments: linesOfFields)
  func handedOn(file: String, lines: [String]) async throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "proxies/\(file)"), encoding: .utf8)
    let site = TestSite()
    let answer = await site.ask(try await site.register("ada"))
    let fields = answer.fields.map(\.name).filter { $0.hasPrefix("Remote-") }
    #expect(fields.count == 5)
    // Guarded and open parts have one list.
    let lists = text.matches(of: /authResponseHeadersRegex: (\S+)/).map { String($0.1) }
    #expect(lists == (file.hasPrefix("traefik") ? ["&names", "*names"] : []))
    for field in fields {
      let spaced = field.replacing("-", with: "_")
      for line in lines {
        let wanted = line.replacing("NAME", with: field).replacing("SPACED", with: spaced)
          .replacing("VARIABLE", with: spaced.uppercased())
          .replacing("variable", with: spaced.lowercased())
        #expect(text.contains(wanted), "\(file) lacks \(wanted)")
      }
    }
    let named = text.matches(of: /Remote-[A-Z][a-z]+/).map { String($0.0) }
    #expect(Set(named).isSubset(of: fields))
  }

  @Test("refuses whoever is wrong, unknown or not open, in the same words") func denied()
    async throws
  {
    let site = TestSite()
    let ada = try await site.register("ada")
    let wrong = await site.ask(ada, "secret2")
    #expect(wrong.status == .unauthorized)
    #expect(wrong["WWW-Authenticate"] == "Basic realm=\"regapp\", charset=\"UTF-8\"")
    #expect(await site.ask("eve@example.com") == wrong)
    _ = try await site.registry.disable(ada)
    #expect(await site.ask(ada) == wrong)
    _ = try await site.registry.enable(ada)
    #expect(await site.status(ada) == 200)
    _ = try await site.registry.edit(
      EditRequest(account: ada, fields: [.validUntil: "2027-01-14"]))
    #expect(await site.ask(ada) == wrong)
    _ = try await site.registry.edit(
      EditRequest(account: ada, fields: [.validUntil: .clear, .validFrom: "2027-01-16"]))
    #expect(await site.ask(ada) == wrong)
    _ = try await site.registry.edit(EditRequest(account: ada, fields: [.validFrom: "2027-01-15"]))
    #expect(await site.status(ada) == 200)
  }

  static let noAttempts: [String] = [
    "", "Authorization: Bearer abc\r\n", "Authorization: Basic\r\n", "Authorization: Basic \r\n",
    "Authorization: Basic YWRh\r\n", "Authorization: Basic YTpi=\r\n", "Authorization: Basic #\r\n",
    "Authorization: Basic YTr/\r\n", "Authorization: Basic YToA\r\n",
    "Authorization: Basic OmI=\r\n",
  ]

  @Test("counts and records nothing that is no attempt", arguments: noAttempts)
  func noAttempt(_ field: String) async throws {
    let site = TestSite()
    try await site.register("ada")
    for _ in 0..<6 {
      let answer = await site.send("GET /verify HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
      #expect(answer.status == .unauthorized)
    }
    #expect(site.record.isEmpty)
    #expect(site.crypt.allHashes == 0)
  }

  @Test("the password is all behind the first colon") func colon() async throws {
    let site = TestSite()
    let ada = try await site.register("ada", "a:b:c 1 ü")
    #expect(await site.status(ada, "a:b:c 1 ü") == 200)
    #expect(await site.status(ada, "a") == 401)
  }

  static let slipsOfLine: [(query: String, fields: String, DoorQuestion.Slip)] = [
    ("?groups=web", "", .unknownKey), ("?group", "", .emptyGroup), ("?group=", "", .emptyGroup),
    ("?group=web&x=y", "", .unknownKey), ("?x", "", .unknownKey), ("?&", "", .unknownKey),
    ("?group=%FF", "", .encoding), ("?login=now", "", .login), ("?login&login", "", .secondLogin),
    ("?open", "", .openAddress), ("?open&login", "", .openBesideOthers),
    ("", "Authorization: Basic YTpi\r\n", .secondAuthorization),
  ]

  @Test("a slip in the proxy's line does not open it; the answer and the log say which")
  func slips() async throws {
    let site = TestSite()
    let ada = try await site.register("ada", groups: ["web"])
    for (query, fields, slip) in Self.slipsOfLine {
      let answer = await site.ask(ada, query: query, fields: fields)
      #expect(answer.status == .badRequest)
      #expect(String(decoding: answer.body, as: UTF8.self) == "400 Bad Request: \(slip.rawValue)\n")
    }
    let all = DoorQuestion.Slip.allCases.map {
      "a request was refused: 400 Bad Request: \($0.rawValue)"
    }
    #expect(Set(all) == Set(site.lines) && all.count == site.lines.count)
    #expect(await site.status(ada, query: "?") == 200)
    let post = await site.send("POST /verify HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    #expect(post.status == .methodNotAllowed)
    #expect(post["Allow"] == "GET, HEAD")
  }

  @Test("a right password that is not enough is 403, and says why") func forbidden() async throws {
    let site = TestSite(page: "https://example.com/account")
    let ada = try await site.register("ada", groups: ["web"])
    let group = await site.send(verify("/account/verify?group=Web", ada))
    #expect(group.status == .forbidden)
    #expect(group["Regapp-Answer"] == "group")
    _ = try await site.registry.setMustChange(true, of: [ada])
    let both = await site.send(verify("/account/verify?group=Web", ada))
    #expect(both["Regapp-Answer"] == "must-change")
    #expect(
      String(decoding: both.body, as: UTF8.self).contains("href=\"https://example.com/account/\""))
    #expect(site.record == ["group", "mustChange"])
    #expect(site.crypt.allHashes == 1)
  }

  @Test("groups are compared exactly") func groups() async throws {
    let site = TestSite()
    let ada = try await site.register("ada", groups: ["caf\u{E9}"])
    #expect(await site.status(ada, query: "?group=caf%C3%A9") == 200)
    #expect(await site.status(ada, query: "?group=cafe%CC%81") == 403)
    #expect(await site.status(ada, query: "?group=CAF%C3%A9") == 403)
  }

  @Test("five wrong passwords make an address wait, and nobody else") func throttled() async throws
  {
    let site = TestSite()
    let ada = try await site.register("ada")
    for _ in 0..<5 { #expect(await site.status(ada, "wrong") == 401) }
    let answer = await site.ask(ada)
    #expect(answer.status == .tooManyRequests)
    #expect(answer["Regapp-Answer"] == "wait")
    #expect(answer["Retry-After"] == "1")
    #expect(await site.status(ada) == 429)
    #expect(site.record.count { $0 == "throttled" } == 1)
    #expect(await site.status(ada, from: "192.0.2.2") == 200)
    site.pass(1)
    #expect(await site.status(ada) == 200)
  }

  @Test("accounts that cannot be read are 503, with one line each time") func unreadable()
    async throws
  {
    let site = TestSite()
    #expect(await site.status("ada@example.com") == 503)
    let ada = try await site.register("ada")
    #expect(await site.status(ada) == 200)
    try site.edit("[", "")
    let broken = await site.ask(ada)
    #expect(broken.status == .unavailable)
    #expect(broken["Retry-After"] != nil)
    #expect(await site.status(ada) == 503)
    let lines = site.lines
    #expect(lines.count { $0 == "the accounts can be read again" } == 1)
    #expect(lines.count == 3)
  }

  @Test("more groups than fit are 503, and never a shorter list") func tooLong() async throws {
    let site = TestSite()
    let groups = (0..<300).map { "group-\($0)-" + String(repeating: "a", count: 50) }
    let ada = try await site.register("ada", groups: groups)
    let answer = await site.ask(ada)
    #expect(answer.status == .unavailable)
    #expect(answer["Regapp-Answer"] == "too-long")
    #expect(answer["Remote-Groups"] == nil)
    let narrowed = await site.ask(ada, query: "?group=\(groups[7])")
    #expect(narrowed["Remote-Groups"] == groups[7])
  }

  @Test("a question at another path is 404") func elsewhere() async throws {
    let site = TestSite(page: "https://example.com/account/")
    let ada = try await site.register("ada")
    #expect(await site.send(verify("/verify", ada)).status == .notFound)
    #expect(await site.send(verify("/account/", ada)).status == .notFound)
    #expect(await site.send(verify("/account", ada)).status == .notFound)
    let browser = "Host: a\r\nAccept: text/html\r\n"
    let moved = await site.send("GET /account HTTP/1.1\r\n\(browser)\r\n")
    #expect(moved.status == .permanentRedirect)
    #expect(moved["Location"] == "https://example.com/account/")
    for field in [
      "X-Forwarded-Uri: /thing?x=y", "X-Forwarded-Uri: /account", "X-Forwarded-Method: GET",
    ] {
      let asked = "GET /account HTTP/1.1\r\n\(browser)\(field)\r\n\r\n"
      #expect(await site.send(asked).status == .notFound)
    }
  }

  @Test("the first request without an address is a line") func noAddress() async throws {
    let site = TestSite()
    let ada = try await site.register("ada")
    #expect(await site.status(ada, from: nil) == 200)
    #expect(await site.status(ada, from: nil) == 200)
    #expect(site.lines.count == 1)
  }

  private func verify(_ target: String, _ name: String) -> String {
    let credentials = Base64.text(Array("\(name):secret1".utf8))
    return "GET \(target) HTTP/1.1\r\nHost: a\r\nAuthorization: basic  \(credentials)\r\n\r\n"
  }
}
