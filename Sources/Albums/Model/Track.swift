/// A song or a video on an album.
public struct Track: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case song, video
  }

  public let id: Int?
  public let kind: Kind
  /// Both count from 1. They number a song, never its position in the answer.
  public let disc: Int?
  public let number: Int?
  public let title: String?
  public let artist: String?
  public let length: Duration?
  public let explicitness: Explicitness?
  /// Sold only with the whole album.
  public let isAlbumOnly: Bool

  public var isVideo: Bool { kind == .video }

  public init(
    id: Int?, kind: Kind = .song, disc: Int? = nil, number: Int? = nil, title: String? = nil,
    artist: String? = nil, length: Duration? = nil, explicitness: Explicitness? = nil,
    isAlbumOnly: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.disc = disc
    self.number = number
    self.title = title
    self.artist = artist
    self.length = length
    self.explicitness = explicitness
    self.isAlbumOnly = isAlbumOnly
  }
}
