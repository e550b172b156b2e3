import LosslessJSON
import TextTools

/// One row of an answer. A field that is missing or has the wrong type is nil; the others are kept.
struct AnswerRow {
  private var fields: [String: JSONLiteral] = [:]

  /// nil if the value is not an object.
  init?(_ value: JSONValue, in document: JSONDocument) {
    guard value.kind == .object else { return nil }
    for member in document.members(of: value) {
      guard let key = document.string(member.key) else { continue }
      fields[key] =
        document.string(member.value, repairing: true).map { .string($0) }
        ?? document.number(member.value).map { .number($0) }
    }
  }

  var wrapperType: String? { text("wrapperType") }
  var kind: String? { text("kind") }
  var collectionId: Int? { number("collectionId") }
  var trackId: Int? { number("trackId") }
  var artistId: Int? { number("artistId") }
  var collectionName: String? { name("collectionName") ?? name("collectionCensoredName") }
  var trackName: String? { name("trackName") ?? name("trackCensoredName") }
  var artistName: String? { name("artistName") }
  var collectionArtistName: String? { name("collectionArtistName") }
  var trackCount: Int? { number("trackCount", atLeast: 0) }
  var discCount: Int? { number("discCount") }
  var discNumber: Int? { number("discNumber") }
  var trackNumber: Int? { number("trackNumber") }
  var trackTimeMillis: Int? { number("trackTimeMillis", atLeast: 0) }
  var releaseYear: Int? { text("releaseDate").flatMap(ReleaseYear.read) }
  var artworkURL: String? { text("artworkUrl100") ?? text("artworkUrl60") ?? text("artworkUrl30") }
  var collectionViewURL: String? { text("collectionViewUrl") }
  /// An item that is not sold separately has the price -1.
  var isAlbumOnly: Bool { scalar("trackPrice").flatMap { Double($0) }.map { $0 < 0 } ?? false }

  func explicitness(_ field: String) -> Explicitness? {
    text(field).flatMap { Explicitness(rawValue: $0) }
  }

  private func text(_ field: String) -> String? {
    guard case .string(let text) = fields[field] else { return nil }
    let trimmed = text.trimmingSpace
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Long names are cut, so that drawing stays fast, and so are piles of marks on one letter.
  private func name(_ field: String) -> String? {
    guard let name = text(field) else { return nil }
    let scalars = name.unicodeScalars
    var kept = String.UnicodeScalarView()
    var marks = 0
    for scalar in scalars.prefix(1000) {
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      if marks <= 8 { kept.append(scalar) }
    }
    return scalars.dropFirst(1000).isEmpty ? String(kept) : String(kept) + "…"
  }

  /// A whole number, also when it is written as text or with a zero fraction. Larger numbers of
  /// albums, songs or seconds are rejected, so that sums cannot overflow.
  private func number(_ field: String, atLeast least: Int = 1) -> Int? {
    scalar(field).flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
      .flatMap { (least...1 << 53).contains($0) ? $0 : nil }
  }

  /// A number or text as written.
  private func scalar(_ field: String) -> String? {
    switch fields[field] {
    case .number(let text), .string(let text): text
    default: nil
    }
  }
}

extension AnswerRow {
  /// Whether this row is an album, not a song, an artist or a book.
  var isAlbum: Bool {
    switch wrapperType {
    case "collection": !Self.otherCollections.contains(text("collectionType"))
    case nil: kind == nil && trackId == nil && (collectionId ?? numberInPage) != nil
    default: false
    }
  }

  /// An album's type is `Album`, or the like of `Compilation`.
  private static let otherCollections: Set<String?> = [
    "Audiobook", "Book", "Movie Bundle", "Podcast", "TV Season",
  ]

  /// Whether this row is the band that was asked for.
  var isArtist: Bool { wrapperType == "artist" }

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
