import Accounts
import HTTP
import TestSupport
import Testing

@testable import ServeApp

/// A page and its forms, as a browser without cookies gets and posts them.
extension TestSite {
  func get(_ path: String, _ language: String = "en") async -> Answer {
    await send(
      "GET \(path) HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Language: \(language)\r\n\r\n"
    )
  }

  func post(
    _ path: String, _ form: [(String, String)], _ language: String = "en",
    from client: String = "192.0.2.1"
  ) async -> Answer {
    let body = form.map { "\($0)=\(Browser.encoded($1))" }.joined(separator: "&")
    return await send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Language: \(language)\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", from: client)
  }

  /// Invites somebody, and returns the code.
  func invite(_ values: FieldValues, until day: String = "2027-01-22") async throws -> String {
    let done = try await registry.register(
      values, invitingUntil: try #require(CalendarDay(day)))
    return try #require(done.value.code.text)
  }

  /// The link of ada, and its code, where names, a day of birth and a telephone number are required
  /// and she has a first name, that day and that number.
  func invited() async throws -> (path: String, code: String) {
    _ = try await registry.initialise(.albums)
    let code = try await invite(
      FieldValues(
        email: "ada@example.com", firstName: "Beatrice", birthDate: "1990-01-02",
        phone: "79991234567"))
    return ("/i/ada%40example.com/\(code)", code)
  }
}

func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

/// The page of an answer as a person reads it, and as a browser does.
struct SeenPage {
  let html: String

  init(_ answer: Answer) { html = text(answer) }

  var hasForm: Bool { html.contains("<form") }

  func has(_ text: String) -> Bool { html.contains(text) }

  /// The tags of a name, each with its attributes.
  func tags(_ name: String) -> [String] {
    html.split(separator: "<").filter { $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name)>") }
      .map { String($0.prefix { $0 != ">" }) }
  }

  /// The input with an id.
  func input(_ id: String) -> String? { tags("input").first { $0.contains("id=\"\(id)\"") } }

  /// The addresses of all links.
  var links: [String] {
    tags("a").compactMap { tag in
      tag.split(separator: "href=\"").dropFirst().first?.split(separator: "\"").first
        .map { String($0.replacing("&amp;", with: "&")) }
    }
  }

  /// The text below the heading, without tags.
  var words: String {
    var (text, isTag) = ("", false)
    for character in html.split(separator: "<main>").last ?? "" {
      if character == "<" { isTag = true }
      if !isTag { text.append(character) }
      if character == ">" { isTag = false }
    }
    return text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
  }
}
