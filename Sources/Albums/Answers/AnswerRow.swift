import Foundation
import TextTools

/// One row of an answer. A field that is missing or has the wrong type is nil; the others are kept.
struct AnswerRow: Decodable {
  var wrapperType: String?
  var kind: String?
  var collectionType: String?
  var collectionId: Int?
  var trackId: Int?
  var collectionName: String?
  var trackName: String?
  var artistName: String?
  var collectionArtistName: String?
  var trackCount: Int?
  var discCount: Int?
  var discNumber: Int?
  var trackNumber: Int?
  var trackTimeMillis: Int?
  var trackPrice: Double?
  var releaseDate: String?
  var artworkURL: String?
  var collectionExplicitness: String?
  var trackExplicitness: String?
  var collectionViewURL: String?

  private enum Key: String, CodingKey {
    case wrapperType, kind, collectionType, collectionId, trackId, collectionName, trackName
    case collectionCensoredName, trackCensoredName, artistName, collectionArtistName
    case trackCount, discCount, discNumber, trackNumber, trackTimeMillis, trackPrice, releaseDate
    case artworkUrl100, artworkUrl60, artworkUrl30
    case collectionExplicitness, trackExplicitness, collectionViewUrl
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func text(_ keys: [Key]) -> String? {
      for key in keys {
        if let text = try? fields.decodeIfPresent(String.self, forKey: key)?.trimmingSpace,
          !text.isEmpty
        {
          return text
        }
      }
      return nil
    }
    func text(_ key: Key) -> String? { text([key]) }
    func name(_ keys: Key...) -> String? {
      guard let name = text(keys) else { return nil }
      let kept = name.unicodeScalars.prefix(Self.greatestName)
      return kept.endIndex == name.endIndex ? name : String(kept) + "…"
    }
    /// A whole number, also when it is written as text or with a zero fraction.
    func number(_ key: Key, atLeast least: Int = 1) -> Int? {
      let number =
        (try? fields.decodeIfPresent(Int.self, forKey: key))
        ?? (try? fields.decodeIfPresent(Double.self, forKey: key)).flatMap { Int(exactly: $0) }
        ?? text(key).flatMap { Int($0) }
      return number.flatMap { $0 >= least && $0 <= Self.greatestNumber ? $0 : nil }
    }
    wrapperType = text(.wrapperType)
    kind = text(.kind)
    collectionType = text(.collectionType)
    collectionId = number(.collectionId)
    trackId = number(.trackId)
    collectionName = name(.collectionName, .collectionCensoredName)
    trackName = name(.trackName, .trackCensoredName)
    artistName = name(.artistName)
    collectionArtistName = name(.collectionArtistName)
    trackCount = number(.trackCount, atLeast: 0)
    discCount = number(.discCount)
    discNumber = number(.discNumber)
    trackNumber = number(.trackNumber)
    trackTimeMillis = number(.trackTimeMillis, atLeast: 0)
    trackPrice = try? fields.decodeIfPresent(Double.self, forKey: .trackPrice)
    releaseDate = text(.releaseDate)
    artworkURL = text([.artworkUrl100, .artworkUrl60, .artworkUrl30])
    collectionExplicitness = text(.collectionExplicitness)
    trackExplicitness = text(.trackExplicitness)
    collectionViewURL = text(.collectionViewUrl)
  }

  /// Larger album, song or second numbers are rejected, so that sums cannot overflow.
  private static let greatestNumber = 1 << 53
  /// The longest name, in scalars; longer ones are cut, so that drawing stays fast.
  private static let greatestName = 1000
}

extension AnswerRow {
  /// Whether this row is an album, not a song, an artist or a book.
  var isAlbum: Bool {
    switch wrapperType {
    case "collection": collectionType == nil || collectionType == "Album"
    case nil: kind == nil && trackId == nil && (collectionId ?? numberInPage) != nil
    default: false
    }
  }

  /// Whether this row is an item on an album.
  var isTrack: Bool {
    switch wrapperType {
    case "track": true
    case nil: kind != nil || trackId != nil
    default: false
    }
  }

  /// nil for a booklet, and anything else that is neither audio nor video.
  var trackKind: Track.Kind? {
    switch kind {
    case nil, "song": .song
    case "music-video": .video
    default: nil
    }
  }

  /// The album's number; if it is missing, the number in its page's address.
  var albumId: Int? { collectionId ?? numberInPage }

  private var numberInPage: Int? {
    guard let page = collectionViewURL?.prefix(while: { $0 != "?" && $0 != "#" }),
      page.contains("/album/"), let last = page.split(separator: "/").last
    else { return nil }
    return last.utf8.allSatisfy(\.isASCIIDigit) ? Int(last) : nil
  }
}
