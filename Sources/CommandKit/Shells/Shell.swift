/// A shell with completions.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that completes a program's commands, options and values in this shell.
  ///
  /// - Parameter language: the language of the descriptions.
  func completions(of program: ProgramSpec, _ language: Language) -> String {
    let places = CompletionPlace.all(of: program)
    return switch self {
    case .bash: BashCompletions(program: program, places: places).script
    case .zsh: ZshCompletions(program: program, places: places, language: language).script
    case .fish: FishCompletions(program: program, places: places, language: language).script
    }
  }
}

extension String {
  /// In single quotes, for bash and zsh.
  var quotedForShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
