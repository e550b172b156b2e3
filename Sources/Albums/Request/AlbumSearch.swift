/// What somebody searches for.
public struct AlbumSearch: Sendable, Hashable {
  /// What title or band should fit, as it was typed.
  public let term: String
  /// The only store to ask; nil leaves the choice to the term's letters.
  public let country: Country?
  public let limit: Int
  /// What the answers are narrowed to.
  public let narrowing: Narrowing

  public static let limits = 1...200

  /// - Parameter artist: only albums whose band holds these words.
  /// - Parameter title: only albums whose title does.
  public init(
    _ term: String, country: Country? = nil, limit: Int = 50, artist: String? = nil,
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

  /// The stores to ask, one after the other until there is something: names are written as each
  /// store writes them, so a Cyrillic term is for the Russian store first.
  func stores(region: Country) -> [Country] {
    if let country { return [country] }
    if region == .russia { return [.russia] }
    return term.unicodeScalars.contains(where: Script.isCyrillic)
      ? [.russia, region] : [region, .russia]
  }
}

extension String {
  /// Without the space around it.
  var trimmingSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
