package import Terminal

/// The styles. Without colours, weight and reversal replace them; everything important is also
/// shown by text and marks.
package struct Theme: Sendable {
  package let hasColors: Bool
  /// Whether there are colours that can be read on a light and on a dark background. The sixteen that
  /// users configure cannot: they only fill backgrounds and mark errors.
  private let hasShades: Bool

  package init(_ colors: ColorDepth) {
    (hasColors, hasShades) = (colors > .none, colors > .sixteen)
  }

  private static let orange = Color.shade(red: 0xD0, green: 0x66, blue: 0x1A, palette: 3)
  private static let teal = Color.shade(red: 0x0A, green: 0xB8, blue: 0xB4, palette: 6)
  private static let darkTeal = Color.shade(red: 0x08, green: 0x8C, blue: 0x89, palette: 6)
  private static let black = Color.shade(red: 0, green: 0, blue: 0, palette: 0)
  private static let slate = Color.shade(red: 0x1F, green: 0x4A, blue: 0x49, palette: 8)
  private static let grey = Color.shade(red: 0x76, green: 0x76, blue: 0x76, palette: 8)
  private static let charcoal = Color.shade(red: 0x5A, green: 0x5A, blue: 0x5A, palette: 8)
  private static let red = Color.shade(red: 0xD0, green: 0x3C, blue: 0x3C, palette: 9)
  private static let green = Color.shade(red: 0x2F, green: 0x8F, blue: 0x4C, palette: 2)

  private func shade(_ color: Color) -> Color { hasShades ? color : .standard }

  package var title: Style { Style(foreground: shade(Self.orange), isBold: true) }
  /// The bar over a profile.
  package var bar: Style {
    hasColors
      ? Style(foreground: Self.black, background: Self.teal, isBold: true)
      : Style(isBold: true, isReversed: true)
  }
  package var barOff: Style {
    hasShades
      ? Style(foreground: Self.slate, background: Self.teal) : Style(isDim: true, isReversed: true)
  }
  package var button: Style { bar }
  package var buttonOff: Style { faint }
  package var link: Style { Style(foreground: shade(Self.darkTeal)) }
  package var focusedLink: Style {
    Style(foreground: shade(Self.darkTeal), isBold: true, isUnderlined: true)
  }
  package var label: Style { Style() }
  package var focusedLabel: Style { Style(isBold: true) }
  package var mark: Style { title }
  /// Editable text: the terminal's own foreground.
  package var input: Style { Style() }
  package var readOnly: Style { Style(foreground: shade(Self.grey)) }
  package var faint: Style { hasShades ? Style(foreground: Self.grey) : Style(isDim: true) }
  package var rule: Style { hasShades ? Style(foreground: Self.charcoal) : Style(isDim: true) }
  package var problem: Style { Style(foreground: Self.red) }
  package var good: Style { Style(foreground: shade(Self.green)) }
  package var key: Style { Style(isBold: true) }
  package var cursor: Style { Style(isBold: true, isReversed: true) }
  package var panel: Style { Style() }
}
