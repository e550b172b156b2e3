/// A language of the user interface, by its name in a locale.
package enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case russian = "ru"

  /// The table of the language; nil for English, which the source has.
  var translation: Translation? {
    switch self {
    case .english: nil
    case .russian: .russian
    }
  }

  /// - Parameter locale: such as `ru_RU.UTF-8`.
  init(locale: String) {
    let parts = locale.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)[0]
      .split(separator: UInt8(ascii: "."), maxSplits: 1)
    let name = parts.first?.prefix { $0 != UInt8(ascii: "_") }
    let isUTF8 = parts.count < 2 || ["utf-8", "utf8"].contains(Substring(parts[1]).lowercased())
    let language = Language.allCases.first { name?.elementsEqual($0.rawValue.utf8) == true }
    self = isUTF8 ? language ?? .english : .english
  }
}
