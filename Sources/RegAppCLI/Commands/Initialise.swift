import Accounts
import LosslessJSON

extension CommandSpec {
  static let initialise = CommandSpec(
    name: "init",
    summary: "make the documents directory and an empty accounts file",
    positionals: [
      PositionalSpec(
        name: "RULEBOOK", isRequired: false,
        candidates: .words(Rulebook.builtIns.map(\.name)),
        help: "register (which it is where none is named), albums or authorisation")
    ],
    options: [
      OptionSpec("--samples", help: "with authorisation: three accounts whose password is known")
    ],
    examples: ["regapp init albums", "regapp init authorisation --samples"],
    run: initialise)

  private static func initialise(_ invocation: Invocation) async throws {
    let rulebook = try builtIn(invocation.arguments.positionals.first ?? "register")
    let withSamples = invocation.arguments.has("--samples")
    guard !withSamples || rulebook == .authorisation else {
      throw UsageError(
        "only authorisation has samples", hint: "regapp init authorisation --samples")
    }
    let (emails, notices) = try await invocation.registry.initialise(
      rulebook, withSamples: withSamples)
    invocation.say("made an accounts file under the rulebook \(rulebook.name)")
    for email in emails {
      invocation.say("created account \(email) with the password \(Registry.samplePassword)")
    }
    try invocation.finish(notices) {
      try invocation.print(
        json: .object([
          .init("rules", .string(rulebook.name)),
          .init("accounts", .array(emails.map { .string($0) })),
        ]))
    }
  }
}
