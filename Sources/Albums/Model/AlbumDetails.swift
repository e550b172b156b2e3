/// An album with its songs, in the order of their discs and numbers.
public struct AlbumDetails: Sendable, Hashable {
  public let album: Album
  /// Those without a number stand at the end of their disc.
  public let tracks: [Track]
  /// How many discs there are, as far as that is known; at least 1.
  public let discCount: Int
  /// What this store does not give, in order.
  public let gaps: [Gap]
  /// How many of the album's songs are not among `tracks`. It may be more than the gaps name: where
  /// the store does not say how many songs a disc has, nobody can tell which are missing.
  public let missingCount: Int
  /// Whether the store gave as many songs as it ever does; there may be more then.
  public let mayGoOn: Bool

  /// Numbers that are missing from a disc.
  public struct Gap: Sendable, Hashable {
    public let disc: Int
    /// nil where the whole disc is missing.
    public let numbers: ClosedRange<Int>?

    public init(disc: Int, numbers: ClosedRange<Int>?) {
      self.disc = disc
      self.numbers = numbers
    }
  }
}
