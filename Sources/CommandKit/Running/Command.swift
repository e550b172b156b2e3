package struct Command<World: Sendable>: Sendable {
  package let spec: CommandSpec
  package let run: @Sendable (Invocation<World>) async throws -> Void

  package init(
    name: String,
    summary: @autoclosure @escaping @Sendable () -> Words,
    details: @autoclosure @escaping @Sendable () -> Phrase = Phrase(same: ""),
    positionals: @autoclosure @escaping @Sendable () -> [PositionalSpec] = [],
    options: @autoclosure @escaping @Sendable () -> [OptionSpec] = [],
    examples: @autoclosure @escaping @Sendable () -> [String],
    run: @escaping @Sendable (Invocation<World>) async throws -> Void
  ) {
    spec = CommandSpec(
      name: name, makeSummary: { Phrase(summary()) }, makeDetails: details,
      makePositionals: positionals, makeOptions: options, makeExamples: examples)
    self.run = run
  }
}
