/// Tells the abilities of the terminal and the wishes of its user from the environment, and holds
/// the questions for the terminal.
package struct Capabilities: Equatable, Sendable {
  /// Whether to use plain lines instead of screens: if `ACCESSIBLE` is set, or `TERM` is unset,
  /// empty or `dumb`, as for a terminal without control sequences.
  package var prefersPlain: Bool
  package var colors: ColorDepth
  /// How many milliseconds to wait after an ESC for the rest of its sequence.
  package var escapeDelay: Int
  /// How many milliseconds without a key end the dropping of keys that came too early, and how many
  /// a terminal has to say that it has drawn a question.
  package var pause = 1000
  package var questions = TerminalQuestions.none

  /// Decides from the environment and the user's choice. A non-empty `NO_COLOR` disables colours
  /// unless they are forced; bold, underlined and reversed remain.
  package static func decide(
    color: ColorChoice = .auto, environment: (String) -> String?
  ) -> Capabilities {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    let isRemote = !value("SSH_CONNECTION").isEmpty || !value("SSH_TTY").isEmpty
    let colors = colors(color, environment)
    return Capabilities(
      prefersPlain: term.isEmpty || term == "dumb" || isAccessible(environment), colors: colors,
      escapeDelay: isRemote ? 100 : 50,
      questions: .decide(environment, colors: colors, isRemote: isRemote))
  }

  /// Whether lines of text are coloured. They may go elsewhere than the screens.
  package static func colorsLines(
    _ color: ColorChoice, isTerminal: Bool, environment: (String) -> String?
  ) -> Bool {
    switch color {
    case .always: true
    case .never: false
    // A screen reader would read the escapes aloud.
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
    // A multiplexer passes on the COLORTERM of the terminal it was started in, and may be attached
    // to another one by now.
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

/// The user's choice of colours.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never

  /// - Parameter option: the option's value; nil if it was not given.
  package init(option: String?) { self = option.flatMap(Self.init) ?? .auto }
}
