package import Terminal

/// The colours of the screens.
package enum Appearance: String, Sendable, CaseIterable {
  case dark, light
}

/// How the appearance is chosen: by the terminal's background, else by `COLORFGBG`, which some
/// terminals set; if nothing says that it is light, it is dark.
package struct ThemeChoice: Equatable, Sendable {
  private let guess: Appearance

  package init(_ environment: (String) -> String? = { _ in nil }) {
    // Light: white, and light grey.
    let background = environment("COLORFGBG")?.split(separator: ";").last
    guess = ["7", "15"].contains(background) ? .light : .dark
  }

  package func theme(_ colors: ColorDepth, on background: RGB? = nil) -> Theme {
    Theme(colors, background.map { $0.isDark ? .dark : .light } ?? guess)
  }
}
