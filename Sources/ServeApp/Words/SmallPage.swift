import CommandKit
import HTTP
import WebPages

/// A page of a few sentences, for whoever is not let in.
struct SmallPage {
  let title: Phrase
  var sentences: [Phrase] = []
  /// An address, and what one does there.
  var link: (address: String, words: Phrase)?

  func answer(_ status: Answer.Status, _ language: Language) -> Answer {
    var body: HTML = "<h1>\(title[language])</h1>\n"
    for sentence in sentences { body = "\(body)<p>\(sentence[language])</p>\n" }
    if let link {
      body = "\(body)<p><a href=\"\(link.address)\">\(link.words[language])</a></p>\n"
    }
    return WebPage(title: title[language], body: body, language: language).answer(status, language)
  }
}

extension WebPage {
  func answer(_ status: Answer.Status, _ language: Language) -> Answer {
    var answer = Answer(status, body: Array(html().text.utf8))
    answer.set("Content-Type", "text/html; charset=utf-8")
    answer.set("Content-Language", language.rawValue)
    answer.setPageFields()
    return answer
  }
}

extension Answer {
  private static let policy =
    "default-src 'none'; style-src \(WebPage.Style.forms.source); form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  /// Headers of every page, beside those of every answer: load nothing, keep nothing.
  mutating func setPageFields() {
    set("Content-Security-Policy", Self.policy)
    set("Cache-Control", "no-store")
    set("X-Robots-Tag", "noindex")
    set("Cross-Origin-Opener-Policy", "same-origin")
  }
}

extension Language {
  /// The language that a browser asks for: the first of those with the greatest weight that is one of
  /// ours, else English.
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
