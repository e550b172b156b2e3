import Albums

#if Covers
  import CTurboJPEG
#endif

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

  /// The pixels, three bytes each.
  var bytes: [UInt8] { pixels.flatMap { [$0.red, $0.green, $0.blue] } }

}

extension CoverPicture {
  /// Whether this build has a decoder: the trait `Covers`.
  static var canDecode: Bool {
    #if Covers
      true
    #else
      false
    #endif
  }

  /// Decodes a JPEG of at most 2048 pixels a side; nil if it is not one or cannot be decoded.
  ///
  /// - Parameter side: the pixels a side of the result.
  init?(jpeg: [UInt8], side: Int) {
    guard side > 0, let (width, height, bytes) = Self.decoded(jpeg, atLeast: side) else {
      return nil
    }
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

  /// The picture in three bytes a pixel, no larger than needed.
  private static func decoded(
    _ jpeg: [UInt8], atLeast side: Int
  ) -> (width: Int, height: Int, bytes: [UInt8])? {
    #if Covers
      guard let decoder = tjInitDecompress() else { return nil }
      defer { tjDestroy(decoder) }
      var (width, height): (Int32, Int32) = (0, 0)
      var (sampling, space): (Int32, Int32) = (0, 0)
      guard
        tjDecompressHeader3(
          decoder, jpeg, UInt(jpeg.count), &width, &height, &sampling, &space) == 0,
        (1...JPEGOutline.greatestSide).contains(Int(width)),
        (1...JPEGOutline.greatestSide).contains(Int(height))
      else { return nil }
      // The decoder can halve a picture almost for free.
      var divisor: Int32 = 8
      while divisor > 1, min(width, height) / divisor < Int32(side) { divisor /= 2 }
      let scaled = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
      var bytes = [UInt8](repeating: 0, count: Int(scaled.0) * Int(scaled.1) * 3)
      guard
        tjDecompress2(
          decoder, jpeg, UInt(jpeg.count), &bytes, scaled.0, 0, scaled.1, Int32(TJPF_RGB.rawValue),
          // A small file may ask for thousands of scans over the same picture.
          TJFLAG_LIMITSCANS) == 0
      else { return nil }
      return (Int(scaled.0), Int(scaled.1), bytes)
    #else
      return nil
    #endif
  }
}
