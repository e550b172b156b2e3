/// How many colours a terminal supports.
package enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
  case none, sixteen, palette256, truecolor

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Color {
  /// The SGR parameters for this colour at a given depth.
  func parameters(_ depth: ColorDepth, isBackground: Bool) -> [UInt8] {
    let base: UInt8 = isBackground ? 40 : 30
    switch self {
    case _ where depth == .none: return []
    case .standard: return [base + 9]
    case .palette(let index): return [Self.code(index, base)]
    case .shade(_, _, _, let palette) where depth == .sixteen: return [Self.code(palette, base)]
    case .shade(let red, let green, let blue, _) where depth == .palette256:
      return [base + 8, 5, NearestColor.index(red: red, green: green, blue: blue)]
    case .shade(let red, let green, let blue, _): return [base + 8, 2, red, green, blue]
    }
  }

  private static func code(_ palette: UInt8, _ base: UInt8) -> UInt8 {
    let index = palette & 15
    return index < 8 ? base + index : base + 60 + index - 8
  }
}
