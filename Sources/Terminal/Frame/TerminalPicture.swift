import Synchronization

/// A picture that the terminal draws itself, over a number of cells.
///
/// Each one made has a unique number, by which the terminal knows it; pictures with the same number
/// are equal.
package struct TerminalPicture: Sendable {
  /// The data to send.
  package enum Content: Sendable {
    /// Three bytes a pixel, red, green and blue, row by row: for kitty.
    case pixels([UInt8], width: Int, height: Int)
    /// A file's bytes, unchanged: for iTerm2.
    case file([UInt8])
  }

  package let content: Content
  /// The cells that it covers.
  package let size: Size
  let number: UInt32

  /// The most pixels a side, and the most bytes of a file, so that sending stays fast.
  package static let greatestSide = 512
  package static let greatestFile = 256 << 10
  /// The most cells a side: there are only as many marks.
  package static let greatestSize = Size(
    columns: Placeholder.marks.count, rows: Placeholder.marks.count)

  /// nil if a limit is exceeded, or if the number of bytes does not match the size in pixels.
  package init?(_ content: Content, size: Size) {
    self.init(content, size: size, number: PictureNumbers.next())
  }

  /// - Parameter number: 1 to 0xFFFFFF, as it is sent as a colour.
  init?(_ content: Content, size: Size, number: UInt32) {
    guard (1...Self.greatestSize.columns).contains(size.columns),
      (1...Self.greatestSize.rows).contains(size.rows), (1...0xFF_FFFF).contains(number)
    else { return nil }
    switch content {
    case .pixels(let bytes, let width, let height):
      let sides = 1...Self.greatestSide
      guard sides.contains(width), sides.contains(height), bytes.count == width * height * 3
      else { return nil }
    case .file(let bytes):
      guard (1...Self.greatestFile).contains(bytes.count) else { return nil }
    }
    (self.content, self.size, self.number) = (content, size, number)
  }

  /// The bytes to send, whatever the content.
  var bytes: [UInt8] {
    switch content {
    case .pixels(let bytes, _, _), .file(let bytes): bytes
    }
  }

  var isFile: Bool { if case .file = content { true } else { false } }
}

extension TerminalPicture: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Allocates picture numbers.
///
/// All programs at a terminal share them, so the first one is random.
enum PictureNumbers {
  private static let last = Mutex(UInt32.random(in: 1...0xFF_FFFF))

  static func next() -> UInt32 {
    last.withLock { last in
      last = last < 0xFF_FFFF ? last + 1 : 1
      return last
    }
  }
}
