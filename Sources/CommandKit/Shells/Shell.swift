enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that completes a program in this shell, with descriptions in a language.
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
