import Accounts

extension CommandSpec {
  static let completions = CommandSpec(
    name: "completions",
    summary: Phrase(
      "print a completion script for a shell",
      ru: "вывести скрипт автодополнения для оболочки"),
    details: [
      Phrase(
        same: "bash: regapp completions bash > ~/.local/share/bash-completion/completions/regapp"),
      Phrase(
        "zsh: regapp completions zsh > DIR/_regapp, where DIR is a directory in $fpath",
        ru: "zsh: regapp completions zsh > DIR/_regapp, где DIR — один из каталогов в $fpath"),
      Phrase(same: "fish: regapp completions fish > ~/.config/fish/completions/regapp.fish"),
    ],
    positionals: [
      PositionalSpec(
        name: "SHELL", isRequired: true, candidates: .words(Shell.allCases.map(\.rawValue)),
        help: Phrase("bash, zsh or fish", ru: "bash, zsh или fish"))
    ],
    examples: ["regapp completions bash"],
    run: completions)

  private static func completions(_ invocation: Invocation) async throws {
    let name = invocation.arguments.positionals[0]
    let names = Shell.allCases.map(\.rawValue)
    guard let shell = Shell(rawValue: name) else {
      throw UsageError(
        Phrase(
          "no completions for '\(visible(name))'",
          ru: "для «\(visible(name))» автодополнения нет"),
        hint: .instead(of: name, among: names))
    }
    let script = shell.completions(of: invocation.program, invocation.language)
    try invocation.console.write(
      invocation.isJSON ? invocation.program.json("completions", script) : script)
  }
}
