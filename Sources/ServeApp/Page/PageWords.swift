import Accounts
import AccountsApp
import CommandKit
import HTTP
import WebPages

/// The page in words: its form, and what is shown when a password is set.
struct PageWords {
  /// The host of the address: whose page this is.
  let host: String
  let language: Language

  static let linkWorksOnce = Phrase(
    "A link works once, and until its day; if you have set a password, use that, else ask for another "
      + "link.")

  func done(_ day: CalendarDay?) -> Answer {
    let words =
      day.map { Phrase("The password is set. You can log in from \($0.description) on.") }
      ?? Phrase("The password is set. You can log in with it from now on.")
    let heading = Phrase("Your password for \(host) is set")
    let body: HTML = """
      <h1>\(say(heading))</h1>
      <p>\(say(words))</p>
      <p><a href="/">\(say(Phrase("Go to \(host)")))</a></p>

      """
    return page(heading, body).answer(.ok, language)
  }

  /// - Parameter action: the address to which the form is posted; nil for its own.
  func answer(_ status: Answer.Status, _ form: PageForm, action: String? = nil) -> Answer {
    let isLink = form.path.name != nil
    let parts = FormParts(language: language, problems: form.problems)
    let address: HTML = action.map { " action=\"\($0)\"" } ?? ""
    let proved: HTML =
      form.proofCode.map {
        "<input type=\"hidden\" name=\"\(PageForm.proved)\" value=\"\($0)\">\n"
      } ?? ""
    let heading =
      isLink ? Phrase("Choose your password for \(host)") : Phrase("Set your password for \(host)")
    let body: HTML = """
      \(parts.summary(form.heading, form.message))<h1>\(say(heading))</h1>
      \(isLink ? greeting(of: form) : "")<form method="post"\(address)>
      \(proved)\(rows(of: form, parts))<button>\(say(Phrase("Set the password")))</button>
      </form>

      """
    let title = status == .ok ? heading : Phrase("Error: \(heading)")
    return page(title, body).answer(status, language, .form)
  }

  private func page(_ title: Phrase, _ body: HTML) -> WebPage {
    WebPage(title: say(title), body: body, language: language)
  }

  private func say(_ phrase: Phrase) -> String { phrase[language] }

  private func greeting(of form: PageForm) -> HTML {
    let stays: HTML =
      form.fields.isEmpty
      ? ""
      : """
      <p>\(say(Phrase("What your administrator has entered stays; leave empty what is known.")))</p>

      """
    return
      "<p>\(say(Phrase("Welcome. Choose a password, and log in with it from then on.")))</p>\n\(stays)"
  }

  private func rows(of form: PageForm, _ parts: FormParts) -> HTML {
    var rows = parts.row(
      PageForm.name, form.loginNames, value: form[PageForm.name], kind: "text", fills: "username",
      more: form.hasFixedName
        ? " readonly" : " required autocapitalize=\"none\" spellcheck=\"false\"")
    if !form.hasFixedName {
      let old = parts.password(
        PageForm.old, Phrase("old password or code"), fills: "current-password")
      rows = "\(rows)\(old)"
    }
    for field in form.fields {
      let (kind, fills) = Self.kind(of: field)
      let row = parts.row(
        field.rawValue, field.name, value: form[field.rawValue], Self.rules(of: field, form),
        kind: kind, fills: fills)
      rows = "\(rows)\(row)"
    }
    let new = parts.password(
      PageForm.new, PageForm.newPassword, fills: "new-password",
      Self.rules(of: .password, form))
    let again = parts.password(
      PageForm.again, Phrase("new password again"), fills: "new-password")
    return "\(rows)\(new)\(again)"
  }

  private static func rules(of field: Field, _ form: PageForm) -> Phrase {
    RulebookText.form(of: field, form.rulebook, tellsPaths: false).sentence
  }

  /// The type of a field in HTML, and what browsers fill into it.
  private static func kind(of field: Field) -> (type: String, fills: String) {
    switch field {
    case .birthDate: ("date", "bday")
    case .phone: ("tel", "tel")
    case .email: ("email", "email")
    case .firstName: ("text", "given-name")
    case .lastName: ("text", "family-name")
    default: ("text", "off")
    }
  }
}
