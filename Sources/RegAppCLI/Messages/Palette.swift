/// Whether and how words are coloured. Meaning never rests on colour alone.
package struct Palette: Sendable {
  package let isOn: Bool

  package init(_ option: String?, _ environment: Environment, isTerminal: Bool) {
    switch option {
    case "always": isOn = true
    case "never": isOn = false
    default:
      let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      let terminal = environment["TERM"] ?? "dumb"
      // Who listens to a screen reader would hear the escapes.
      let isRead = !["", "0"].contains(environment["ACCESSIBLE"] ?? "")
      isOn = isTerminal && !refused && !isRead && terminal != "dumb" && !terminal.isEmpty
    }
  }

  /// No colours, wherever it goes.
  package static let plain = Palette("never", [:], isTerminal: false)

  package func error(_ text: String) -> String { paint(text, "1;31") }
  package func warning(_ text: String) -> String { paint(text, "1;33") }
  package func hint(_ text: String) -> String { paint(text, "1;36") }
  package func label(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ style: String) -> String {
    isOn ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
