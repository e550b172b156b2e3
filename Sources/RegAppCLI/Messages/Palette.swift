import Terminal

/// Whether and how text is coloured. Meaning never depends on colour alone.
struct Palette: Sendable {
  let isOn: Bool

  init(_ option: String?, _ environment: Environment, isTerminal: Bool) {
    isOn = Capabilities.colorsLines(ColorChoice(option: option), isTerminal: isTerminal) {
      environment[$0]
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
