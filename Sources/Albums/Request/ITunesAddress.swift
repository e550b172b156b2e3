/// The address of the service: Apple's, or another that answers in the same shape.
public struct ITunesAddress: Sendable, Hashable {
  let address: WebAddress

  public static let apple = ITunesAddress(
    address: WebAddress(scheme: "https", host: "itunes.apple.com", port: nil, target: ""))
}

extension ITunesAddress {
  /// An `http` or `https` address with a host; nil for anything else, and if it contains a user, a
  /// query or a fragment.
  public init?(_ text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let address = WebAddress(text), !text.contains("#"), !address.target.contains("?") else {
      return nil
    }
    self.init(address: address)
  }
}
