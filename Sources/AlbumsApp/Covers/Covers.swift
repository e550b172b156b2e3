import CommandKit
import Terminal

/// Whether a terminal shows covers, as half blocks: small ones in a list, a large one beside an
/// album.
enum Covers: Sendable {
  case shown
  /// The terminal has, or is to use, fewer than 256 colours.
  case lackColors
  case lackDecoder

  /// The columns of a cover in a list, and beside an album.
  static let small = 8
  static let large = 24

  init(_ colors: ColorDepth, canDecode: Bool = CoverPicture.canDecode) {
    self = colors < .palette256 ? .lackColors : canDecode ? .shown : .lackDecoder
  }

  /// The size to ask for, in pixels a side.
  static func pixels(columns: Int) -> Int { columns <= small ? 100 : 600 }

  /// Why there are none; nil if they are shown.
  var reason: Phrase? {
    switch self {
    case .shown: nil
    case .lackColors: Phrase("no covers: they need 256 colours")
    case .lackDecoder:
      Phrase("no covers: libturbojpeg is not installed (in Debian: apt install libturbojpeg0)")
    }
  }
}
