import Testing

@testable import Terminal

/// Capabilities of a terminal that the environment reveals.
@Suite struct CapabilitiesTests {
  private func decide(
    _ environment: [String: String], color: ColorChoice = .auto
  ) -> Capabilities {
    Capabilities.decide(color: color) {
      environment[$0]
    }
  }

  @Test(
    "TERM and COLORTERM decide the colours",
    arguments: [
      ("", nil, .none), ("dumb", nil, .none), ("dumb", "truecolor", .none),
      ("vt100", nil, .none), ("vt220", nil, .none), ("vt220", "truecolor", .none),
      ("linux", nil, .sixteen), ("xterm", nil, .sixteen), ("rxvt", nil, .sixteen),
      ("something-new", nil, .sixteen), ("xterm", "yes", .sixteen), ("xterm", "", .sixteen),
      ("xterm", "truecolor", .truecolor), ("xterm", "24bit", .truecolor),
      ("xterm", "TrueColor", .truecolor), ("xterm-256color", nil, .palette256),
      ("xterm-256color", "truecolor", .truecolor), ("rxvt-unicode-256color", nil, .palette256),
      ("xterm-kitty", nil, .truecolor), ("xterm-ghostty", nil, .truecolor),
      ("alacritty", nil, .truecolor), ("foot", nil, .truecolor),
      ("xterm-direct", nil, .truecolor), ("konsole-direct", nil, .truecolor),
      ("screen", nil, .sixteen), ("screen", "truecolor", .sixteen),
      ("screen-256color", "truecolor", .palette256), ("screen.xterm-256color", nil, .palette256),
      ("tmux", "24bit", .sixteen), ("tmux-256color", "24bit", .palette256),
      ("tmux-direct", nil, .truecolor),
    ] as [(String, String?, ColorDepth)])
  func colors(term: String, colorTerm: String?, expected: ColorDepth) {
    var environment = ["TERM": term]
    environment["COLORTERM"] = colorTerm
    #expect(decide(environment).colors == expected)
  }

  @Test(
    "a non-empty NO_COLOR disables colours, an empty one does not",
    arguments: [("1", true), ("0", true), ("false", true), (" ", true), ("", false)])
  func noColor(value: String, isColorless: Bool) {
    let environment = ["TERM": "xterm-kitty", "COLORTERM": "truecolor", "NO_COLOR": value]
    #expect(decide(environment).colors == (isColorless ? .none : .truecolor))
  }

  @Test(
    "the terminal is asked only what it understands, and of its background only for exact colours",
    arguments: [
      (["TERM": "xterm-256color"], true, true, 200), (["TERM": "xterm-kitty"], true, true, 200),
      (["TERM": "xterm"], false, true, 200), (["TERM": "tmux-256color"], true, true, 200),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], false, true, 200),
      (["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"], true, true, 1000),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], true, false, 200),
      (["TERM": "linux"], false, false, 200), (["TERM": "vt220"], false, false, 200),
      (["TERM": "dumb"], false, false, 200), ([:], false, false, 200),
      (["TERM": "linux", "COLORTERM": "truecolor"], false, false, 200),
    ] as [([String: String], Bool, Bool, Int)])
  func questions(
    environment: [String: String], background: Bool, synchronizedOutput: Bool, patience: Int
  ) {
    #expect(
      decide(environment).questions
        == TerminalQuestions(
          background: background, synchronizedOutput: synchronizedOutput, patience: patience))
  }

  @Test("forced colours are those of the terminal, and refused colours are none")
  func choice() {
    let environment = ["TERM": "xterm", "NO_COLOR": "1"]
    #expect(decide(environment, color: .always).colors == .sixteen)
    #expect(decide(["TERM": "vt100"], color: .always).colors == .none)
    #expect(decide(["TERM": "xterm"], color: .never).colors == .none)
  }

  @Test(
    "plain lines for a dumb terminal, and on request",
    arguments: [
      ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "xterm"], false),
      (["TERM": "xterm", "ACCESSIBLE": ""], false), (["TERM": "xterm", "ACCESSIBLE": "0"], false),
      (["TERM": "xterm", "ACCESSIBLE": "1"], true), (["TERM": "xterm", "ACCESSIBLE": "no"], true),
    ] as [([String: String], Bool)])
  func plain(environment: [String: String], prefersPlain: Bool) {
    #expect(decide(environment).prefersPlain == prefersPlain)
  }

  @Test(
    "an ESC waits longer on a remote connection",
    arguments: [
      ([:], 50), (["SSH_TTY": ""], 50), (["SSH_TTY": "/dev/pts/1"], 100),
      (["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], 100),
    ] as [([String: String], Int)])
  func escapeDelay(environment: [String: String], delay: Int) {
    #expect(decide(environment).escapeDelay == delay)
  }
}
