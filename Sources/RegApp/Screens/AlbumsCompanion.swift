import CommandKit
import Product

/// `regapp-albums`, the separate program that may use the network: this one never does.
enum AlbumsCompanion {
  static let companion = Companion(name: "regapp-albums")

  /// Opens the albums' screens and comes back; returns an error message if that fails.
  static func open(from invocation: Invocation) -> Phrase? {
    guard let path = companion.path(invocation.context.environment) else {
      return ScreenText.noAlbums
    }
    var words = [path]
    for option in [OptionSpec.documents.name, OptionSpec.color.name] {
      if let value = invocation.arguments[option] { words += [option, value] }
    }
    guard let code = invocation.console.runProgram(words, false) else {
      return ScreenText.noAlbums
    }
    return code == 0 ? nil : ScreenText.albumsEnded(code)
  }
}
