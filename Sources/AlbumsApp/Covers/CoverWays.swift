import Albums
import Terminal

/// How a cover is shown.
enum CoverWay: Sendable {
  case none
  case halfBlocks
  /// The terminal draws the pixels that it is sent.
  case kitty
  /// The terminal draws the file that it is sent; nothing is decoded here.
  case iterm2
}

/// How covers are shown at a terminal: the small ones of a list, and the large one of an album.
struct CoverWays: Sendable, Equatable {
  /// The columns of a cover in a list, and of the one beside an album.
  static let small = 8
  static let large = 24

  let list: CoverWay
  let album: CoverWay

  init(list: CoverWay, album: CoverWay) {
    self.list = list
    self.album = album
  }

  init(_ capabilities: Capabilities, canDecode: Bool = CoverPicture.canDecode) {
    let blocks: CoverWay = canDecode && capabilities.colors >= .palette256 ? .halfBlocks : .none
    switch capabilities.pictures {
    case .none: self.init(list: blocks, album: blocks)
    case .kitty where canDecode: self.init(list: .kitty, album: .kitty)
    // Its pictures are PNG, and covers come as JPEG.
    case .kitty: self.init(list: .none, album: .none)
    // What scrolls would leave pieces behind.
    case .iterm2: self.init(list: blocks, album: .iterm2)
    }
  }

  static let none = CoverWays(list: .none, album: .none)

  var areNone: Bool { self == .none }

  func way(columns: Int) -> CoverWay { columns > Self.small ? album : list }

  /// How large a picture is asked for. One that is sent as it came is no larger than it is shown.
  func size(columns: Int) -> CoverSize {
    if columns <= Self.small { return .small }
    return album == .iterm2 ? CoverSize(300) : .large
  }
}
