import TextTools

/// How large a cover is asked for, in pixels a side.
///
/// The end of a cover's address names its size, as in `…/100x100bb.jpg`; another size is asked for
/// by another end. Not every cover has every size, so the original address is kept to fall back on.
public struct CoverSize: Sendable, Hashable {
  public let pixels: Int

  /// - Parameter pixels: brought into 30 to 3000.
  public init(_ pixels: Int) { self.pixels = min(max(pixels, 30), 3000) }

  /// What fits a screen.
  public static let large = CoverSize(600)
  /// What a list shows.
  public static let small = CoverSize(100)

  /// The address of the same cover in this size; nil where the address does not end in a size.
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
