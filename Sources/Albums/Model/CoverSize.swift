import TextTools

/// The size of a cover to ask for, in pixels a side.
///
/// A cover's address ends with its size, as in `…/100x100bb.jpg`; changing the ending asks for
/// another size. Not every cover has every size, so the original address is kept as a fallback.
public struct CoverSize: Sendable, Hashable {
  public let pixels: Int

  /// - Parameter pixels: clamped to 30...3000.
  public init(_ pixels: Int) { self.pixels = min(max(pixels, 30), 3000) }

  /// For a whole screen.
  public static let large = CoverSize(600)
  /// For a list.
  public static let small = CoverSize(100)

  /// The address of the same cover in this size; nil if the address does not end in a size.
  func address(from original: String) -> String? {
    guard let slash = original.lastIndex(of: "/") else { return nil }
    let name = original[original.index(after: slash)...]
    guard name.hasSuffix("bb.jpg") else { return nil }
    let sides = name.dropLast("bb.jpg".count).split(
      separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2,
      sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) })
    else {
      return nil
    }
    return "\(original[...slash])\(pixels)x\(pixels)bb.jpg"
  }
}
