package import CommandKit
import Product

/// Finds the documents: from the option, else the variable, else `regapp` in the user's documents.
/// FileManager is not asked: on Linux it ignores `$HOME`.
package struct DocumentsDirectory {
  let environment: Environment
  let passwdHome: String?
  let readFile: (String) -> String?

  package init(_ context: Context) {
    environment = context.environment
    passwdHome = context.passwdHome
    readFile = context.console.readFile
  }

  package func documents(option: String?) throws -> Documents {
    let documents = try found(option: option)
    // Bytes that are not UTF-8 in a variable have been replaced with this character.
    guard !documents.text.unicodeScalars.contains("\u{FFFD}") else {
      throw Report.usage(
        "the path of the documents directory is not valid UTF-8", hint: "give --documents DIR")
    }
    return documents
  }

  private func found(option: String?) throws -> Documents {
    if let option {
      guard !option.isEmpty else {
        throw Report.usage("--documents needs a directory", hint: "write --documents DIR")
      }
      return try Documents(option, from: OptionSpec.documents.name)
    }
    if let text = environment[Self.variable] { return try Documents(text, from: Self.variable) }
    guard let home else {
      throw Report.usage("no home directory", hint: "set HOME, or give --documents DIR")
    }
    return .directory(Documents.trimmed(userDocuments(home: home)) + "/regapp")
  }

  /// The user's home directory.
  var home: String? { environment["HOME"] ?? passwdHome }

  private static let variable = "REGAPP_DOCUMENTS"

  private func userDocuments(home: String) -> String {
    if let value = environment["XDG_DOCUMENTS_DIR"].flatMap({ expanded($0, home: home) }) {
      return value
    }
    let config = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    let lines = readFile("\(config)/user-dirs.dirs")?.split(separator: "\n") ?? []
    // It is a shell script of assignments: the last one counts.
    let values = lines.compactMap { Self.value(of: "XDG_DOCUMENTS_DIR", assignedIn: $0) }
    return values.last.flatMap { expanded($0, home: home) } ?? "\(home)/Documents"
  }

  /// The value that a line assigns to a variable, with a shell's quoting; nil if it does not.
  private static func value(of name: String, assignedIn line: Substring) -> String? {
    let line = line.drop { $0 == " " || $0 == "\t" }
    guard line.hasPrefix("\(name)=") else { return nil }
    var value = ""
    var isQuoted = false
    var isEscaped = false
    for character in line.dropFirst(name.count + 1) {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == " " || character == "\t" || character == "#" {
        break
      } else {
        value.append(character)
      }
    }
    return value
  }

  /// A path with a leading `$HOME` expanded; nil if it is then not absolute.
  private func expanded(_ value: String, home: String) -> String? {
    let slash = UInt8(ascii: "/")
    for variable in ["$HOME", "${HOME}"] where value.utf8.starts(with: variable.utf8) {
      let rest = Substring(value.utf8.dropFirst(variable.utf8.count))
      return rest.isEmpty || rest.utf8.first == slash ? home + rest : nil
    }
    return value.utf8.first == slash ? value : nil
  }
}
