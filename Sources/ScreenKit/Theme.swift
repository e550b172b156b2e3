package import Terminal

/// The styles, by what they are for. Everything important is also shown by text and marks.
///
/// With exact colours a theme has its own foreground and background, so that every contrast is
/// known. With sixteen, which users configure as they like, it has the terminal's own, and weight
/// and reversal instead of colours; without colours, dimmed text as well.
package struct Theme: Equatable, Sendable {
  /// The ground of a screen, and the text on it.
  package let ground: Style
  /// All text that has no other style, on any ground.
  package let text: Style
  /// The style of values, and of headings among text.
  package let strong: Style
  package let label: Style
  /// Hints, and what happens to be there.
  package let faint: Style
  package let disabled: Style
  package let title: Style
  /// Keys, the focus mark, and what leads elsewhere.
  package let accent: Style
  package let border: Style
  /// The ground of a panel and its text.
  package let panel: Style
  package let field: Style
  package let focusedField: Style
  /// The style of the text in an empty field.
  package let placeholder: Style
  package let focusedPlaceholder: Style
  /// The row or the day under the cursor.
  package let selection: Style
  /// Rows that are marked.
  package let marked: Style
  package let button: Style
  package let focusedButton: Style
  package let buttonOff: Style
  package let focusedButtonOff: Style
  package let good: Style
  package let warning: Style
  package let problem: Style
  /// The style of conditions that begin in the future.
  package let upcoming: Style

  package init(_ colors: ColorDepth, _ appearance: Appearance = .dark) {
    switch appearance {
    case _ where colors <= .sixteen: self.init(hasColors: colors > .none)
    case .dark: self.init(.dark)
    case .light: self.init(.light)
    }
  }

  private init(_ tones: Tones) {
    func on(_ background: Color, _ foreground: Color, isBold: Bool = false) -> Style {
      Style(foreground: foreground, background: background, isBold: isBold)
    }
    /// On the ground below: the screen's or a panel's.
    func over(_ foreground: Color, isBold: Bool = false) -> Style {
      Style(foreground: foreground, isBold: isBold)
    }
    ground = on(tones.ground, tones.text)
    text = over(tones.text)
    strong = over(tones.strong, isBold: true)
    label = over(tones.label)
    faint = over(tones.faint)
    disabled = over(tones.disabled)
    title = over(tones.accent, isBold: true)
    accent = over(tones.accent, isBold: true)
    border = over(tones.border)
    panel = on(tones.panel, tones.text)
    field = on(tones.field, tones.strong)
    // The line is in the colour of the text: that of a field alone would be too weak a mark.
    focusedField = Style(
      foreground: tones.strong, background: tones.focusedField, isUnderlined: true)
    placeholder = on(tones.field, tones.faint)
    focusedPlaceholder = Style(
      foreground: tones.faint, background: tones.focusedField, isUnderlined: true)
    selection = on(tones.selection, tones.strong, isBold: true)
    marked = over(tones.accent, isBold: true)
    button = on(tones.button, tones.onButton, isBold: true)
    focusedButton = on(tones.focusedButton, tones.onButton, isBold: true)
    buttonOff = on(tones.button.mean(with: tones.ground), tones.onButtonOff)
    focusedButtonOff = on(tones.focusedButton.mean(with: tones.ground), tones.onButtonOff)
    good = over(tones.good)
    warning = over(tones.warning)
    problem = over(tones.problem)
    upcoming = over(tones.upcoming)
  }

  private init(hasColors: Bool) {
    let quiet = Style(isDim: !hasColors)
    let bold = Style(isBold: true)
    let reversed = Style(isBold: true, isReversed: true)
    ground = .plain
    text = .plain
    strong = bold
    label = .plain
    faint = quiet
    disabled = quiet
    title = bold
    accent = bold
    border = quiet
    panel = .plain
    field = Style(isUnderlined: true)
    focusedField = Style(isBold: true, isUnderlined: true)
    placeholder = Style(isDim: !hasColors, isUnderlined: true)
    focusedPlaceholder = placeholder
    selection = reversed
    marked = bold
    button = bold
    focusedButton = reversed
    buttonOff = quiet
    focusedButtonOff = Style(isUnderlined: true)
    good = .plain
    warning = bold
    // Red that cannot be read is still a mark and a text in bold.
    problem = hasColors ? Style(foreground: .palette(1), isBold: true) : bold
    upcoming = .plain
  }

  /// Gives all that is still in the terminal's own colours the theme's: the last step of drawing.
  package func finish(_ frame: inout Frame) {
    frame.fillStandard(foreground: ground.foreground, background: ground.background)
  }
}
