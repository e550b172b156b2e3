/// How long an answer may take, and how long it may be.
public struct TransferLimits: Sendable, Hashable {
  /// So many seconds may pass without a byte.
  public var silence: Int
  /// So long a whole answer may take.
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
