/// A search by a user.
public struct AlbumSearch: Sendable, Hashable {
  /// The term as typed, matched against title and band.
  public let term: String
  /// The only store to ask; nil chooses by the term's letters.
  public let country: Country?
  public let limit: Int
  /// A filter on the results.
  public let narrowing: Narrowing

  public static let limits = 1...AlbumRequest.greatestLimit

  /// - Parameter artist: keeps only albums whose band contains these words.
  /// - Parameter title: keeps only albums whose title contains these words.
  public init(
    _ term: String, country: Country? = nil, limit: Int = limits.upperBound, artist: String? = nil,
    title: String? = nil
  ) throws(AlbumsError) {
    let trimmed = term.trimmingSpace
    guard !trimmed.isEmpty else { throw .termMissing }
    guard Self.limits.contains(limit) else {
      throw .limitOutOfRange(limit, allowed: Self.limits)
    }
    self.term = trimmed
    self.country = country
    self.limit = limit
    narrowing = Narrowing(artist: artist, title: title)
  }

  /// How many albums to ask for: all, if they are narrowed afterwards.
  var requestLimit: Int { narrowing == Narrowing() ? limit : AlbumRequest.greatestLimit }

  /// The stores to ask, in order, until one has a result. Each store writes names in its own
  /// script, so a Cyrillic term goes to the Russian store first.
  func stores(region: Country) -> [Country] {
    if let country { return [country] }
    if region == .russia { return [.russia] }
    return term.unicodeScalars.contains(where: Script.isCyrillic)
      ? [.russia, region] : [region, .russia]
  }
}

extension String {
  /// Without leading and trailing space.
  var trimmingSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
