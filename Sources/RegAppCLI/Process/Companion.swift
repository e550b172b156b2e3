import Glibc

/// `regapp-albums`, the program beside this one that may call out: this one never does.
enum Companion {
  static let name = "regapp-albums"

  /// Opens the albums' screens; returns words where that could not be done.
  static func albums(_ invocation: Invocation) -> String? {
    guard let path = path(invocation.context.environment) else { return ScreenText.noAlbums }
    var words = [path]
    if let documents = invocation.arguments["--documents"] { words += ["--documents", documents] }
    if let color = invocation.arguments["--color"] { words += ["--color", color] }
    guard let code = ChildProgram.run(words) else { return ScreenText.noAlbums }
    return code == 0 ? nil : ScreenText.albumsEnded(code)
  }

  /// Where the program is: beside this one, else on PATH.
  static func path(_ environment: Environment) -> String? {
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
