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
