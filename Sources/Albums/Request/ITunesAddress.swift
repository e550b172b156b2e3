import Foundation

/// The address of the service: Apple's, or another that answers in the same shape.
public struct ITunesAddress: Sendable, Hashable {
  /// Without a trailing slash.
  let text: String
  let host: String

  public static let apple = ITunesAddress(
    text: "https://itunes.apple.com", host: "itunes.apple.com")

  /// An `http` or `https` address with a host; nil for anything else, and if it contains a user, a
  /// query or a fragment.
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { return nil }
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    self.init(text: text, host: host)
  }

  private init(text: String, host: String) {
    self.text = text
    self.host = host
  }
}
