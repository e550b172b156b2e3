/// `regapp-albums`, the separate program that may use the network: this one never does.
enum AlbumsCompanion {
  private static let companion = Companion(name: "regapp-albums")

  /// The companion's arguments, without `albums`; nil if another command is meant or an argument is
  /// not UTF-8.
  static func words(of line: ScannedLine) -> [String]? {
    let (albums, help) = (Commands.albums.spec, Commands.help.spec)
    let count: Int
    if line.command == albums.name {
      count = 1
    } else if line.command == help.name,
      line.words.suffix(2).map(\.text) == [help.name, albums.name]
    {
      count = 2
    } else {
      return nil
    }
    let known = RegApp.spec.options(of: albums)
    let isKnown = line.optionsBeforeCommand.allSatisfy { option in
      known.contains { $0.name == option.name }
    }
    guard isKnown, line.words.allSatisfy(\.isUTF8) else { return nil }
    return line.words(withoutFirst: count).map(\.text)
      + (count == 2 ? [OptionSpec.help.name] : [])
  }

  /// Becomes the companion; returns, with nil, only where it is not there. The command then says
  /// so, or shows its help.
  static func become(_ words: [String], _ context: Context) -> Int32? {
    guard let path = companion.path(context.environment) else { return nil }
    return context.console.runProgram([path] + words, true)
  }

  /// Opens the albums' screens and comes back; returns an error message if that fails.
  static func open(from invocation: Invocation) -> Phrase? {
    guard let path = companion.path(invocation.context.environment) else {
      return ScreenText.noAlbums
    }
    var words = [path]
    for option in [OptionSpec.documents.name, OptionSpec.color.name] {
      if let value = invocation.arguments[option] { words += [option, value] }
    }
    if invocation.arguments.has(OptionSpec.plain.name) { words.append(OptionSpec.plain.name) }
    guard let code = invocation.console.runProgram(words, false) else {
      return ScreenText.noAlbums
    }
    return code == 0 ? nil : ScreenText.albumsEnded(code)
  }
}
