/// What the terminal can do, and what its user asked for; decided once, and without asking the
/// terminal anything.
package struct Capabilities: Equatable, Sendable {
  /// Whether both what is typed and what is shown go through a terminal.
  package var isInteractive: Bool
  /// Whether the terminal knows no control sequences: `TERM` is unset, empty or `dumb`.
  package var isDumb: Bool
  /// Whether plain lines are wanted instead of screens: a dumb terminal, or `ACCESSIBLE`.
  package var prefersPlain: Bool
  package var colors: ColorDepth
  /// How the terminal takes pictures that it draws itself.
  package var pictures: PictureProtocol
  /// How many milliseconds an ESC waits for what may belong to it.
  package var escapeDelay: Int

  package init(
    isInteractive: Bool, isDumb: Bool, prefersPlain: Bool, colors: ColorDepth,
    pictures: PictureProtocol = .none, escapeDelay: Int
  ) {
    self.isInteractive = isInteractive
    self.isDumb = isDumb
    self.prefersPlain = prefersPlain
    self.colors = colors
    self.pictures = pictures
    self.escapeDelay = escapeDelay
  }

  /// Decides by the environment and what was asked for. `NO_COLOR` with any text takes the colours,
  /// unless they are wanted always, and leaves bold, underlined and reversed as they are.
  package static func decide(
    color: ColorChoice = .auto, inputIsTerminal: Bool, outputIsTerminal: Bool,
    environment: (String) -> String?
  ) -> Capabilities {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    let isDumb = term.isEmpty || term == "dumb"
    let isAccessible = isAccessible(environment)
    let isRemote = !value("SSH_CONNECTION").isEmpty || !value("SSH_TTY").isEmpty
    let colors = colors(color, environment)
    return Capabilities(
      isInteractive: inputIsTerminal && outputIsTerminal,
      isDumb: isDumb,
      prefersPlain: isDumb || isAccessible,
      colors: colors,
      pictures: PictureProtocol.decide(environment, colors: colors),
      escapeDelay: isRemote ? 100 : 50)
  }

  /// Whether lines of text are coloured where they go, which need not be where the screens are.
  package static func colorsLines(
    _ color: ColorChoice, isTerminal: Bool, environment: (String) -> String?
  ) -> Bool {
    switch color {
    case .always: true
    case .never: false
    // A screen reader would read the escapes out.
    case .auto: isTerminal && !isAccessible(environment) && colors(color, environment) > .none
    }
  }

  private static func isAccessible(_ environment: (String) -> String?) -> Bool {
    !["", "0"].contains(environment("ACCESSIBLE") ?? "")
  }

  private static func colors(
    _ color: ColorChoice, _ environment: (String) -> String?
  ) -> ColorDepth {
    let isRefused = !(environment("NO_COLOR") ?? "").isEmpty
    if color == .never || color == .auto && isRefused { return .none }
    let term = environment("TERM") ?? ""
    let colorTerm = environment("COLORTERM") ?? ""
    if term.isEmpty || colorless.contains(term) { return .none }
    if term.hasSuffix("-direct") || truecolor.contains(term) { return .truecolor }
    // A multiplexer hands on the COLORTERM of the terminal in which it was started, and may be
    // attached to another one by now.
    let isMultiplexer = term.hasPrefix("screen") || term.hasPrefix("tmux")
    if !isMultiplexer, ["truecolor", "24bit"].contains(colorTerm.lowercased()) {
      return .truecolor
    }
    return term.contains("256color") ? .palette256 : .sixteen
  }

  private static let colorless: Set<String> = [
    "dumb", "vt52", "vt100", "vt102", "vt220", "vt320", "vt420",
  ]
  private static let truecolor: Set<String> = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "alacritty", "foot", "foot-extra", "wezterm",
  ]
}

/// Which colours a person asked for.
package enum ColorChoice: String, Sendable {
  case auto, always, never

  /// - Parameter option: the option's value; nil where it was not given.
  package init(option: String?) { self = option.flatMap(Self.init) ?? .auto }
}
