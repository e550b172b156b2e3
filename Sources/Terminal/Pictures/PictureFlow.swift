/// Tracks which pictures a terminal has, and what to send so that it shows those of a frame.
///
/// Nothing here writes. The loop sends one step at a time and checks for keys before each, so that
/// a picture delays no input.
protocol PictureFlow {
  /// Takes the frame to show; returns what can be drawn now, with empty cells for pictures that the
  /// terminal does not have yet.
  mutating func prepare(_ frame: Frame) -> Frame

  /// Whether the screen must be cleared before a prepared frame is drawn over another, so that none
  /// of the old pictures stays.
  func mustClear(for frame: Frame, over old: Frame?) -> Bool

  /// Called after drawing, with what was drawn and over what; nil if the screen was cleared.
  mutating func note(_ frame: Frame, over old: Frame?)

  /// Whether there is anything to send.
  var hasSteps: Bool { get }

  /// The next bytes to send.
  mutating func nextStep() -> PictureStep?

  /// Whether a sequence is half sent; nothing may be drawn before its end.
  var isWithinSequence: Bool { get }

  /// Called before the screen is cleared, which may remove the terminal's pictures.
  mutating func forgetScreen()

  /// Called after the terminal was restored and all pictures are gone.
  mutating func forgetAll()

  /// What to send before the terminal is restored at this moment, so that no picture stays.
  var farewell: [UInt8] { get }
}

/// A few bytes for the terminal.
struct PictureStep: Equatable {
  let bytes: [UInt8]
  /// What to send before the terminal is restored while these bytes are in flight: none, some or
  /// all of them may have arrived.
  var farewell: [UInt8] = []
  /// Whether more of a frame can be drawn afterwards.
  var completes = false
}

extension PictureProtocol {
  /// nil if a terminal takes no pictures, or has too few colours to tell them apart.
  func flow(_ colors: ColorDepth) -> (any PictureFlow)? {
    switch self {
    case .none: nil
    case .kitty: colors == .truecolor ? KittyPictures() : nil
    case .iterm2: ITermPictures()
    }
  }
}
