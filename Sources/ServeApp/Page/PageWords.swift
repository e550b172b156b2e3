import Accounts
import AccountsApp
import CommandKit
import HTTP
import WebPages

/// The page in words: its form, and what is shown when a password is set, or a link does not work.
struct PageWords {
  let visit: PageVisit

  private var language: Language { visit.language }
  private var host: String { visit.owner.host }

  /// The page for a password that was set. It gives no address on an application's own host.
  ///
  /// - Parameter place: where to log in; nil if it is not known.
  func done(_ day: CalendarDay?, at place: String?) -> Answer {
    let words =
      day.map { Phrase("You can log in with it from \($0.words) on.") }
      ?? place.map { Phrase("You can log in with it now, at \(Self.host(of: $0, or: host)).") }
      ?? Phrase("You can log in with it now.")
    let heading = Phrase("Your password for \(host) is set")
    let link: HTML =
      place.map { address in
        let words = Phrase("Go to \(Self.host(of: address, or: host))")
        return "<p><a href=\"\(address)\">\(say(words))</a></p>\n"
      } ?? ""
    let body: HTML = """
      <h1>\(say(heading))</h1>
      <p>\(say(words))</p>
      <p>\(say(Self.sharedComputer))</p>
      \(link)
      """
    return visit.page(heading, body).answer(.ok, language)
  }

  /// The host of a whole address; else the given one.
  private static func host(of address: String, or host: String) -> String {
    address.first == "/" ? host : PageOwner.host(of: address)
  }

  /// The page after a password was set, with a sentence that its owner reads before going on.
  func set(_ sentence: Phrase, next: String) -> Answer {
    SmallPage(
      title: Phrase("Your password for \(host) is set"), sentences: [sentence],
      links: [(next, Phrase("Go on"))]
    ).answer(.ok, to: visit)
  }

  /// A link that nothing fits: it is of no use to show its form again.
  ///
  /// - Parameter login: the address of the login; nil if there is none.
  static func deadLink(login: String?) -> SmallPage {
    SmallPage(
      title: Phrase("This link does not work"),
      sentences: [
        Phrase(
          "It may have been used, replaced by a newer one, or cut off: copy all of it. If you have set a "
            + "password, log in. If not, ask your administrator for a new link.")
      ], links: login.map { [($0, Phrase("Log in"))] } ?? [])
  }

  /// A link of somebody who is logged in, and so has set a password: it has no more use.
  static func usedLink(of name: String, profile: String) -> SmallPage {
    SmallPage(
      title: Phrase("This link was used"),
      sentences: [Phrase("You are logged in as \(name)."), isSet],
      links: [(profile, Phrase("Your profile"))])
  }

  static let isSet = Phrase("Your password is set.")
  static let sharedComputer = Phrase("On a shared computer, close this window.")

  /// The sentence about a new password that is not what it looks like; nil for any other.
  static func spaces(around password: String) -> Phrase? {
    guard password.first?.isWhitespace == true || password.last?.isWhitespace == true else {
      return nil
    }
    return Phrase(
      "Your new password begins or ends with a space, which belongs to it: type it each time.")
  }

  /// - Parameter hasLogin: whether there is a place where somebody who is logged in can change the
  ///   rest.
  static func alreadyEntered(_ value: Phrase, hasLogin: Bool) -> Phrase {
    hasLogin
      ? Phrase("Already entered: \(value). It stays; you can change it when you have logged in")
      : Phrase("Already entered: \(value). It stays; your administrator can change it")
  }

  /// - Parameter action: the address to which the form is posted.
  func answer(_ status: Answer.Status, _ form: PageForm, action: String) -> Answer {
    let isLink = form.path.name != nil
    let parts = FormParts(language: language, problems: form.problems)
    let proved: HTML =
      form.proofStamp.map {
        "<input type=\"hidden\" name=\"\(PageForm.proved)\" value=\"\($0)\">\n"
      } ?? ""
    let heading =
      isLink ? Phrase("Choose your password for \(host)") : Phrase("Set your password for \(host)")
    let body: HTML = """
      \(parts.summary(form.heading, form.message))<h1>\(say(heading))</h1>
      \(isLink ? greeting(of: form) : "")<form method="post" action="\(action)" novalidate>
      \(proved)\(rows(of: form, parts))<button>\(say(Phrase("Set the password")))</button>
      </form>

      """
    return visit.page(heading, body, isWrong: status != .ok).answer(status, language, .form)
  }

  private func say(_ phrase: Phrase) -> String { phrase[language] }

  private func greeting(of form: PageForm) -> HTML {
    let stays: HTML =
      form.fields.isEmpty
      ? ""
      : """
      <p>\(say(Phrase("If your administrator has already entered something, it stays as it is.")))</p>

      """
    let invited = Phrase(
      "You have been invited to \(visit.owner.invitesTo). Choose the password with which you will log in."
    )
    return "<p>\(say(invited))</p>\n\(stays)"
  }

  private func rows(of form: PageForm, _ parts: FormParts) -> HTML {
    var rows: HTML
    if form.hasFixedName {
      rows = parts.account(PageForm.name, form[PageForm.name])
    } else {
      let name = parts.row(
        PageForm.name, form.rulebook.loginNames, value: form[PageForm.name], kind: "text",
        fills: "username", more: " required autocapitalize=\"none\" spellcheck=\"false\"")
      let old = parts.password(
        PageForm.old, Phrase("old password or code"), fills: "current-password")
      rows = "\(name)\(old)"
    }
    for field in form.fields { rows = "\(rows)\(row(of: field, form, parts))" }
    let rule = form.rulebook.fields.password
    let new = parts.password(
      PageForm.new, PageForm.newPassword, fills: "new-password",
      FieldHint.words(of: .password, under: form.rulebook), under: rule)
    let again = parts.password(
      PageForm.again, Phrase("new password again"), fills: "new-password", under: rule)
    return "\(rows)\(new)\(again)"
  }

  private func row(of field: Field, _ form: PageForm, _ parts: FormParts) -> HTML {
    if let known = form.known[field] { return parts.text(field.key, field.name, say(known)) }
    let hint = FieldHint.words(of: field, under: form.rulebook)
    if field == .birthDate { return parts.birthDate(form.birthDate, hint) }
    return parts.row(of: field, value: form[field.key], hint)
  }
}
