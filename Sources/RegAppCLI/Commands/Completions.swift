import Accounts

extension CommandSpec {
  static let completions = CommandSpec(
    name: "completions",
    summary: "print what teaches a shell to complete command lines",
    details: [
      "bash: regapp completions bash > ~/.local/share/bash-completion/completions/regapp",
      "zsh: regapp completions zsh > DIR/_regapp, where DIR is one of $fpath",
      "fish: regapp completions fish > ~/.config/fish/completions/regapp.fish",
    ],
    positionals: [
      PositionalSpec(
        name: "SHELL", isRequired: true, candidates: .words(Shell.allCases.map(\.rawValue)),
        help: "bash, zsh or fish")
    ],
    examples: ["regapp completions bash"],
    run: completions)

  private static func completions(_ invocation: Invocation) async throws {
    let name = invocation.arguments.positionals[0]
    let names = Shell.allCases.map(\.rawValue)
    guard let shell = Shell(rawValue: name) else {
      throw UsageError(
        "there are no completions for '\(visible(name))'",
        hint: nearest(to: name, in: names).map { "did you mean \($0)?" }
          ?? "there are \(names.joined(separator: ", "))")
    }
    let script = shell.completions(of: invocation.program)
    try invocation.console.write(
      invocation.isJSON ? invocation.program.json("completions", script) : script)
  }
}
