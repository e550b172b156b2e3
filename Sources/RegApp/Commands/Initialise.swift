import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let initialise = Command(
    name: "init", summary: "start an accounts file, or an empty database, with a rulebook",
    ru: "начать файл аккаунтов или пустую базу данных со сводом правил",
    positionals: [
      PositionalSpec(
        name: "RULEBOOK", isRequired: false, candidates: .words(Rulebook.builtIns.map(\.name)),
        help: "register (default), albums, authorisation or standard",
        ru: "register (если не указать), albums, authorisation или standard")
    ],
    options: [
      OptionSpec(
        "--hash", "SCHEME", candidates: .words(HashScheme.allCases.map(\.rawValue)),
        help: "how new passwords are hashed: yescrypt, bcrypt or sha512crypt",
        ru: "как хешировать новые пароли: yescrypt, bcrypt или sha512crypt"),
      OptionSpec(
        "--comments",
        help: "accounts.jsonc, which may have comments; renames an accounts.json that exists",
        ru: "accounts.jsonc, где можно писать комментарии; имеющийся accounts.json переименует"),
      OptionSpec(
        "--samples", help: "with authorisation: three accounts with a known password",
        ru: "для authorisation: три аккаунта с известным паролем"),
    ],
    examples: [
      "regapp init standard", "regapp init standard --hash bcrypt",
      "regapp init authorisation --samples", "regapp init --comments",
    ], run: initialise)

  private static func initialise(_ invocation: Invocation) async throws {
    let builtIn = invocation.arguments.positionals.first.flatMap(Rulebook.builtIn) ?? .register
    let hash = invocation.arguments["--hash"].flatMap(HashScheme.init)
    let rulebook = hash.map(builtIn.making) ?? builtIn
    let withSamples = invocation.arguments.has("--samples")
    guard !withSamples || builtIn == .authorisation else {
      throw Report.usage(
        "only authorisation has samples", ru: "образцы есть только у authorisation",
        hint: Phrase(same: "regapp init authorisation --samples"))
    }
    let withComments = invocation.arguments.has("--comments")
    // A rulebook is for new accounts.
    let isForAny = invocation.arguments.positionals.isEmpty && hash == nil && !withSamples
    if withComments, isForAny, try await invocation.registry.allowComments() {
      invocation.say(
        "accounts.json is now accounts.jsonc, which may have comments",
        ru: "accounts.json стал accounts.jsonc, где можно писать комментарии")
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
    invocation.say(
      "started with the rulebook \(rulebook.name)", ru: "начато со сводом правил \(rulebook.name)")
    for email in created.value {
      invocation.say(
        "created account \(email) with the password \(Registry.samplePassword)",
        ru: "создан аккаунт \(email) с паролем \(Registry.samplePassword)")
    }
    try invocation.finish(created.notices) {
      try invocation.print(
        json: .object([
          .init("rules", .string(rulebook.name)),
          .init("accounts", .array(created.value.map { .string($0) })),
        ]))
    }
  }

  /// What a file that may have comments begins with.
  private static var explanation: [Phrase] {
    [
      Phrase(
        "The accounts of regapp. \"rules\" names the rulebook; regapp rules explains it.",
        ru: "Аккаунты regapp. В \"rules\" свод правил; его объясняет regapp rules."),
      Phrase(
        "A password may be typed here as it is: the next login, or regapp seal, makes it a hash.",
        ru: "Пароль можно вписать как есть: ближайший вход или regapp seal сделает из него хеш."),
      Phrase(
        "Edit by hand with regapp edit-file, or check what was edited with regapp check.",
        ru: "Правьте через regapp edit-file или проверяйте правку: regapp check."),
      Phrase(
        "Comments stay. Those directly above an account and behind it go when it is removed.",
        ru: "Комментарии остаются. Те, что прямо над аккаунтом и за ним, уходят вместе с ним."),
    ]
  }
}
