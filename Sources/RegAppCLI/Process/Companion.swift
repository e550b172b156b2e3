import Accounts
import Glibc

/// `regapp-albums`, the separate program that may use the network: this one never does.
enum Companion {
  static let name = "regapp-albums"

  /// The companion's arguments, without `albums`; nil if another command is meant or an argument is
  /// not UTF-8.
  static func words(of words: [String?]) -> [String]? {
    var given: [String] = []
    for word in words {
      guard let word else { return nil }
      given.append(word)
    }
    var index = 0
    while index < given.count, given[index].hasPrefix("-") {
      guard let option = CommandSpec.globalOptions.first(where: { given[index].begins($0.name) })
      else { return nil }
      index += option.value != nil && given[index] == option.name ? 2 : 1
    }
    // An option that lacks its value leaves the index past the end.
    if given.dropFirst(index).elementsEqual([CommandSpec.help.name, CommandSpec.albums.name]) {
      return given.prefix(index) + ["--help"]
    }
    guard index < given.count, given[index] == CommandSpec.albums.name else { return nil }
    given.remove(at: index)
    return given
  }

  /// Becomes the companion. If it is not installed, the command says so, or shows its help.
  static func run(_ rest: [String], _ words: [String?], _ context: Context) async -> Int32 {
    if let path = path(context.environment),
      let code = context.console.runProgram([path] + rest, true)
    {
      return code
    }
    return await RegApp.program.run(words, context)
  }

  /// Opens the albums' screens and comes back; returns an error message if that fails.
  static func albums(_ invocation: Invocation) -> Phrase? {
    guard let path = path(invocation.context.environment) else { return ScreenText.noAlbums }
    var words = [path]
    for option in ["--documents", "--color"] {
      if let value = invocation.arguments[option] { words += [option, value] }
    }
    if invocation.arguments.has(OptionSpec.plain.name) { words.append(OptionSpec.plain.name) }
    guard let code = invocation.console.runProgram(words, false) else {
      return ScreenText.noAlbums
    }
    return code == 0 ? nil : ScreenText.albumsEnded(code)
  }

  /// The program's path: next to this one, else on PATH.
  private static func path(_ environment: Environment) -> String? {
    var candidates: [String] = []
    if let own = ownDirectory() { candidates.append(own) }
    candidates += (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return candidates.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static func ownDirectory() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}

extension String {
  /// Whether this is an option with that name, with or without a value after `=`.
  fileprivate func begins(_ name: String) -> Bool { self == name || hasPrefix(name + "=") }
}
