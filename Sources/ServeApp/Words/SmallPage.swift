import Accounts
import CommandKit
import HTTP
import WebPages

/// A page of a few sentences, for people who are not let in.
struct SmallPage {
  let title: Phrase
  var sentences: [Phrase] = []
  /// Addresses, and what one does there.
  var links: [(address: String, words: Phrase)] = []

  /// - Parameter retryAfter: after how many seconds one may come again.
  func answer(
    _ status: Answer.Status, _ language: Language, retryAfter: Int? = nil
  ) -> Answer {
    var answer = WebPage(title: title[language], body: body(language), language: language)
      .answer(status, language)
    if let retryAfter { answer.set("Retry-After", "\(retryAfter)") }
    return answer
  }

  func body(_ language: Language) -> HTML {
    var body: HTML = "<h1>\(title[language])</h1>\n"
    for sentence in sentences { body = "\(body)<p>\(sentence[language])</p>\n" }
    for (address, words) in links {
      body = "\(body)<p><a href=\"\(address)\">\(words[language])</a></p>\n"
    }
    return body
  }

  /// The page for somebody who is logged in: it says who that is, and how to become somebody else.
  func inSession(of name: String?) -> SmallPage {
    guard let name else { return self }
    var page = self
    page.sentences.append(Phrase("You are logged in as \(name)."))
    return page.withLogout
  }

  /// The page with a link to the way out.
  var withLogout: SmallPage {
    var page = self
    page.links.append((GuardedHost.wayOut, Phrase("Log out")))
    return page
  }
}

/// The rights of browsers over a page, beside those of all pages.
enum PageKind {
  case words
  /// It has a form. Browsers say which page posts it only if they may say it at all.
  case form
  /// It may be shown in a page of somebody else: it has no form.
  case framed
}

extension WebPage {
  func answer(
    _ status: Answer.Status, _ language: Language, _ kind: PageKind = .words
  ) -> Answer {
    var answer = Answer(status, body: Array(html().text.utf8))
    answer.set("Content-Type", "text/html; charset=utf-8")
    answer.set("Content-Language", language.rawValue)
    answer.setPageFields(kind)
    return answer
  }
}

extension Answer {
  private static let policy =
    "default-src 'none'; style-src \(WebPage.Style.forms.source); form-action 'self'; "
    + "base-uri 'none'"

  /// Headers of every page, beside those of every answer: load nothing, keep nothing.
  mutating func setPageFields(_ kind: PageKind = .words) {
    set(
      "Content-Security-Policy",
      kind == .framed ? Self.policy : "\(Self.policy); frame-ancestors 'none'")
    set("Cache-Control", "no-store")
    set("X-Robots-Tag", "noindex")
    if kind == .form { set("Referrer-Policy", "strict-origin") }
  }
}

extension Language {
  /// The language that a browser asks for: the first of those with the greatest weight that is one
  /// of ours, else English.
  init(acceptLanguage lines: [[UInt8]]) {
    var (found, greatest) = (Language.english, 0.0)
    let text = String(decoding: Array(lines.joined(separator: [UInt8(ascii: ",")])), as: UTF8.self)
    for element in text.split(separator: ",").prefix(32) {
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let tag = parts.first?.lowercased(),
        let language = Language(rawValue: String(tag.prefix { $0 != "-" }))
      else { continue }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }
        .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > greatest, weight <= 1 { (found, greatest) = (language, weight) }
    }
    self = found
  }
}
