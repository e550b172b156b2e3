/// A lookup's answer: first the album, then its items, and sometimes rows of other albums.
struct LookupAnswer {
  private let rows: [AnswerRow]
  private let country: Country
  private let album: Album
  /// Whether the answer contains the album's own row, not only its songs.
  let hasAlbum: Bool

  /// - Parameter id: the number of an album, or of an item on one. The result is nil if the rows
  ///   contain neither.
  init?(_ rows: [AnswerRow], id: Int, country: Country) {
    self.country = country
    if let row = rows.first(where: { $0.isAlbum && $0.albumId == id }) {
      self.rows = rows.filter { $0.isTrack && ($0.collectionId ?? id) == id }
      album = Album(row, country: country)
      hasAlbum = true
      return
    }
    let tracks = rows.filter(\.isTrack)
    let asked = tracks.first { $0.trackId == id } ?? tracks.first { $0.collectionId == id }
    guard let asked else { return nil }
    let number = asked.collectionId
    self.rows = tracks.filter { $0.collectionId == number && (number != nil || $0.trackId == id) }
    if let number, let row = rows.first(where: { $0.isAlbum && $0.albumId == number }) {
      album = Album(row, country: country)
      hasAlbum = true
    } else {
      album = Album(onlyTracks: self.rows, country: country)
      hasAlbum = false
    }
  }

  var albumId: Int? { album.id }

  var details: AlbumDetails {
    var seen: Set<Int> = []
    let kept = rows.filter { row in row.trackId.map { seen.insert($0).inserted } ?? true }
    let tracks = kept.compactMap { Track($0) }.enumerated()
      .sorted { left, right in
        (left.element.place.disc, left.element.place.number, left.offset)
          < (right.element.place.disc, right.element.place.number, right.offset)
      }
      .map(\.element)
    let discs = TrackNumbers(kept)
    let gaps = discs.gaps
    let named = gaps.reduce(0) { $0 + ($1.numbers?.count ?? 0) }
    let missing = album.trackCount.map { max(0, $0 - tracks.count - discs.otherCount) } ?? named
    return AlbumDetails(
      album: album, tracks: tracks, discCount: discs.count, gaps: missing > 0 ? gaps : [],
      missingCount: missing, mayGoOn: rows.count >= AlbumRequest.greatestLimit)
  }
}

extension Album {
  /// Makes an album from its songs alone.
  fileprivate init(onlyTracks rows: [AnswerRow], country: Country) {
    let artists = Set(rows.map(\.artistName))
    let years = Set(rows.map(\.releaseYear))
    // A song's track count is for its disc, so it is the album's only if there is one disc.
    let song = rows.first { $0.trackKind == .song && $0.discCount == 1 }
    let first = rows.first
    self.init(
      id: first?.albumId, country: country, title: first?.collectionName,
      artist: first?.collectionArtistName ?? (artists.count == 1 ? first?.artistName : nil),
      artistID: first?.collectionArtistName == nil && artists.count == 1 ? first?.artistId : nil,
      trackCount: song?.trackCount,
      releaseYear: years.count == 1 ? years.first ?? nil : nil,
      explicitness: first?.explicitness("collectionExplicitness"),
      artworkURL: first?.artworkURL, pageURL: first?.collectionViewURL)
  }
}

extension Song {
  /// nil for a booklet.
  init?(_ row: AnswerRow, country: Country) {
    guard let track = Track(row) else { return nil }
    self.init(track: track, album: Album(onlyTracks: [row], country: country))
  }
}

extension Track {
  /// nil for a booklet.
  fileprivate init?(_ row: AnswerRow) {
    guard let kind = row.trackKind else { return nil }
    self.init(
      id: row.trackId, kind: kind, disc: row.discNumber, number: row.trackNumber,
      title: row.trackName, artist: row.artistName,
      length: row.trackTimeMillis.map { .milliseconds($0) },
      explicitness: row.explicitness("trackExplicitness"), isAlbumOnly: row.isAlbumOnly)
  }

  fileprivate var place: (disc: Int, number: Int) { (disc ?? 1, number ?? .max) }
}
