/// Whether and how text is coloured. Meaning never depends on colour alone.
struct Palette: Sendable {
  let isOn: Bool

  init(_ option: String?, _ environment: Environment, isTerminal: Bool) {
    switch option {
    case "always": isOn = true
    case "never": isOn = false
    default:
      let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      let terminal = environment["TERM"] ?? "dumb"
      // A screen reader would read the escapes aloud.
      let isRead = !["", "0"].contains(environment["ACCESSIBLE"] ?? "")
      isOn = isTerminal && !refused && !isRead && terminal != "dumb" && !terminal.isEmpty
    }
  }

  /// No colours, whatever the output is.
  static let plain = Palette("never", [:], isTerminal: false)

  func error(_ text: String) -> String { paint(text, "1;31") }
  func warning(_ text: String) -> String { paint(text, "1;33") }
  func hint(_ text: String) -> String { paint(text, "1;36") }
  func label(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ style: String) -> String {
    isOn ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
