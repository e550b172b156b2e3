import HTTP
import TestSupport

@testable import ServeApp

/// A browser that asks through a web server: it keeps the cookies of each host, and follows nothing
/// by itself.
struct Browser {
  let site: TestSite
  var client = "192.0.2.1"
  /// The cookies, by host and name.
  var jar: [String: [String: String]] = [:]

  init(_ site: TestSite) { self.site = site }

  static let page = "accounts.example.com"
  static let session = "__Host-Http-regapp"
  static let nonce = "__Host-Http-regapp-at"
  static let navigation =
    "Accept: text/html\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"

  /// The door's answer to a request, as a web server with `login` asks it. Browsers say which site
  /// it comes from.
  @discardableResult
  mutating func ask(
    _ host: String, _ path: String = "/", method: String = "GET", fields: String = navigation,
    proto: String = "https", query: String = "?login"
  ) async -> Answer {
    let own = fields.contains("Sec-Fetch-Site") ? "" : "Sec-Fetch-Site: same-origin\r\n"
    let answer = await site.send(
      "GET /verify\(query) HTTP/1.1\r\nHost: door\r\nX-Forwarded-Host: \(host)\r\n"
        + "X-Forwarded-Uri: \(path)\r\nX-Forwarded-Method: \(method)\r\n"
        + "X-Forwarded-Proto: \(proto)\r\n\(own)\(fields)\(cookies(of: host))\r\n", from: client)
    keep(answer, at: host)
    return answer
  }

  /// A page of the login's own host.
  mutating func open(_ path: String, fields: String = navigation) async -> Answer {
    let answer = await site.send(
      "GET \(path) HTTP/1.1\r\nHost: \(Self.page)\r\n\(fields)\(cookies(of: Self.page))\r\n",
      from: client)
    keep(answer, at: Self.page)
    return answer
  }

  mutating func post(
    _ path: String, _ form: KeyValuePairs<String, String>,
    fields: String = "Sec-Fetch-Site: same-origin\r\n"
  ) async -> Answer {
    let body = form.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    return await post(path, body: body, fields: fields)
  }

  mutating func post(_ path: String, body: String, fields: String) async -> Answer {
    let answer = await site.send(
      "POST \(path) HTTP/1.1\r\nHost: \(Self.page)\r\n\(Self.navigation)\(fields)"
        + "Content-Type: application/x-www-form-urlencoded\r\n\(cookies(of: Self.page))"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", from: client)
    keep(answer, at: Self.page)
    return answer
  }

  /// A path below the one open directory of a guarded host.
  mutating func open(
    at host: String, _ path: String, method: String = "GET", fields: String = navigation
  ) async -> Answer {
    let length = method == "POST" ? "Content-Length: 0\r\n" : ""
    let answer = await site.send(
      "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nX-Forwarded-Host: \(host)\r\n"
        + "\(fields)\(length)\(cookies(of: host))\r\n", from: client)
    keep(answer, at: host)
    return answer
  }

  /// Goes the whole way in to a host with a password, or without typing anything, and returns its
  /// last answer; nil if the way ends somewhere else.
  mutating func logIn(
    _ name: String?, _ password: String = "secret1", at host: String, _ path: String = "/",
    keep: Bool = false
  ) async -> Answer? {
    guard let address = await ask(host, path)["Location"], let form = Self.path(address) else {
      return nil
    }
    var answer = await open(form)
    if let name {
      answer = await post(
        form,
        keep
          ? ["name": name, "password": password, "keep": "yes"]
          : ["name": name, "password": password])
    }
    guard let next = Self.wayOn(answer), let end = Self.path(next) else { return nil }
    return await open(at: host, end)
  }

  /// The address to which an answer leads, by a redirect or a refresh.
  static func wayOn(_ answer: Answer) -> String? {
    if let location = answer["Location"] { return location }
    let text = String(decoding: answer.body, as: UTF8.self)
    return text.split(separator: "content=\"0; url=").dropFirst().first?.split(separator: "\"")
      .first.map { String($0.replacing("&amp;", with: "&")) }
  }

  /// The path of an address, with its query.
  static func path(_ address: String) -> String? {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return address.first == "/" ? address : nil }
    return String(parts[2].drop { $0 != "/" })
  }

  static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
  }

  private func cookies(of host: String) -> String {
    let own = jar[host, default: [:]].sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return own.isEmpty ? "" : "Cookie: \(own.joined(separator: "; "))\r\n"
  }

  private mutating func keep(_ answer: Answer, at host: String) {
    for line in Self.setCookies(answer) {
      let pair = line.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isOver = line.contains("; Max-Age=0")
      jar[host, default: [:]][String(pair[0])] = isOver ? nil : String(pair[1])
    }
  }

  static func setCookies(_ answer: Answer) -> [String] {
    answer.fields.filter { $0.name == "Set-Cookie" }.map {
      String(decoding: $0.value, as: UTF8.self)
    }
  }
}
