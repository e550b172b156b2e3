/// Limits on how long an answer may take and how large it may be.
public struct TransferLimits: Sendable, Hashable {
  /// The most seconds without a byte.
  var silence = 15
  /// The longest time for a whole answer.
  var total = Duration.seconds(60)
  var answerBytes = 4 << 20
  var coverBytes = 1 << 20

  public static let standard = TransferLimits()
}
