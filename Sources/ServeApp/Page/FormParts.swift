import AccountsApp
import CommandKit
import HTTP
import WebPages

/// A problem with a field of the page; without a field, with the whole form.
struct PageProblem: Sendable {
  let field: String?
  let words: Phrase
}

/// The parts of a form in HTML: its summary of what is wrong, and its rows.
struct FormParts {
  let language: Language
  let problems: [PageProblem]

  func say(_ phrase: Phrase) -> String { phrase[language] }

  /// All that is wrong, with links to the fields. It has the focus, so that a screen reader reads it
  /// first.
  func summary(_ heading: Phrase, _ message: [Phrase]) -> HTML {
    guard !problems.isEmpty || !message.isEmpty else { return "" }
    var lines: HTML = ""
    for sentence in message { lines = "\(lines)<p>\(say(sentence))</p>\n" }
    var items: HTML = ""
    for problem in problems {
      let words = say(problem.words.sentence)
      items =
        problem.field.map { "\(items)<li><a href=\"#\($0)\">\(words)</a></li>\n" }
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
  /// - Parameter value: what was typed; nil for a password, which is not sent back.
  func row(
    _ id: String, _ label: Phrase, value: String?, _ hint: Phrase? = nil, kind: String,
    fills: String, more: HTML = ""
  ) -> HTML {
    let faults = problems.filter { $0.field == id }.map { say($0.words.sentence) }
    let notes = [
      (hint.map { [say($0)] } ?? [], "hint"), (faults, "fault"),
    ].filter { !$0.0.isEmpty }
    var lines: HTML = ""
    for (sentences, kind) in notes {
      lines =
        "\(lines)<p class=\"\(kind)\" id=\"\(id)-\(kind)\">\(sentences.joined(separator: " "))</p>\n"
    }
    var more = more
    if let value, !value.isEmpty { more = " value=\"\(value)\"\(more)" }
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

  func password(_ id: String, _ label: Phrase, fills: String, _ hint: Phrase? = nil) -> HTML {
    row(id, label, value: nil, hint, kind: "password", fills: fills, more: " required")
  }
}
