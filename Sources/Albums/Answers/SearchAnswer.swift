/// The albums of a search: one entry for each edition of an album, in the order of `AlbumOrder`.
struct SearchAnswer {
  let albums: [Album]
  /// Whether the store returned as many as it was asked for; there may be more.
  let mayGoOn: Bool

  init(_ rows: [AnswerRow], country: Country, _ search: AlbumSearch) {
    var numbers: Set<Int> = []
    var seen: Set<Album> = []
    let found = rows.prefix(search.requestLimit).filter(\.isAlbum)
      .map { Album($0, country: country) }.filter(search.narrowing.keeps).filter { album in
        if let id = album.id, !numbers.insert(id).inserted { return false }
        // The same album appears under several numbers. Only editions with all fields known are
        // compared.
        return album.edition.map { seen.insert($0).inserted } ?? true
      }
    // The store's order is by relevance.
    albums = AlbumOrder.sorted(Array(found.prefix(search.limit)))
    mayGoOn = rows.count >= search.requestLimit || found.count > search.limit
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

  /// The album as compared with its doubles, without its number and page; nil if a value is unknown.
  /// Different albums may agree in all but their covers: samplers, for example.
  fileprivate var edition: Album? {
    guard let title, let artist, trackCount != nil, releaseYear != nil, explicitness != nil,
      artworkURL != nil
    else { return nil }
    var edition = self
    (edition.id, edition.title, edition.artist) = (nil, title.lowercased(), artist.lowercased())
    edition.pageURL = nil
    return edition
  }
}
