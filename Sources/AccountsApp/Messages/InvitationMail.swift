import AccountsFile
import CommandKit
import TextTools

/// A mail with which an invitation is sent, as `sendmail -t` takes it: RFC 5322, in UTF-8, without
/// a sender, which the program that sends it knows.
struct InvitationMail: Sendable {
  /// The title of the page, or its host.
  private let place: String
  private let note: String?
  /// The address for logging in afterwards; nil if the page has no login.
  private let login: String?
  private let language: Language

  /// The control character between two mails, which no mail has in it.
  static let separator = "\u{C}"

  private static let columns = 72
  /// The most scalars of a word on a line: RFC 5322 allows 998 bytes.
  private static let longestWord = 200

  init(_ serve: Rulebook.Serve, at address: ServeAddress, in language: Language) {
    place = visible(serve.title ?? address.host)
    note = serve.note.map { visible($0) }
    login = serve.home ?? (address.path == "/" ? address.text : nil)
    self.language = language
  }

  /// The mail. It holds the link: it is a password.
  func text(of invitation: Invitation, link: String) -> String {
    let person = [invitation.firstName, invitation.lastName].compactMap(\.self)
      .map { visible($0) }.joined(separator: " ")
    let paragraphs = [
      wrapped(person.isEmpty ? Phrase("Hello,") : Phrase("Hello \(person),")),
      wrapped(
        Phrase(
          "You have been invited to \(place). Open this link, and choose the password with which you will "
            + "log in:")),
      link,
      wrapped(
        Phrase(
          "The link works once, until \(invitation.until.description). Keep it to yourself: whoever has "
            + "it can set your password. If it does not work, ask for a new one.")),
      ([wrapped(Phrase("Your account: \(visible(invitation.account))"))]
        + (login.map { [wrapped(Phrase("Where you log in: \(visible($0))"))] } ?? []))
        .joined(separator: "\n"),
    ]
    let body = paragraphs + (note.map { [wrapped(Phrase(same: $0))] } ?? [])
    let subject = Phrase("Your invitation to \(place)")[language]
    let to = invitation.email.map { "To: \(visible($0))\n" } ?? ""
    return """
      \(to)Subject: \(Self.header(subject))
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: 8bit

      \(body.joined(separator: "\n\n"))

      """
  }

  private func wrapped(_ words: Phrase) -> String {
    words[language].split(separator: " ").flatMap { word in
      word.unicodeScalars.count <= Self.longestWord
        ? [word] : Self.parts(of: word.unicodeScalars, { _ in 1 }, most: Self.longestWord)
    }.wrapped(columns: Self.columns).joined(separator: "\n")
  }

  /// The value of a header; beyond ASCII in encoded words, each on a line of at most 76 characters
  /// (RFC 2047).
  private static func header(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return parts(of: text[...].unicodeScalars, { $0.utf8.count }, most: 39)
      .map { "=?utf-8?B?\(Base64.text(Array($0.utf8)))?=" }.joined(separator: "\n ")
  }

  /// A text in parts, each of which has at most so much of what is counted in its scalars.
  private static func parts(
    of text: Substring.UnicodeScalarView, _ count: (Unicode.Scalar) -> Int, most: Int
  ) -> [Substring] {
    var (parts, start, used) = ([Substring](), text.startIndex, 0)
    for index in text.indices {
      let own = count(text[index])
      if used + own > most {
        parts.append(Substring(text[start..<index]))
        (start, used) = (index, 0)
      }
      used += own
    }
    return parts + [Substring(text[start...])]
  }
}
