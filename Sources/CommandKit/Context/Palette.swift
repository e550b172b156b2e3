import Terminal

/// Whether and how text is coloured. Meaning never depends on colour alone.
package struct Palette: Sendable {
  package let isOn: Bool

  package init(_ option: String?, _ environment: Environment, isTerminal: Bool) {
    isOn = Capabilities.colorsLines(ColorChoice(option: option), isTerminal: isTerminal) {
      environment[$0]
    }
  }

  /// No colours on any output.
  package static let plain = Palette("never", [:], isTerminal: false)

  package func error(_ text: String) -> String { paint(text, "1;31") }
  package func warning(_ text: String) -> String { paint(text, "1;33") }
  package func hint(_ text: String) -> String { paint(text, "1;36") }
  package func label(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ style: String) -> String {
    isOn ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
