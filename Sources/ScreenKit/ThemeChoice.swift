package import Terminal

/// The colours of the screens.
package enum Appearance: String, Sendable, CaseIterable {
  case dark, light
  /// The terminal's own, and the sixteen that its user configures.
  case terminal
}

/// How the appearance is chosen: by `REGAPP_THEME`, else by the terminal's background, else by
/// `COLORFGBG`, which some terminals set; if nothing says that it is light, it is dark.
package struct ThemeChoice: Equatable, Sendable {
  /// The appearance named by `REGAPP_THEME`; nil if it names none.
  private let wanted: Appearance?
  private let guess: Appearance

  package init(_ environment: (String) -> String? = { _ in nil }) {
    wanted = environment("REGAPP_THEME").flatMap(Appearance.init)
    // Light: white, and light grey.
    let background = environment("COLORFGBG")?.split(separator: ";").last
    guess = ["7", "15"].contains(background) ? .light : .dark
  }

  package func theme(_ colors: ColorDepth, on background: RGB? = nil) -> Theme {
    Theme(colors, wanted ?? background.map { $0.isDark ? .dark : .light } ?? guess)
  }

  /// Returns the capabilities, without the question for the background if `REGAPP_THEME` decides.
  package func asking(_ capabilities: Capabilities) -> Capabilities {
    var capabilities = capabilities
    if wanted != nil { capabilities.questions.background = false }
    return capabilities
  }
}
