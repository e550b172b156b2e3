extension Command {
  /// Prints the script with which a shell completes the program that this command belongs to.
  package static func completions(of program: String) -> Self {
    Self(
      name: "completions", summary: "print a completion script for a shell",
      details: [
        Phrase(
          same: "bash: \(program) completions bash > "
            + "~/.local/share/bash-completion/completions/\(program)"),
        Phrase("zsh: \(program) completions zsh > DIR/_\(program), where DIR is one of $fpath"),
        Phrase(
          same: "fish: \(program) completions fish > ~/.config/fish/completions/\(program).fish"),
      ].joined(separator: "\n\n"),
      positionals: [
        PositionalSpec(
          name: "SHELL", isRequired: true, candidates: .words(Shell.allCases.map(\.rawValue)),
          help: "bash, zsh or fish")
      ],
      examples: ["\(program) completions bash"], run: completions)
  }

  private static func completions(_ invocation: Invocation<World>) async throws {
    guard let shell = invocation.arguments.positionals.first.flatMap(Shell.init) else { return }
    let script = shell.completions(of: invocation.program.name)
    try invocation.console.write(
      invocation.isJSON ? ProgramSpec.json("completions", script) : script)
  }
}
