/// An album as a store offers it. A field that the store does not give is nil and shown as missing.
public struct Album: Sendable, Hashable {
  /// The album's number in this store; another store may use it for another album.
  public var id: Int?
  public let country: Country
  /// As the store writes it, including ` - EP` and ` - Single`.
  public var title: String?
  public var artist: String?
  /// Songs and videos together.
  public var trackCount: Int?
  /// In UTC.
  public var releaseYear: Int?
  public var explicitness: Explicitness?
  /// The address of the small cover; see `CoverSize` for other sizes.
  public var artworkURL: String?
  /// The address of the album's page.
  public var pageURL: String?
}

/// A store's rating of the lyrics of an album or a song.
public enum Explicitness: String, Sendable, Hashable {
  case explicit
  /// An edition with explicit lyrics removed.
  case cleaned
  case notExplicit
}
