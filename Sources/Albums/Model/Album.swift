/// An album as a store offers it. What the store does not say is nil, and shown as missing.
public struct Album: Sendable, Hashable {
  /// The number by which it is opened, in this store: another store may use it for another album.
  public let id: Int?
  public let country: Country
  /// As the store writes it; ` - EP` and ` - Single` are part of it.
  public let title: String?
  public let artist: String?
  /// All its songs, and its videos too.
  public let trackCount: Int?
  /// In UTC.
  public let releaseYear: Int?
  public let explicitness: Explicitness?
  /// The cover, small; see `CoverSize` for others.
  public let artworkURL: String?
  /// The album's page.
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

/// What a store says of the words in an album or a song.
public enum Explicitness: String, Sendable, Hashable {
  case explicit
  /// An edition from which the words were taken out.
  case cleaned
  case notExplicit
}
