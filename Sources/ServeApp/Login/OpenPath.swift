/// Decides which addresses of a guarded host may be in a part that is open to all.
///
/// Every application has to read such an address as the web server did: `/open/..;/x` is `/x` to
/// some, and `/open/%252e%252e/x` to those that decode twice.
enum OpenPath {
  /// What makes a path readable in two ways; the last begin overlong UTF-8 of three to six bytes, as
  /// which some read `.` and `/`. nginx and Caddy have the same lists in their lines.
  private static let ambiguous = [
    "..", ";", "\\", "//", "#", "%e0%8", "%e0%9", "%f0%8", "%f8%8", "%fc%8",
  ]
  /// The codes behind a percent sign that do so: NUL, the percent sign itself, `.`, `/`, `;`, `\`,
  /// and the bytes that begin overlong UTF-8 of two bytes.
  private static let encoded: Set<String> = ["00", "25", "2e", "2f", "3b", "5c", "c0", "c1"]

  /// Whether an address, as a client sent it, may be open.
  static func isOne(_ address: [UInt8]) -> Bool {
    let path = address.prefix { $0 != UInt8(ascii: "?") }
    let text = String(decoding: path, as: UTF8.self).lowercased()
    guard path.first == UInt8(ascii: "/"), path.allSatisfy({ (0x21...0x7E).contains($0) }),
      !ambiguous.contains(where: text.contains),
      !ReturnPath.isOfWayIn(text)
    else { return false }
    return text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      let digits = $0.utf8.prefix(2)
      return digits.count == 2 && digits.allSatisfy { hexadecimal.contains($0) }
        && !encoded.contains(String(Substring(digits)))
    }
  }

  private static let hexadecimal = Set("0123456789abcdef".utf8)
}
