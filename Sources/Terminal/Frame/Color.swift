/// A colour as the designer wants it, with what stands for it where there are only sixteen.
public enum Color: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of the sixteen that people set for themselves: 0...7 and, brighter, 8...15.
  case palette(UInt8)
  /// An exact colour, and the one of the sixteen that stands for it.
  case shade(red: UInt8, green: UInt8, blue: UInt8, palette: UInt8)
}
