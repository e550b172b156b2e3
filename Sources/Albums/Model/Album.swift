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
  /// The address of the small cover; see `artwork(pixels:)` for other sizes.
  public var artworkURL: String?
  /// The address of the album's page.
  public var pageURL: String?

  /// The address of the same cover in another size, in pixels a side; nil if the address does not
  /// end in a size, as in `…/100x100bb.jpg`. Not every cover has every size.
  func artwork(pixels: Int) -> String? {
    guard let artworkURL, let slash = artworkURL.lastIndex(of: "/"), artworkURL.hasSuffix("bb.jpg")
    else { return nil }
    let sides = artworkURL[slash...].dropFirst().dropLast("bb.jpg".count)
      .split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ UInt($0) != nil }) else { return nil }
    return "\(artworkURL[...slash])\(pixels)x\(pixels)bb.jpg"
  }
}

/// A store's rating of the lyrics of an album or a song.
public enum Explicitness: String, Sendable, Hashable {
  case explicit
  /// An edition with explicit lyrics removed.
  case cleaned
  case notExplicit
}
