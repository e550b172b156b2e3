import Accounts
import AccountsApp
import CommandKit
import HTTP
import WebPages

/// The profile in words: as labels, and as a form.
struct ProfileWords {
  let visit: PageVisit

  private var language: Language { visit.language }
  private var host: String { visit.owner.host }

  private func say(_ phrase: Phrase) -> String { phrase[language] }

  /// The profile: the values of an account, and where its owner can go.
  ///
  /// - Parameter news: what was done a moment ago.
  func profile(
    _ session: FoundSession, hosts: [GuardedHost], _ news: Phrase? = nil
  ) -> Answer {
    let heading = Phrase("You are logged in at \(host)")
    var list: HTML = ""
    for field in ProfileForm.fields(of: session) {
      let value = session.stored[shown: field].map { ProfileForm.words(of: field, $0) }
      list = "\(list)\(label(field, say(value ?? Phrase("not given"))))"
      // Its length says nothing of the password's.
      if field == .email { list = "\(list)\(label(.password, "********"))" }
    }
    // It has the focus, so that a screen reader reads it.
    let note: HTML =
      news.map { "<p class=\"saved\" role=\"status\" tabindex=\"-1\" autofocus>\(say($0))</p>\n" }
      ?? ""
    let body: HTML = """
      <h1>\(say(heading))</h1>
      \(note)\(links(session.rulebook.serve.home, hosts))<dl>
      \(list)</dl>
      \(button(Phrase("Edit"), to: "/edit"))\
      <p><a href="\(visit.path("/out"))">\(say(Phrase("Log out")))</a></p>

      """
    return visit.page(heading, body).answer(.ok, language, .form)
  }

  private func label(_ field: Field, _ value: String) -> HTML {
    "<dt>\(say(field.title))</dt>\n<dd dir=\"auto\">\(value)</dd>\n"
  }

  /// The links on, for which people have come: the home of the rulebook first, and each other host
  /// that the account may enter.
  private func links(_ home: String?, _ hosts: [GuardedHost]) -> HTML {
    let same = home.map(PageOwner.host)?.lowercased()
    let addresses =
      (home.map { [$0] } ?? []) + hosts.filter { $0.text != same }.map { "\($0.origin)/" }
    var items: HTML = ""
    for address in addresses {
      items = "\(items)<li><a href=\"\(address)\">\(Self.name(of: address))</a></li>\n"
    }
    return addresses.isEmpty
      ? ""
      : """
      <nav aria-labelledby="hosts">
      <h2 id="hosts">\(say(Phrase("Go on to")))</h2>
      <ul>
      \(items)</ul>
      </nav>

      """
  }

  /// An address without its scheme and its last slash.
  private static func name(of address: String) -> String {
    let rest = String(address.drop { $0 != "/" }.dropFirst(2))
    return rest.hasSuffix("/") ? String(rest.dropLast()) : rest
  }

  /// A button that leads to a path of the page, and changes nothing.
  private func button(_ words: Phrase, to path: String, isOther: Bool = false) -> HTML {
    let chosen: HTML =
      visit.query.language.map {
        "<input type=\"hidden\" name=\"lang\" value=\"\($0.rawValue)\">\n"
      } ?? ""
    let kind: HTML = isOther ? " class=\"other\"" : ""
    return """
      <form action="\(path)">
      \(chosen)<button\(kind)>\(say(words))</button>
      </form>

      """
  }

  /// The form that changes the profile.
  func edit(_ status: Answer.Status, _ form: ProfileForm) -> Answer {
    let heading = Phrase("Edit your profile at \(host)")
    let parts = FormParts(language: language, problems: form.problems)
    var hidden: HTML = ""
    for (name, digest) in form.digests {
      hidden = "\(hidden)<input type=\"hidden\" name=\"\(name)\" value=\"\(digest)\">\n"
    }
    var rows: HTML = ""
    for field in form.fields {
      rows = "\(rows)\(row(field, form, parts))"
      if field == .email { rows = "\(rows)\(passwords(form, parts))" }
    }
    let body: HTML = """
      \(parts.summary(Phrase("Nothing was saved"), form.message))<h1>\(say(heading))</h1>
      <form method="post" action="\(visit.path("/edit"))" novalidate>
      \(hidden)\(rows)<button>\(say(Phrase("save").title))</button>
      </form>
      \(button(Phrase("cancel").title, to: "/", isOther: true))
      """
    return visit.page(heading, body, isWrong: status != .ok).answer(status, language, .form)
  }

  private func row(_ field: Field, _ form: ProfileForm, _ parts: FormParts) -> HTML {
    guard form.isOwn(field) else { return text(of: field, form) }
    let hint = FieldHint.words(of: field, under: form.rulebook)
    let need: HTML = form.rulebook.requires(field) ? " required" : ""
    if field == .birthDate { return parts.birthDate(form.shownBirthDate, hint, more: need) }
    let asTyped: HTML =
      Field.keys.contains(field) ? " autocapitalize=\"none\" spellcheck=\"false\"" : ""
    let pattern: HTML =
      field == .email ? " pattern=\"\(form.rulebook.fields.email.forBrowsers)\"" : ""
    return parts.row(
      of: field, value: form.shown(field), hint,
      // A password manager keeps the password beside the name that logs in.
      fills: field == form.rulebook.key ? "username" : nil, more: "\(need)\(pattern)\(asTyped)")
  }

  /// A field that is not its owner's, as a text. A password manager finds the name that logs in.
  private func text(of field: Field, _ form: ProfileForm) -> HTML {
    let value = form.shown(field)
    let words = value.isEmpty ? say(Phrase("not given")) : say(ProfileForm.words(of: field, value))
    let known: HTML =
      field == form.rulebook.key
      ? "<input autocomplete=\"username\" value=\"\(value)\" hidden>\n" : ""
    return "<dl>\n\(label(field, words))</dl>\n\(known)"
  }

  /// The password that there is, and a new one twice. Browsers know that order, and take a form in
  /// which the new one comes first for two.
  private func passwords(_ form: ProfileForm, _ parts: FormParts) -> HTML {
    let now = parts.row(
      ProfileForm.now, Phrase("your password now"), value: nil, form.nowHint, kind: "password",
      fills: "current-password")
    let rule = form.rulebook.fields.password
    let hint = [
      FieldHint.words(of: .password, under: form.rulebook),
      Phrase("Left empty, it stays as it is."),
    ].compactMap(\.self)
    let rules: HTML =
      " minlength=\"\("\(rule.leastCharacters)")\" passwordrules=\"\(rule.forBrowsers)\""
    let new = parts.row(
      ProfileForm.new, PageForm.newPassword, value: nil, hint.joined(separator: " "),
      kind: "password", fills: "new-password", more: rules)
    let again = parts.row(
      ProfileForm.again, Phrase("new password again"), value: nil, kind: "password",
      fills: "new-password", more: rules)
    return "\(now)\(new)\(again)"
  }

  static let saved = Phrase("Saved.")
  static let savedAnew = Phrase("Saved. In all other browsers you are logged out.")
}

extension SmallPage {
  static let notSaved = SmallPage(
    title: Phrase("Not available"),
    sentences: [Phrase("Nothing can be saved now. Tell your administrator.")])
}
