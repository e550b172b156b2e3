/// A browser in words, from what it says of itself: "Firefox on Linux". So somebody can tell which
/// of their logins is which; it proves nothing.
struct BrowserName {
  let text: String

  /// The marks of browsers, those first that have the marks of others, too.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Epiphany/", "Epiphany"),
    ("Safari/", "Safari"), ("Lynx/", "Lynx"), ("w3m/", "w3m"), ("curl/", "curl"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"), ("BSD", "BSD"),
  ]

  /// - Parameter agent: the value of `User-Agent`.
  init(_ agent: String) {
    let name = { (marks: [(String, String)]) in marks.first { agent.contains($0.0) }?.1 }
    text = [name(Self.browsers), name(Self.systems)].compactMap(\.self).joined(separator: " on ")
  }
}
