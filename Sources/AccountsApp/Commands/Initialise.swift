import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let initialise = Command(
    name: "init", summary: "start an accounts file, or an empty database, with a rulebook",
    positionals: [
      PositionalSpec(
        name: "RULEBOOK", isRequired: false, candidates: .words(Rulebook.builtIns.map(\.name)),
        help: "register (default), albums, authorisation or standard")
    ],
    options: [
      OptionSpec(
        "--hash", "SCHEME", candidates: .words(HashScheme.allCases.map(\.rawValue)),
        help: "how new passwords are hashed: yescrypt, bcrypt or sha512crypt"),
      OptionSpec(
        "--comments",
        help: "accounts.jsonc, which may have comments; renames an accounts.json that exists"),
      InvitationOptions.serveURL.spec, InvitationOptions.serveHost,
      OptionSpec("--samples", help: "with authorisation: three accounts with a known password"),
    ],
    examples: [
      "regapp init standard", "regapp init standard --hash bcrypt",
      "regapp init standard --serve-url https://example.com/account/",
      "regapp init standard --serve-host wiki.example.com",
      "regapp init authorisation --samples", "regapp init --comments",
    ], run: initialise)

  private static func initialise(_ invocation: Invocation) async throws {
    let builtIn = invocation.arguments.positionals.first.flatMap(Rulebook.builtIn) ?? .register
    let hash = invocation.arguments["--hash"].flatMap(HashScheme.init)
    let address = try invocation.arguments[InvitationOptions.serveURL]
    let hashing = hash.map(builtIn.making) ?? builtIn
    let hosts = try hosts(of: invocation.arguments, by: address)
    let rulebook = hashing.serving(at: address, hosts)
    let withSamples = invocation.arguments.has("--samples")
    guard !withSamples || builtIn == .authorisation else {
      throw Report.usage(
        "only authorisation has samples",
        hint: Phrase(same: "regapp init authorisation --samples"))
    }
    let withComments = invocation.arguments.has("--comments")
    // A rulebook is for new accounts.
    let isForAny =
      invocation.arguments.positionals.isEmpty && rulebook == .register && !withSamples
    if withComments, isForAny, try await invocation.registry.allowComments() {
      invocation.say("accounts.json is now accounts.jsonc, which may have comments")
      try invocation.finish([]) {
        try invocation.print(json: .object([.init("renamed", .bool(true))]))
      }
      return
    }
    let created =
      withComments
      ? try await invocation.registry.initialise(
        rulebook, withSamples: withSamples, explainedBy: explanation.map { $0[invocation.language] }
      )
      : try await invocation.registry.initialise(rulebook, withSamples: withSamples)
    invocation.say("started with the rulebook \(rulebook.name)")
    for email in created.value {
      invocation.say("created account \(email) with the password \(Registry.samplePassword)")
    }
    try invocation.finish(created.notices) {
      try invocation.print(
        json: .object([
          .init("rules", .string(rulebook.name)),
          .init("accounts", .array(created.value.map { .string($0) })),
        ]))
    }
  }

  /// The guarded hosts, for a page at an address.
  private static func hosts(
    of arguments: Arguments, by page: ServeAddress?
  ) throws -> GuardedHosts {
    let option = InvitationOptions.serveHost.name
    do throws(GuardedHostFault) {
      let hosts = try GuardedHosts(arguments.values(of: option))
      if let page { try hosts.check(page: page) }
      return hosts
    } catch {
      throw Report(
        .usage, "usage", [error.message(of: Phrase(same: option))],
        hint: Phrase(
          "name each host as browsers do: \(option) wiki.example.com \(option) lab.example.com:8443"
        ))
    }
  }

  /// The comments at the beginning of a file that may have some.
  private static var explanation: [Phrase] {
    [
      Phrase("The accounts of regapp. \"rules\" names the rulebook; regapp rules explains it."),
      Phrase(
        "A password may be typed here as it is: the next login, or regapp seal, makes it a hash."),
      Phrase("Edit by hand with regapp edit-file, or check what was edited with regapp check."),
      Phrase("Comments stay. Those directly above an account and behind it go when it is removed."),
    ]
  }
}
