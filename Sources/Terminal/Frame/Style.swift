/// How a cell looks.
///
/// One word of storage: frames hold thousands of styles and compare them all the time.
package struct Style: Hashable, Sendable {
  /// The foreground, the background and a bit for each mark.
  private var bits: UInt64 = 0

  /// The terminal's own colours and nothing else.
  package static let plain = Style()

  package init(
    foreground: Color = .standard, background: Color = .standard, isBold: Bool = false,
    isDim: Bool = false, isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }

  package var foreground: Color {
    get { Color(bits: bits & Color.mask) }
    set { bits = bits & ~Color.mask | newValue.bits }
  }

  package var background: Color {
    get { Color(bits: bits >> Color.width & Color.mask) }
    set { bits = bits & ~(Color.mask << Color.width) | newValue.bits << Color.width }
  }

  package var isBold: Bool {
    get { has(Self.bold) }
    set { set(Self.bold, newValue) }
  }

  package var isDim: Bool {
    get { has(Self.dim) }
    set { set(Self.dim, newValue) }
  }

  package var isUnderlined: Bool {
    get { has(Self.underlined) }
    set { set(Self.underlined, newValue) }
  }

  package var isReversed: Bool {
    get { has(Self.reversed) }
    set { set(Self.reversed, newValue) }
  }

  /// Returns the style with these colours in place of the terminal's own.
  func filled(foreground: Color, background: Color) -> Style {
    var style = self
    // The terminal's own are all zeros.
    if bits & Color.mask == 0 { style.bits |= foreground.bits }
    if bits >> Color.width & Color.mask == 0 { style.bits |= background.bits << Color.width }
    return style
  }

  /// Whether this has a mark that another style has not.
  func hasMark(notIn other: Style) -> Bool { bits & ~other.bits & Self.marks != 0 }

  private static let bold: UInt64 = 1 << 60
  private static let dim: UInt64 = 1 << 61
  private static let underlined: UInt64 = 1 << 62
  private static let reversed: UInt64 = 1 << 63
  private static let marks = bold | dim | underlined | reversed

  private func has(_ mark: UInt64) -> Bool { bits & mark != 0 }

  private mutating func set(_ mark: UInt64, _ isOn: Bool) {
    bits = isOn ? bits | mark : bits & ~mark
  }
}
