/// Which pictures a terminal has, and what is still to be sent so that it shows those of a frame.
///
/// Nothing here writes. The loop sends one step after the other, and looks for keys before each: a
/// picture holds up nobody.
protocol PictureFlow {
  /// Takes in what is to be seen; gives the frame that can be drawn by now, in which pictures that
  /// the terminal has not got are empty cells.
  mutating func prepare(_ frame: Frame) -> Frame

  /// Whether the screen has to be cleared before a prepared frame is drawn over another one, so that
  /// no picture of that stays.
  func mustClear(for frame: Frame, over old: Frame?) -> Bool

  /// Is told what was drawn, and over what; nil where the screen was cleared.
  mutating func note(_ frame: Frame, over old: Frame?)

  /// Whether there is anything to send.
  var hasSteps: Bool { get }

  /// What is to be sent next.
  mutating func nextStep() -> PictureStep?

  /// Whether a sequence is half sent, so that nothing may be drawn before its end.
  var isWithinSequence: Bool { get }

  /// The screen is to be cleared: with it may go what the terminal has.
  mutating func forgetScreen()

  /// The terminal was given back, and all is gone.
  mutating func forgetAll()

  /// What has to be sent before the terminal is given back at this moment, so that nothing stays.
  var farewell: [UInt8] { get }
}

/// A few bytes for the terminal.
struct PictureStep: Equatable {
  let bytes: [UInt8]
  /// What has to be sent before the terminal is given back while these bytes are on their way: none
  /// of them may have arrived, some, or all.
  var farewell: [UInt8] = []
  /// Whether more of a frame can be drawn after it.
  var completes = false
}

extension PictureProtocol {
  /// Nothing where a terminal takes no pictures, or cannot tell them apart.
  func flow(_ colors: ColorDepth) -> (any PictureFlow)? {
    switch self {
    case .none: nil
    case .kitty: colors == .truecolor ? KittyPictures() : nil
    case .iterm2: ITermPictures()
    }
  }
}
