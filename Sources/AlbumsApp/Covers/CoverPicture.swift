import Albums

/// A square cover in pixels.
struct CoverPicture: Sendable, Equatable {
  struct Pixel: Sendable, Equatable {
    let red, green, blue: UInt8
  }

  /// Pixels a side.
  let side: Int
  /// Row by row.
  let pixels: [Pixel]

  subscript(column: Int, row: Int) -> Pixel { pixels[row * side + column] }
}

extension CoverPicture {
  /// Whether a decoder is installed.
  static var canDecode: Bool { TurboJPEG.installed != nil }

  /// Decodes a JPEG of at most 2048 pixels a side; nil if it is not one or cannot be decoded.
  ///
  /// - Parameter side: the pixels a side of the result.
  init?(jpeg: [UInt8], side: Int) {
    guard side > 0,
      let (width, height, bytes) = TurboJPEG.installed?.decoded(
        jpeg, atLeast: side, atMost: JPEGOutline.greatestSide)
    else { return nil }
    self.side = side
    // Each output pixel is the mean of the pixels that it covers.
    pixels = (0..<side * side).map { index in
      let (row, column) = (index / side, index % side)
      let rows = row * height / side..<max(row * height / side + 1, (row + 1) * height / side)
      let across =
        column * width / side..<max(column * width / side + 1, (column + 1) * width / side)
      var sums = (0, 0, 0)
      for y in rows {
        for x in across {
          let start = (y * width + x) * 3
          sums.0 += Int(bytes[start])
          sums.1 += Int(bytes[start + 1])
          sums.2 += Int(bytes[start + 2])
        }
      }
      let count = rows.count * across.count
      return Pixel(
        red: UInt8(sums.0 / count), green: UInt8(sums.1 / count), blue: UInt8(sums.2 / count))
    }
  }
}
