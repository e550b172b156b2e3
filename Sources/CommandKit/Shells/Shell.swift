/// A shell for which completions are made.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that teaches this shell a program's commands, options and values.
  ///
  /// - Parameter language: that of what is said of them.
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
  /// In single quotes, as bash and zsh read it.
  var quotedForShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
