/// An album with its songs, in the order of their discs and numbers.
public struct AlbumDetails: Sendable, Hashable {
  public let album: Album
  /// Sorted by disc and number; songs without a number come last on their disc.
  public let tracks: [Track]
  /// The number of discs as far as known; at least 1.
  public let discCount: Int
  /// The tracks that this store does not give, in order.
  public let gaps: [Gap]
  /// How many of the album's songs are not among `tracks`. May exceed the gaps: if the store does
  /// not say how many songs a disc has, the missing ones cannot be identified.
  public let missingCount: Int
  /// Whether the store returned as many songs as it ever does; there may be more.
  public let mayGoOn: Bool

  /// Track numbers missing from a disc.
  public struct Gap: Sendable, Hashable {
    public let disc: Int
    /// nil if the whole disc is missing.
    public let numbers: ClosedRange<Int>?
  }
}
