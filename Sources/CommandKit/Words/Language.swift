/// A language of the user interface.
package enum Language: Sendable, Hashable, CaseIterable {
  case english
  case russian

  /// - Parameter locale: such as `ru_RU.UTF-8`.
  init(locale: String) {
    let parts = locale.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)[0]
      .split(separator: UInt8(ascii: "."), maxSplits: 1)
    let tongue = parts.first?.prefix { $0 != UInt8(ascii: "_") }
    let isUTF8 = parts.count < 2 || ["utf-8", "utf8"].contains(Substring(parts[1]).lowercased())
    self = tongue?.elementsEqual("ru".utf8) == true && isUTF8 ? .russian : .english
  }
}
