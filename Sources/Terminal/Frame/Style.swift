/// How a cell looks.
public struct Style: Hashable, Sendable {
  public var foreground: Color
  public var background: Color
  public var isBold: Bool
  public var isDim: Bool
  public var isUnderlined: Bool
  public var isReversed: Bool

  /// The terminal's own colours and nothing else.
  public static let plain = Style()

  public init(
    foreground: Color = .standard, background: Color = .standard, isBold: Bool = false,
    isDim: Bool = false, isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }
}
