import TextTools

/// A random text that a browser keeps while it goes the way in, so that the code at its end is of
/// use in no other browser. The addresses on the way have its digest.
struct Nonce: Sendable, Hashable {
  let text: String

  /// How long a browser keeps it. It protects by being unknown, not by being young.
  static let seconds = 86_400

  init() { text = RandomText.make(bits: 128) }

  /// The nonce of a cookie; nil for any other value.
  init?(_ value: [UInt8]) {
    guard value.count == 22, RandomText.isOne(value) else { return nil }
    text = String(decoding: value, as: UTF8.self)
  }

  /// The digest of the text.
  var digest: String { Base64.urlText(SHA256.digest(of: Array(text.utf8))) }

  /// Whether a text can be a digest.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 43 && RandomText.isOne(text.utf8)
  }
}

/// Random texts of letters, digits, `-` and `_`, which nobody can guess.
enum RandomText {
  static func make(bits: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return Base64.urlText(
      (0..<bits / 8).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  static func isOne(_ text: some Collection<UInt8>) -> Bool {
    text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
  }
}
