/// An album as a store offers it. A field that the store does not give is nil and shown as missing.
public struct Album: Sendable, Hashable {
  /// The album's number in this store; another store may use it for another album.
  public let id: Int?
  public let country: Country
  /// As the store writes it, including ` - EP` and ` - Single`.
  public let title: String?
  public let artist: String?
  /// Songs and videos together.
  public let trackCount: Int?
  /// In UTC.
  public let releaseYear: Int?
  public let explicitness: Explicitness?
  /// The address of the small cover; see `CoverSize` for other sizes.
  public let artworkURL: String?
  /// The address of the album's page.
  public let pageURL: String?

  public init(
    id: Int?, country: Country, title: String? = nil, artist: String? = nil,
    trackCount: Int? = nil, releaseYear: Int? = nil, explicitness: Explicitness? = nil,
    artworkURL: String? = nil, pageURL: String? = nil
  ) {
    self.id = id
    self.country = country
    self.title = title
    self.artist = artist
    self.trackCount = trackCount
    self.releaseYear = releaseYear
    self.explicitness = explicitness
    self.artworkURL = artworkURL
    self.pageURL = pageURL
  }
}

/// A store's rating of the lyrics of an album or a song.
public enum Explicitness: String, Sendable, Hashable {
  case explicit
  /// An edition with explicit lyrics removed.
  case cleaned
  case notExplicit
}
