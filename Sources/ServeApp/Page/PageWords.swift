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

  func answer(_ status: Answer.Status, _ form: PageForm) -> Answer {
    let isLink = form.path.name != nil
    let heading =
      isLink ? Phrase("Choose your password for \(host)") : Phrase("Set your password for \(host)")
    let body: HTML = """
      \(summary(of: form))<h1>\(say(heading))</h1>
      \(isLink ? greeting(of: form) : "")<form method="post">
      \(rows(of: form))<button>\(say(Phrase("Set the password")))</button>
      </form>

      """
    let title = status == .ok ? heading : Phrase("Error: \(heading)")
    return page(title, body).answer(status, language)
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

  /// All that is wrong, with links to the fields. It has the focus, so that a screen reader reads it
  /// first.
  private func summary(of form: PageForm) -> HTML {
    guard !form.problems.isEmpty || !form.message.isEmpty else { return "" }
    var lines: HTML = ""
    for sentence in form.message { lines = "\(lines)<p>\(say(sentence))</p>\n" }
    var items: HTML = ""
    for problem in form.problems {
      let words = say(problem.words.sentence)
      items =
        problem.field.map { "\(items)<li><a href=\"#\($0)\">\(words)</a></li>\n" }
        ?? "\(items)<li>\(words)</li>\n"
    }
    if !form.problems.isEmpty { lines = "\(lines)<ul>\n\(items)</ul>\n" }
    return """
      <div class="summary" role="alert" tabindex="-1" autofocus>
      <h2>\(say(Phrase("Nothing was changed")))</h2>
      \(lines)</div>

      """
  }

  private func rows(of form: PageForm) -> HTML {
    let isLink = form.path.name != nil
    var rows = row(
      PageForm.name, form.loginNames, in: form, kind: "text", fills: "username",
      more: isLink ? " readonly" : " required autocapitalize=\"none\" spellcheck=\"false\"")
    if !isLink {
      rows = "\(rows)\(password(PageForm.old, Phrase("old password or code"), in: form))"
    }
    for field in form.fields {
      let (kind, fills) = Self.kind(of: field)
      let row = row(
        field.rawValue, field.name, in: form, Self.rules(of: field, form), kind: kind, fills: fills)
      rows = "\(rows)\(row)"
    }
    let rules = Self.rules(of: .password, form)
    rows = "\(rows)\(password(PageForm.new, PageForm.newPassword, in: form, rules))"
    return "\(rows)\(password(PageForm.again, Phrase("new password again"), in: form))"
  }

  private static func rules(of field: Field, _ form: PageForm) -> Phrase {
    RulebookText.form(of: field, form.rulebook, tellsPaths: false).sentence
  }

  private func password(
    _ id: String, _ label: Phrase, in form: PageForm, _ hint: Phrase? = nil
  ) -> HTML {
    row(
      id, label, in: form, hint, kind: "password",
      fills: id == PageForm.old ? "current-password" : "new-password", more: " required")
  }

  /// A label, what the field must be, what is wrong with it, and the field. A password is not sent back.
  private func row(
    _ id: String, _ label: Phrase, in form: PageForm, _ hint: Phrase? = nil, kind: String,
    fills: String, more: HTML = ""
  ) -> HTML {
    let faults = form.problems.filter { $0.field == id }.map { say($0.words.sentence) }
    let notes = [
      (hint.map { [say($0)] } ?? [], "hint"), (faults, "fault"),
    ].filter { !$0.0.isEmpty }
    var lines: HTML = ""
    for (sentences, kind) in notes {
      lines =
        "\(lines)<p class=\"\(kind)\" id=\"\(id)-\(kind)\">\(sentences.joined(separator: " "))</p>\n"
    }
    var more = more
    if kind != "password", !form[id].isEmpty { more = " value=\"\(form[id])\"\(more)" }
    if !notes.isEmpty {
      let ids = notes.map { "\(id)-\($0.1)" }.joined(separator: " ")
      more = "\(more) aria-describedby=\"\(ids)\""
    }
    if !faults.isEmpty { more = "\(more) aria-invalid=\"true\"" }
    return """
      <div class="row\(faults.isEmpty ? "" : " wrong")">
      <label for="\(id)">\(say(label.title))</label>
      \(lines)<input id="\(id)" name="\(id)" type="\(kind)" autocomplete="\(fills)"\(more)>
      </div>

      """
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
