package import Terminal

/// The styles. Without colours, weight and reversal replace them; everything important is also
/// shown by text and marks.
package struct Theme: Sendable {
  package let hasColors: Bool

  package init(_ colors: ColorDepth) { hasColors = colors > .none }

  private static let orange = Color.shade(red: 0xFF, green: 0x92, blue: 0x3E, palette: 11)
  private static let teal = Color.shade(red: 0x0A, green: 0xB8, blue: 0xB4, palette: 6)
  private static let paleTeal = Color.shade(red: 0x85, green: 0xDC, blue: 0xDA, palette: 14)
  private static let black = Color.shade(red: 0, green: 0, blue: 0, palette: 0)
  private static let slate = Color.shade(red: 0x1F, green: 0x4A, blue: 0x49, palette: 8)
  private static let grey = Color.shade(red: 0x76, green: 0x76, blue: 0x76, palette: 8)
  private static let charcoal = Color.shade(red: 0x5A, green: 0x5A, blue: 0x5A, palette: 8)
  private static let red = Color.shade(red: 0xE0, green: 0x4B, blue: 0x4B, palette: 9)
  private static let green = Color.shade(red: 0x3F, green: 0xA7, blue: 0x5B, palette: 2)

  package var title: Style { Style(foreground: Self.orange, isBold: true) }
  /// The bar over a profile.
  package var bar: Style {
    hasColors
      ? Style(foreground: Self.black, background: Self.teal, isBold: true)
      : Style(isBold: true, isReversed: true)
  }
  package var barOff: Style {
    hasColors
      ? Style(foreground: Self.slate, background: Self.teal) : Style(isDim: true, isReversed: true)
  }
  package var button: Style { bar }
  package var buttonOff: Style {
    hasColors ? Style(foreground: Self.slate, background: Self.paleTeal) : Style(isDim: true)
  }
  package var link: Style { Style(foreground: Self.teal) }
  package var focusedLink: Style { Style(foreground: Self.teal, isBold: true, isUnderlined: true) }
  package var label: Style { Style() }
  package var focusedLabel: Style { Style(isBold: true) }
  package var mark: Style { Style(foreground: Self.orange, isBold: true) }
  /// Editable text: the terminal's own foreground.
  package var input: Style { Style() }
  package var readOnly: Style { Style(foreground: Self.grey) }
  package var faint: Style { hasColors ? Style(foreground: Self.grey) : Style(isDim: true) }
  package var rule: Style { hasColors ? Style(foreground: Self.charcoal) : Style(isDim: true) }
  package var problem: Style { Style(foreground: Self.red) }
  package var good: Style { Style(foreground: Self.green) }
  package var key: Style { Style(isBold: true) }
  package var cursor: Style { Style(isBold: true, isReversed: true) }
  package var panel: Style { Style() }
}
