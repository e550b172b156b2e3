/// A song, or a video, of an album.
public struct Track: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case song, video
  }

  public let id: Int?
  public let kind: Kind
  /// Both from 1. It is these that number a song: never its place in the answer.
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
