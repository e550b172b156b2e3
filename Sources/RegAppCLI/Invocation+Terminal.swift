import Terminal

extension Kit.Invocation {
  /// What the terminal can do, `--color` considered.
  package var capabilities: Capabilities {
    let names = [
      "TERM", "COLORTERM", "NO_COLOR", "ACCESSIBLE", "SSH_CONNECTION", "SSH_TTY",
      "TERM_PROGRAM", "LC_TERMINAL", "TMUX", "STY", "ZELLIJ",
    ]
    var variables: [String: String] = [:]
    for name in names { variables[name] = context.environment[name] }
    switch arguments["--color"] {
    case "never": variables["NO_COLOR"] = "1"
    case "always": variables["NO_COLOR"] = nil
    default: break
    }
    return Capabilities.decide(
      environment: variables, inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal)
  }
}
