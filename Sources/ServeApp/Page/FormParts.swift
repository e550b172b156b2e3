import Accounts
import AccountsApp
import CommandKit
import WebPages

/// A problem with a field of the page; without a field, with the whole form.
struct PageProblem: Sendable {
  let field: String?
  let words: Phrase
  /// The id of what the summary leads to.
  let place: String?

  /// Whether it is with one of several parts of the field.
  let isOfPart: Bool

  /// - Parameter place: an id; nil for the field itself, of a birth date for its day.
  init(field: String?, words: Phrase, at place: String? = nil) {
    (self.field, self.words, isOfPart) = (field, words, place != nil)
    let isBirthDate = field == Field.birthDate.key
    self.place = place ?? (isBirthDate ? TypedBirthDate.Part.day.id : field)
  }
}

/// The parts of a form in HTML: its summary of what is wrong, and its rows.
struct FormParts {
  let language: Language
  let problems: [PageProblem]

  func say(_ phrase: Phrase) -> String { phrase[language] }

  /// All that is wrong, with links to the fields. It has the focus, so that a screen reader reads
  /// it first.
  func summary(_ heading: Phrase, _ message: [Phrase]) -> HTML {
    guard !problems.isEmpty || !message.isEmpty else { return "" }
    var lines: HTML = ""
    for sentence in message { lines = "\(lines)<p>\(say(sentence))</p>\n" }
    var items: HTML = ""
    for problem in problems {
      let words = say(problem.words.sentence)
      items =
        problem.place.map { "\(items)<li><a href=\"#\($0)\">\(words)</a></li>\n" }
        ?? "\(items)<li>\(words)</li>\n"
    }
    if !problems.isEmpty { lines = "\(lines)<ul>\n\(items)</ul>\n" }
    return """
      <div class="summary" role="alert" tabindex="-1" autofocus>
      <h2>\(say(heading))</h2>
      \(lines)</div>

      """
  }

  /// A label, what the field must be, what is wrong with it, and the field.
  ///
  /// - Parameter value: the typed text; nil for a password, which is not sent back.
  func row(
    _ id: String, _ label: Phrase, value: String?, _ hint: Phrase? = nil, kind: String,
    fills: String, more: HTML = ""
  ) -> HTML {
    let notes = notes(id, hint)
    let more: HTML = "\(more)\(notes.attributes)"
    return """
      <div class="row\(notes.isWrong ? " wrong" : "")">
      <label for="\(id)">\(say(label.title))</label>
      \(notes.lines)\(input(id, value: value, kind: kind, fills: fills, more))</div>

      """
  }

  /// An input. A text is written from the side from which its script is.
  private func input(
    _ id: String, value: String?, kind: String, fills: String, _ more: HTML
  ) -> HTML {
    let shown: HTML = value.flatMap { $0.isEmpty ? nil : " value=\"\($0)\"" } ?? ""
    let side: HTML = kind == "text" ? " dir=\"auto\"" : ""
    return """
      <input id="\(id)" name="\(id)" type="\(kind)" autocomplete="\(fills)"\(side)\(shown)\(more)>

      """
  }

  /// The lines above a field: its rules, and its problems.
  private func notes(
    _ id: String, _ hint: Phrase?
  ) -> (lines: HTML, ids: String, attributes: HTML, isWrong: Bool) {
    let faults = problems.filter { $0.field == id }.map { say($0.words.sentence) }
    let notes = [
      (hint.map { [say($0)] } ?? [], "hint"), (faults, "fault"),
    ].filter { !$0.0.isEmpty }
    var (lines, attributes): (HTML, HTML) = ("", "")
    for (sentences, kind) in notes {
      lines =
        "\(lines)<p class=\"\(kind)\" id=\"\(id)-\(kind)\">\(sentences.joined(separator: " "))</p>\n"
    }
    let ids = notes.map { "\(id)-\($0.1)" }.joined(separator: " ")
    if !notes.isEmpty { attributes = " aria-describedby=\"\(ids)\"" }
    if !faults.isEmpty { attributes = "\(attributes) aria-invalid=\"true\"" }
    return (lines, ids, attributes, !faults.isEmpty)
  }

  /// The row of a field of an account, but for a birth date and a password.
  ///
  /// - Parameter fills: what browsers fill into it; nil for the usual.
  func row(
    of field: Field, value: String, _ hint: Phrase?, fills: String? = nil, more: HTML = ""
  ) -> HTML {
    let row = field.row
    let type =
      switch row.kind {
      case .phone: "tel"
      case .email: "email"
      case .username, .password, .text, .day, .birthDay, .list, .yesNo, .lock, .id: "text"
      }
    return self.row(
      field.key, field.name, value: value, hint, kind: type,
      fills: fills ?? row.autofill ?? "off", more: more)
  }

  /// A birth date: a field each for day, month and year.
  func birthDate(_ typed: TypedBirthDate, _ hint: Phrase?, more: HTML = "") -> HTML {
    let id = Field.birthDate.key
    let notes = notes(id, hint)
    // The problem may be with one of them alone.
    let places = problems.filter { $0.field == id }.compactMap(\.place)
    let isOfOne = problems.contains { $0.field == id && $0.isOfPart }
    var parts: HTML = ""
    for part in TypedBirthDate.Part.allCases {
      let isWrong = notes.isWrong && (!isOfOne || places.contains(part.id))
      let invalid: HTML = isWrong ? " aria-invalid=\"true\"" : ""
      let field = input(
        part.id, value: typed[part], kind: "text", fills: part.fills,
        " inputmode=\"numeric\"\(invalid)\(more)")
      parts = """
        \(parts)<div class="\(part.rawValue)">
        <label for="\(part.id)">\(say(part.name.title))</label>
        \(field)</div>

        """
    }
    let described: HTML = notes.ids.isEmpty ? "" : " aria-describedby=\"\(notes.ids)\""
    return """
      <fieldset class="row\(notes.isWrong ? " wrong" : "")" id="\(id)"\(described)>
      <legend>\(say(Field.birthDate.title))</legend>
      \(notes.lines)<div class="parts">
      \(parts)</div>
      </fieldset>

      """
  }

  /// A label and a text that nobody changes here, where a field could stand. Long ones wrap.
  func text(_ id: String, _ label: Phrase, _ text: String) -> HTML {
    let notes = notes(id, nil)
    return """
      <div class="row" id="\(id)" tabindex="-1">
      <p class="label">\(say(label.title))</p>
      \(notes.lines)<p class="text" dir="auto">\(text)</p>
      </div>

      """
  }

  /// The name of an account that is known, as a text; password managers read it from a field that
  /// nobody sees.
  func account(_ id: String, _ name: String) -> HTML {
    """
    <div class="row">
    <p class="label">\(say(Phrase("Your account")))</p>
    <p class="text" dir="auto">\(name)</p>
    <input id="\(id)" name="\(id)" type="text" autocomplete="username" value="\(name)" readonly hidden>
    </div>

    """
  }

  /// - Parameter rule: the rule of a new password, by which browsers make one.
  func password(
    _ id: String, _ label: Phrase, fills: String, _ hint: Phrase? = nil,
    under rule: PasswordRule? = nil
  ) -> HTML {
    let rules: HTML = rule.map { " passwordrules=\"\($0.forBrowsers)\"" } ?? ""
    return row(
      id, label, value: nil, hint, kind: "password", fills: fills, more: " required\(rules)")
  }
}
