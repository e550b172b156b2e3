import Glibc
import Testing

@testable import ScreenKit
@testable import Terminal

/// Whether what is drawn can be read, on any colours of the terminal.
@Suite("The themes") struct ThemeTests {
  private static let depths: [ColorDepth] = [.palette256, .truecolor]
  private static let own: [Appearance] = [.dark, .light]
  /// Text that says that something cannot be used, and lines and marks that are not text.
  private static let quiet = ["disabled", "buttonOff", "focusedButtonOff", "border"]

  /// Every style with its name, so that none is forgotten.
  private func styles(_ theme: Theme) -> [(name: String, style: Style)] {
    Mirror(reflecting: theme).children.compactMap { child in
      (child.value as? Style).map { (child.label ?? "", $0) }
    }
  }

  @Test("text has a contrast of 4.5, marks, lines and what is off one of 3", arguments: own, depths)
  func contrast(appearance: Appearance, depth: ColorDepth) throws {
    let theme = Theme(depth, appearance)
    let styles = styles(theme)
    #expect(styles.count > 20)
    for (name, style) in styles {
      let papers =
        style.background == .standard
        ? [theme.ground, theme.panel].map(\.background) : [style.background]
      for paper in papers {
        let contrast = try ratio(style.foreground, paper, depth)
        let least = Self.quiet.contains(name) ? 3 : 4.5
        #expect(contrast >= least, "\(name) has \(contrast)")
      }
    }
  }

  @Test("what is off is weaker than what is on", arguments: own, depths)
  func weaker(appearance: Appearance, depth: ColorDepth) throws {
    let theme = Theme(depth, appearance)
    let ground = theme.ground.background
    for (off, on) in [
      (theme.disabled, theme.label), (theme.disabled, theme.text), (theme.disabled, theme.accent),
      (theme.label, theme.strong),
    ] {
      let paper = off.background == .standard ? ground : off.background
      let (weak, strong) = (
        try ratio(off.foreground, paper, depth), try ratio(on.foreground, paper, depth)
      )
      #expect(weak < strong)
    }
    // A button is a surface: the enabled one differs more from its ground, and its text from it.
    let off = theme.buttonOff
    for on in [theme.button, theme.focusedButton] {
      let grounds = (
        try ratio(off.background, ground, depth), try ratio(on.background, ground, depth)
      )
      let texts = (
        try ratio(off.foreground, off.background, depth),
        try ratio(on.foreground, on.background, depth)
      )
      #expect(grounds.0 < grounds.1 && texts.0 < texts.1)
    }
  }

  @Test("surfaces can be told from the ground and from each other", arguments: own, depths)
  func surfaces(appearance: Appearance, depth: ColorDepth) throws {
    let theme = Theme(depth, appearance)
    let surfaces = [theme.ground, theme.field, theme.focusedField, theme.selection, theme.button]
      .map { $0.background.parameters(depth, isBackground: true) }
    #expect(Set(surfaces).count == surfaces.count)
    #expect(
      theme.button.background.parameters(depth, isBackground: true)
        != theme.focusedButton.background.parameters(depth, isBackground: true))
  }

  @Test(
    "with sixteen colours only the terminal's own and the first eight are used",
    arguments: Appearance.allCases)
  func sixteen(appearance: Appearance) {
    let theme = Theme(.sixteen, appearance)
    for (name, style) in styles(theme) {
      for color in [style.foreground, style.background] where color != .standard {
        // Nobody knows whether any of them can be read, so what has one is bold, and has a mark.
        #expect(color == .palette(1) && name == "problem" && style.isBold, "\(name)")
      }
      #expect(!style.isDim, "\(name)")
    }
    #expect(theme == Theme(.sixteen))
  }

  @Test("without colours none is used, and what matters differs by weight")
  func none() {
    for appearance in Appearance.allCases {
      let theme = Theme(.none, appearance)
      for (name, style) in styles(theme) {
        #expect(style.foreground == .standard && style.background == .standard, "\(name)")
      }
      #expect(theme.button != theme.buttonOff && theme.button != theme.focusedButton)
      #expect(theme.field != theme.focusedField && theme.field != theme.text)
      #expect(theme.selection.isReversed && theme.strong.isBold)
    }
  }

  @Test("no cell of a finished frame depends on the terminal's own colours", arguments: own)
  func finished(appearance: Appearance) {
    let theme = Theme(.truecolor, appearance)
    var frame = Frame(size: Size(columns: 9, rows: 2))
    frame.write("ab", at: Position(column: 0, row: 0), style: theme.strong)
    frame.write("漢", at: Position(column: 3, row: 0), style: theme.field)
    theme.finish(&frame)
    for row in 0..<2 {
      for column in 0..<9 {
        let style = frame[column, row].style
        #expect(style.foreground != .standard && style.background != .standard)
      }
    }
    #expect(frame[0, 0].style.foreground == theme.strong.foreground)
    #expect(frame[4, 0].style == theme.field && frame.lines == ["ab 漢", ""])
    var plain = Frame(size: Size(columns: 9, rows: 2))
    Theme(.sixteen, appearance).finish(&plain)
    #expect(plain == Frame(size: Size(columns: 9, rows: 2)))
  }

  @Test(
    "the terminal's background decides, then COLORFGBG; else it is dark",
    arguments: [
      ([:], RGB.black, .dark), ([:], RGB.white, .light), (["COLORFGBG": "0;15"], RGB.black, .dark),
      (["COLORFGBG": "0;15"], nil, .light), (["COLORFGBG": "0;default;7"], nil, .light),
      (["COLORFGBG": "15;0"], nil, .dark), (["COLORFGBG": "7;8"], nil, .dark),
      (["COLORFGBG": "what"], nil, .dark), ([:], nil, .dark),
    ] as [([String: String], RGB?, Appearance)])
  func chosen(environment: [String: String], background: RGB?, appearance: Appearance) {
    let choice = ThemeChoice { environment[$0] }
    #expect(choice.theme(.truecolor, on: background) == Theme(.truecolor, appearance))
  }
}

/// The contrast of two colours by the Web Content Accessibility Guidelines.
private func ratio(_ one: Color, _ other: Color, _ depth: ColorDepth) throws -> Double {
  let one = try luminance(one, depth)
  let other = try luminance(other, depth)
  return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

private func luminance(_ color: Color, _ depth: ColorDepth) throws -> Double {
  let parts = try #require(rgb(of: color, depth)).map { part in
    let part = Double(part) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}

/// Red, green and blue as a terminal shows them; nil if only its user knows them.
private func rgb(of color: Color, _ depth: ColorDepth) -> [Int]? {
  guard case .shade(let red, let green, let blue, _) = color else { return nil }
  guard depth == .palette256 else { return [red, green, blue].map(Int.init) }
  let index = Int(NearestColor.index(red: red, green: green, blue: blue))
  if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
  let levels = [0, 95, 135, 175, 215, 255]
  return [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { levels[$0] }
}

extension RGB {
  fileprivate static let white = RGB(red: 255, green: 255, blue: 255)
  fileprivate static let black = RGB(red: 0, green: 0, blue: 0)
}
