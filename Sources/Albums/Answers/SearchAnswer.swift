/// The albums of a search: one entry for each edition of an album, in the order of `AlbumOrder`.
enum SearchAnswer {
  static func albums(_ rows: [AnswerRow], country: Country) -> [Album] {
    var numbers: Set<Int> = []
    var seen: Set<Album> = []
    let albums = rows.filter(\.isAlbum).map { Album($0, country: country) }.filter { album in
      if let id = album.id, !numbers.insert(id).inserted { return false }
      // The same album appears under several numbers. Only editions with all fields known are
      // compared.
      return album.edition.map { seen.insert($0).inserted } ?? true
    }
    return AlbumOrder.sorted(albums)
  }
}

extension Album {
  init(_ row: AnswerRow, country: Country) {
    self.init(
      id: row.albumId, country: country, title: row.collectionName, artist: row.artistName,
      trackCount: row.trackCount, releaseYear: row.releaseYear,
      explicitness: row.explicitness("collectionExplicitness"), artworkURL: row.artworkURL,
      pageURL: row.collectionViewURL)
  }

  /// The fields by which a person tells editions apart; nil if any of them is unknown.
  fileprivate var edition: Album? {
    guard let title, let artist, let trackCount, let releaseYear, let explicitness else {
      return nil
    }
    return Album(
      id: nil, country: country, title: title.lowercased(), artist: artist.lowercased(),
      trackCount: trackCount, releaseYear: releaseYear, explicitness: explicitness)
  }
}
