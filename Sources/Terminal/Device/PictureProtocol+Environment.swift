extension PictureProtocol {
  /// Decides from the environment only, like the rest of `Capabilities`.
  ///
  /// Some terminals support the rest of kitty's protocol but print boxes for placeholders, so only
  /// those known to draw them count. Inside another program's window, such as tmux, any terminal
  /// may be the one that shows it.
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
    // A picture's number is sent as an exact colour.
    if kittys.contains(term), program != "WezTerm" { return colors == .truecolor ? .kitty : .none }
    let isITerm = iterms.contains(program) || value("LC_TERMINAL") == "iTerm2" || term == "wezterm"
    return isITerm ? .iterm2 : .none
  }

  private static let kittys: Set<String> = ["xterm-kitty", "xterm-ghostty"]
  /// In VS Code this is a setting, off by default, which cannot be detected.
  private static let iterms: Set<String> = [
    "iTerm.app", "WezTerm", "mintty", "rio", "Tabby", "WarpTerminal",
  ]
}
