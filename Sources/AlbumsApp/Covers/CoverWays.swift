import Albums
import Terminal

/// How a cover is shown.
enum CoverWay: Sendable {
  case none
  case halfBlocks
  /// The terminal draws pixels sent to it.
  case kitty
  /// The terminal draws a file sent to it; nothing is decoded here.
  case iterm2
}

/// How covers are shown on a terminal: small ones in a list, and a large one beside an album.
struct CoverWays: Sendable, Equatable {
  /// The columns of a cover in a list, and beside an album.
  static let small = 8
  static let large = 24

  let list: CoverWay
  let album: CoverWay

  static let none = CoverWays(list: .none, album: .none)

  var areNone: Bool { self == .none }

  func way(columns: Int) -> CoverWay { columns > Self.small ? album : list }

  /// The size to ask for. A picture sent unchanged is asked for no larger than it is shown.
  func size(columns: Int) -> CoverSize {
    if columns <= Self.small { return .small }
    return album == .iterm2 ? CoverSize(300) : .large
  }
}

extension CoverWays {
  init(_ capabilities: Capabilities, canDecode: Bool = CoverPicture.canDecode) {
    let blocks: CoverWay = canDecode && capabilities.colors >= .palette256 ? .halfBlocks : .none
    switch capabilities.pictures {
    case .none: self.init(list: blocks, album: blocks)
    case .kitty where canDecode: self.init(list: .kitty, album: .kitty)
    // Its pictures must be PNG, and covers are JPEG.
    case .kitty: self.init(list: .none, album: .none)
    // Scrolling would leave pieces behind.
    case .iterm2: self.init(list: blocks, album: .iterm2)
    }
  }
}
