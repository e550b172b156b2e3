import Terminal

/// A cover ready to draw.
enum Cover: Sendable, Equatable {
  case blocks(CoverPicture)
  case picture(TerminalPicture)

  /// Pixels a column in a picture that the terminal draws.
  static let sharpness = 12

  /// nil if the picture cannot be shown this way.
  init?(jpeg: [UInt8], columns: Int, _ way: CoverWay) {
    let size = Size(columns: columns, rows: (columns + 1) / 2)
    switch way {
    case .none: return nil
    case .halfBlocks:
      guard let picture = CoverPicture(jpeg: jpeg, side: columns) else { return nil }
      self = .blocks(picture)
    case .kitty:
      let side = columns * Self.sharpness
      guard let pixels = CoverPicture(jpeg: jpeg, side: side),
        let picture = TerminalPicture(
          .pixels(pixels.bytes, width: side, height: side), size: size)
      else { return nil }
      self = .picture(picture)
    case .iterm2:
      guard let picture = TerminalPicture(.file(jpeg), size: size) else { return nil }
      self = .picture(picture)
    }
  }

  var byteCount: Int {
    switch self {
    case .blocks(let picture): picture.pixels.count * 3
    case .picture(let picture):
      switch picture.content {
      case .pixels(let bytes, _, _), .file(let bytes): bytes.count
      }
    }
  }

  func draw(at position: Position, in frame: inout Frame) {
    switch self {
    case .blocks(let picture): frame.place(HalfBlocks(picture: picture).frame, at: position)
    case .picture(let picture): frame.place(picture, at: position)
    }
  }

  func text(_ capabilities: Capabilities) -> String {
    switch self {
    case .blocks(let picture): HalfBlocks(picture: picture).text(capabilities.colors)
    case .picture(let picture): picture.printed(by: capabilities.pictures)
    }
  }
}
