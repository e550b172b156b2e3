extension Palette {
  /// `--plain` has no colours, `--color` says which, and else the environment and the output
  /// decide.
  package init(_ arguments: Arguments, _ environment: Environment, isTerminal: Bool) {
    let isPlain = arguments.has(OptionSpec.plain.name)
    self = isPlain ? .plain : Palette(arguments["--color"], environment, isTerminal: isTerminal)
  }
}

extension Context {
  /// Writes a warning to stderr as text, even if JSON is wanted.
  package func warn(_ words: Phrase, _ arguments: Arguments, as product: String) {
    let palette = Palette(arguments, environment, isTerminal: console.errorIsTerminal)
    let language = language(isJSON: arguments.has("--json"))
    console.say("\(product): \(palette.warning("warning:")) \(words[language])\n")
  }
}
