import CommandKit
import TextTools

/// The place of the accounts.
package enum Documents: Sendable, Equatable {
  case directory(String)
  /// The address of a database as it was given, for a program that has libpq to parse it.
  case database(String)

  /// The text as given.
  package var text: String {
    switch self {
    case .directory(let text), .database(let text): text
    }
  }

  /// - Parameter source: the option or the variable that has the text.
  package init(_ text: String, from source: String) throws {
    let bytes = text.utf8
    let isDatabase = ["postgres://", "postgresql://", "service="].contains {
      bytes.starts(with: $0.utf8)
    }
    guard !isDatabase else {
      self = .database(text)
      return
    }
    guard let scheme = Self.scheme(of: bytes) else {
      self = .directory(Self.trimmed(text))
      return
    }
    // The rest is not shown: it may hold a password.
    throw Report.usage(
      "\(source): accounts cannot be kept at \(scheme)://",
      hint: "give a directory, postgres://HOST/DATABASE or service=NAME")
  }

  /// Returns the scheme before `://` in an address; nil for a path.
  private static func scheme(of text: String.UTF8View) -> String? {
    guard text.first?.isASCIILetter == true else { return nil }
    let name = text.prefix {
      $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
    }
    return text[name.endIndex...].starts(with: "://".utf8) ? String(Substring(name)) : nil
  }

  static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
