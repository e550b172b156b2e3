/// Limits on how long an answer may take and how large it may be.
public struct TransferLimits: Sendable, Hashable {
  /// The most seconds without a byte.
  public var silence: Int
  /// The longest time for a whole answer.
  public var total: Duration
  public var answerBytes: Int
  public var coverBytes: Int

  public init(
    silence: Int = 15, total: Duration = .seconds(60), answerBytes: Int = 4 << 20,
    coverBytes: Int = 1 << 20
  ) {
    self.silence = silence
    self.total = total
    self.answerBytes = answerBytes
    self.coverBytes = coverBytes
  }
}
