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
        "--samples", help: "with authorisation: three accounts with a known password",
        ru: "для authorisation: три аккаунта с известным паролем"),
    ],
    examples: [
      "regapp init standard", "regapp init standard --hash bcrypt",
      "regapp init authorisation --samples",
    ], run: initialise)

  private static func initialise(_ invocation: Invocation) async throws {
    let builtIn = try builtIn(invocation.arguments.positionals.first ?? "register")
    let hash = try invocation.arguments["--hash"].map { word in
      guard let hash = HashScheme(rawValue: word) else {
        throw Report.usage(
          "unknown scheme '\(visible(word))'", ru: "нет схемы «\(visible(word))»",
          hint: .instead(of: word, among: HashScheme.allCases.map(\.rawValue)))
      }
      return hash
    }
    let rulebook = hash.map(builtIn.making) ?? builtIn
    let withSamples = invocation.arguments.has("--samples")
    guard !withSamples || builtIn == .authorisation else {
      throw Report.usage(
        "only authorisation has samples", ru: "образцы есть только у authorisation",
        hint: Phrase(same: "regapp init authorisation --samples"))
    }
    let created = try await invocation.registry.initialise(rulebook, withSamples: withSamples)
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
}
