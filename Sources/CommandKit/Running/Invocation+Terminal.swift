package import Terminal

extension Invocation {
  /// What the terminal can do, `--color` considered.
  package var capabilities: Capabilities {
    Capabilities.decide(
      color: ColorChoice(option: arguments["--color"]), inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal
    ) { context.environment[$0] }
  }
}
