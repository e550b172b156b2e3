/// Finds the documents directory, as the design lays down: the option, the variable, then `regapp`
/// in the user's documents. FileManager is not asked: on Linux it ignores `$HOME`.
struct DocumentsDirectory {
  let environment: Environment
  let passwdHome: String?
  let readFile: (String) -> String?

  init(_ context: Context) {
    environment = context.environment
    passwdHome = context.passwdHome
    readFile = context.console.readFile
  }

  func path(option: String?) throws -> String {
    if let option {
      guard !option.isEmpty else {
        throw UsageError("--documents needs a directory", hint: "write --documents DIR")
      }
      return trimmed(option)
    }
    if let path = nonEmpty("REGAPP_DOCUMENTS") { return trimmed(path) }
    guard let home = nonEmpty("HOME") ?? passwdHome else {
      throw UsageError("there is no home directory", hint: "set HOME, or give --documents DIR")
    }
    return trimmed(userDocuments(home: home)) + "/regapp"
  }

  private func userDocuments(home: String) -> String {
    if let value = nonEmpty("XDG_DOCUMENTS_DIR").flatMap({ expanded($0, home: home) }) {
      return value
    }
    let config = nonEmpty("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let lines = readFile("\(config)/user-dirs.dirs")?.split(separator: "\n") ?? []
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == "XDG_DOCUMENTS_DIR" else {
        continue
      }
      let quoted = parts[1].drop { $0 == " " }
      let value = quoted.hasPrefix("\"") ? quoted.dropFirst().prefix { $0 != "\"" } : quoted
      if let path = expanded(String(value), home: home) { return path }
    }
    return "\(home)/Documents"
  }

  /// A path with `$HOME` at its head written out; nil where it then is not absolute.
  private func expanded(_ value: String, home: String) -> String? {
    for variable in ["$HOME", "${HOME}"] where value.hasPrefix(variable) {
      let rest = value.dropFirst(variable.count)
      return rest.isEmpty || rest.hasPrefix("/") ? home + rest : nil
    }
    return value.hasPrefix("/") ? value : nil
  }

  private func nonEmpty(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path == "/" ? "" : path
  }
}
