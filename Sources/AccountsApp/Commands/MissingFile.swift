import AccountsFile
import CommandKit

// Without an accounts file, only commands that may begin one go on: an unmounted disk, or a path
// with a typing error, must not look like a file without accounts.

extension Commands {
  /// Whether a command line may begin the accounts.
  static func mayBegin(_ arguments: Arguments, _ context: Context) -> Bool {
    switch arguments.command {
    case nil:
      // The form.
      context.console.inputIsTerminal && context.console.outputIsTerminal
        && !arguments.has("--no-input") && !arguments.has("--json") && !arguments.has("--email")
    case initialise.spec.name, register.spec.name, login.spec.name: true
    case `import`.spec.name, apply.spec.name, plan.spec.name: arguments.has(OptionSpec.rules.name)
    // A list on the screen waits for its file to come back.
    case list.spec.name: arguments.has("--screen")
    default: false
    }
  }

  /// The error to report: that the file is missing goes before any complaint about accounts and
  /// names.
  static func explained(_ error: any Error, _ world: World?) async -> any Error {
    let complaints: [ExitCode] = [.no, .noUser, .invalid, .noPermission, .cannotCreate]
    guard let registry = world?.personal.registry, complaints.contains(Report(error).code),
      let path = try? await registry.missingFile()
    else { return error }
    return AccountsError.storeMissing(subject: path)
  }
}

extension Invocation {
  /// Throws if the accounts file is missing, in a command that would not ask for it.
  func requireFile() async throws {
    if let path = try await registry.ofExistingStore().missingFile() {
      throw AccountsError.storeMissing(subject: path)
    }
  }
}

extension AccountsError {
  var isMissingStore: Bool { if case .storeMissing = self { true } else { false } }

  /// The error for PAM, which takes 67 for an unknown user: a missing store is unavailable instead.
  var forPAM: any Error {
    guard isMissingStore else { return self }
    let report = Report(self)
    return Report(.unavailable, report.name, report.lines, hint: report.hint)
  }
}
