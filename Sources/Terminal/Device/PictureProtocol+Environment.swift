extension PictureProtocol {
  /// Decides by the environment alone, as all of `Capabilities` is decided.
  ///
  /// There are terminals that know the rest of kitty's protocol and print boxes for placeholders, so
  /// that only those count that are known to draw them. What runs inside another program's window,
  /// as in tmux, may be shown by any terminal.
  static func decide(
    _ environment: (String) -> String?, colors: ColorDepth
  ) -> PictureProtocol {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    let isInside =
      ["TMUX", "STY", "ZELLIJ"].contains { !value($0).isEmpty } || term.hasPrefix("screen")
      || term.hasPrefix("tmux")
    if isInside || colors < .palette256 { return .none }
    let program = value("TERM_PROGRAM")
    // A number is told as an exact colour.
    if kittys.contains(term), program != "WezTerm" { return colors == .truecolor ? .kitty : .none }
    let isITerm = iterms.contains(program) || value("LC_TERMINAL") == "iTerm2" || term == "wezterm"
    return isITerm ? .iterm2 : .none
  }

  private static let kittys: Set<String> = ["xterm-kitty", "xterm-ghostty"]
  /// In VS Code it is a setting, off at first, and nothing tells whether it is on.
  private static let iterms: Set<String> = [
    "iTerm.app", "WezTerm", "mintty", "rio", "Tabby", "WarpTerminal",
  ]
}
