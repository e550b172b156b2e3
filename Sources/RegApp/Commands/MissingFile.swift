import AccountsFile
import CommandKit

// Where there is no accounts file, only what is meant to begin one goes on: an unmounted disk, or a path
// with a typing error, must not look like accounts that nobody has.

extension Commands {
  /// Whether a command line may begin the accounts.
  static func mayBegin(_ arguments: Arguments) -> Bool {
    switch arguments.command {
    case nil, initialise.spec.name, register.spec.name: true
    case login.spec.name:
      // A new file has the rulebook register, under which only an email becomes an account.
      !arguments.has(OptionSpec.knownUsername.name) && !arguments.has(OptionSpec.knownFirstName.name)
        && arguments.positionals.first.map { $0.contains("@") } ?? true
    case `import`.spec.name, apply.spec.name, plan.spec.name: arguments.has(OptionSpec.rules.name)
    // A list on the screen waits for its file to come back.
    case list.spec.name: arguments.has("--screen")
    default: false
    }
  }

  /// Ends a command line that may not begin the accounts, where their file is missing.
  static func requireFile(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let isList = arguments.command == list.spec.name
    let isForm = arguments.command != nil || invocation.showsForms
    if mayBegin(arguments), isForm, !isList { return }
    guard let path = try await invocation.registry.missingFile() else { return }
    let report = Report(AccountsError.storeMissing(subject: path))
    guard meansUnknownUser(invocation) else { throw report }
    throw Report(.unavailable, report.name, report.lines, hint: report.hint)
  }

  /// Whether PAM would take 67 for a user that is unknown; it is to be told that nothing can be checked.
  private static func meansUnknownUser(_ invocation: Invocation) -> Bool {
    let arguments = invocation.arguments
    return arguments.command == chauthtok.spec.name
      || arguments.has(OptionSpec.pam.name) && invocation.context.environment["PAM_TYPE"] == "account"
  }
}
