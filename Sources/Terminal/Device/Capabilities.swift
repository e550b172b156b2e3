/// What the terminal can do and what its user asked for; decided once, without querying the
/// terminal.
public struct Capabilities: Equatable, Sendable {
  /// Whether both input and output are a terminal.
  public var isInteractive: Bool
  /// Whether the terminal supports no control sequences: `TERM` is unset, empty or `dumb`.
  public var isDumb: Bool
  /// Whether to use plain lines instead of screens: a dumb terminal, or `ACCESSIBLE`.
  public var prefersPlain: Bool
  public var colors: ColorDepth
  /// The protocol for pictures that the terminal draws itself.
  public var pictures: PictureProtocol
  /// How many milliseconds to wait after an ESC for the rest of its sequence.
  public var escapeDelay: Int

  public init(
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

  /// Decides from the environment only. Any non-empty `NO_COLOR` disables colours but keeps bold,
  /// underlined and reversed.
  public static func decide(
    environment: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool
  ) -> Capabilities {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let term = value("TERM")
    let isDumb = term.isEmpty || term == "dumb"
    let isAccessible = !["", "0"].contains(value("ACCESSIBLE"))
    let isRemote = !value("SSH_CONNECTION").isEmpty || !value("SSH_TTY").isEmpty
    let colors = value("NO_COLOR").isEmpty ? colors(term, colorTerm: value("COLORTERM")) : .none
    return Capabilities(
      isInteractive: inputIsTerminal && outputIsTerminal,
      isDumb: isDumb,
      prefersPlain: isDumb || isAccessible,
      colors: colors,
      pictures: PictureProtocol.decide(environment, colors: colors),
      escapeDelay: isRemote ? 100 : 50)
  }

  private static func colors(_ term: String, colorTerm: String) -> ColorDepth {
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
