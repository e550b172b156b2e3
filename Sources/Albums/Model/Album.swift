/// An album as a store offers it. A field that the store does not give is nil and shown as missing.
public struct Album: Sendable, Hashable {
  /// The album's number in this store; another store may use it for another album.
  public var id: Int?
  public let country: Country
  /// As the store writes it, including ` - EP` and ` - Single`.
  public var title: String?
  public var artist: String?
  /// The number of the band in this store.
  public var artistID: Int?
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

/// A song, and the album that it is on.
public struct Song: Sendable, Hashable {
  public let track: Track
  /// The album as a song's row describes it: its count of songs and its year may be missing.
  public let album: Album
}

/// A song or a video on an album.
public struct Track: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case song, video
  }

  public let id: Int?
  public var kind = Kind.song
  /// Both count from 1. They number a song, never its position in the answer.
  public var disc: Int?
  public var number: Int?
  public var title: String?
  public var artist: String?
  public var length: Duration?
  public var explicitness: Explicitness?
  /// Sold only with the whole album.
  public var isAlbumOnly = false

  public var isVideo: Bool { kind == .video }
}
