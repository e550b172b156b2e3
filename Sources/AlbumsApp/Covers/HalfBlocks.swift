import Terminal

/// A picture in coloured half blocks, two pixels a cell, one above the other.
struct HalfBlocks {
  let picture: CoverPicture
  /// Whether its last line of pixels is left out.
  var isCut = false
  /// The colour below its last line, where a cell has half of it.
  var below = Color.standard

  var size: Size { Size(columns: picture.side, rows: (picture.side + 1) / 2) }

  var frame: Frame {
    var frame = Frame(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let upper = Self.color(picture[column, row * 2])
        let lower =
          row * 2 + 1 < picture.side - (isCut ? 1 : 0)
          ? Self.color(picture[column, row * 2 + 1]) : below
        frame.write(
          "▀", at: Position(column: column, row: row),
          style: Style(foreground: upper, background: lower))
      }
    }
    return frame
  }

  func text(_ colors: ColorDepth) -> String { frame.styledLines(colors).map { $0 + "\n" }.joined() }

  private static func color(_ pixel: CoverPicture.Pixel) -> Color {
    .shade(red: pixel.red, green: pixel.green, blue: pixel.blue, palette: 7)
  }
}
