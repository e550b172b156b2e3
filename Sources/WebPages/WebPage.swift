package import CommandKit
import TextTools

/// A whole page of HTML: one column, light or dark as the reader's system is, without a script, and
/// with nothing from elsewhere.
package struct WebPage {
  private let title: String
  private let body: HTML
  private let (header, footer): (HTML, HTML)
  private let language: Language
  private let style: Style
  private let next: String?

  /// - Parameters:
  ///   - header: what stands above the body, and is not part of it.
  ///   - footer: the same below it.
  ///   - style: the look; that of a form unless it is given.
  ///   - next: an address to which a browser goes on at once.
  package init(
    title: String, body: HTML, under header: HTML = "", over footer: HTML = "",
    language: Language, style: Style = .forms, goesOnTo next: String? = nil
  ) {
    (self.title, self.body, self.language, self.style) = (title, body, language, style)
    (self.header, self.footer, self.next) = (header, footer, next)
  }

  /// A style sheet.
  package struct Style: Sendable {
    package let text: String

    /// - Parameter more: rules behind those of all pages.
    package init(_ more: String) { text = WebPage.everywhere + "\n" + more }

    /// The source for a policy that lets a browser use this style sheet and no other.
    package var source: String {
      "'sha256-\(Base64.text(SHA256.digest(of: Array(text.utf8))))'"
    }
  }

  /// - Parameter policy: what a browser may load, for a page that no server sends.
  package func html(policy: String? = nil) -> HTML {
    let meta: HTML =
      policy.map { "<meta http-equiv=\"Content-Security-Policy\" content=\"\($0)\">\n" } ?? ""
    let refresh: HTML =
      next.map { "<meta http-equiv=\"refresh\" content=\"0; url=\($0)\">\n" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      \(meta)\(refresh)<meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(HTML(markup: style.text))</style>
      </head>
      <body>
      \(header)<main>
      \(body)</main>
      \(footer)</body>
      </html>

      """
  }

  /// The colours are those of the screens. A button that is off has the mean of its own colour and
  /// the ground's.
  private static let everywhere = """
    :root { --ground: #fafbfc; --panel: #f0f3f6; --field: #fff; --text: #2b333d; --strong: #090d12;
      --faint: #55606c; --line: #78838f; --accent: #08655f; --problem: #b0201a;
      --button: #0a726c; --over: #0b2e2b; --on: #fff; --off: #82b7b4; --on-off: #090d12 }
    @media (prefers-color-scheme: dark) { :root {
      --ground: #14181e; --panel: #1b2129; --field: #262e38; --text: #c8d0da; --strong: #f4f7fa;
      --faint: #a0abb8; --line: #76828f; --accent: #4ccbc4; --problem: #ff8f87;
      --button: #2fa8a1; --over: #7be5df; --on: #08110f; --off: #226060; --on-off: #f4f7fa } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
    main { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
    h1 { color: var(--strong); font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 }
    a { color: var(--accent) }
    :focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
    """
}

extension WebPage.Style {
  package static let forms = WebPage.Style(
    """
    h2 { color: var(--problem); font-size: 1.1875rem; margin: 0 0 .5rem }
    header, footer { max-width: 32rem; margin: 0 auto; padding: 1rem 1rem 0; color: var(--faint) }
    header + main { padding-top: 0 } footer { padding: 0 1rem 2rem } footer p { margin: .5rem 0 }
    label, legend, .label { display: block; color: var(--strong); font-weight: 600; margin: 0; padding: 0 }
    .text { color: var(--strong); margin: .125rem 0 }
    fieldset { border: 0; margin: 0; padding: 0; min-width: 0 }
    legend { float: left; width: 100% } legend + * { clear: both }
    .parts { display: flex; gap: .75rem; max-width: 20rem; margin-top: .375rem }
    .parts div { flex: 2 1 0; min-width: 0 } .parts .year { flex-grow: 3 } .parts label { font-weight: 400 }
    .row { margin: 1.5rem 0 }
    .hint { color: var(--faint); margin: .125rem 0 }
    .fault { color: var(--problem); font-weight: 600; margin: .25rem 0 }
    .wrong { border-left: .25rem solid var(--problem); padding-left: .875rem }
    .summary { border: .1875rem solid var(--problem); padding: 1rem; margin: 1.5rem 0 }
    .summary p, .summary ul { margin: .25rem 0 } .summary ul { padding-left: 1.25rem }
    .summary a { color: var(--problem) }
    input, button { font: inherit; width: 100%; min-height: 2.75rem; margin-top: .375rem;
      padding: .5rem .75rem; border-radius: .25rem; border: 1px solid var(--line) }
    input { background: var(--field); color: var(--strong); scroll-margin-top: 12rem }
    .check { display: flex; gap: .625rem; align-items: center }
    .check input { width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0; flex: none }
    .check label { font-weight: 400 }
    dt { color: var(--faint) } dd { color: var(--strong); margin: 0 0 .75rem }
    input[aria-invalid] { border: 2px solid var(--problem) }
    button { background: var(--button); color: var(--on); border-color: transparent;
      font-weight: 600; cursor: pointer }
    button:hover { background: var(--over); color: var(--ground) }
    form:has(:invalid:not(:autofill)) button { background: var(--off); color: var(--on-off); cursor: not-allowed }
    .other { background: var(--panel); color: var(--text); border-color: var(--line) }
    nav { margin: 1.5rem 0 2rem } nav h2 { color: var(--strong) } nav ul { list-style: none; margin: 0; padding: 0 }
    nav a { display: block; margin-top: .375rem; padding: .625rem .75rem; background: var(--panel);
      border: 1px solid var(--line); border-radius: .25rem; font-weight: 600 }
    .saved { border-left: .25rem solid var(--accent); padding-left: .875rem }
    @media (forced-colors: active) { form:has(:invalid:not(:autofill)) button { color: GrayText; border-color: GrayText } }
    @media print { .row, button { display: none } }
    """)
}
