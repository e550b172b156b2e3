/// The items that a search has found, in order.
struct SearchAnswer<Item: Sendable>: Sendable {
  let items: [Item]
  /// Whether the store returned as many as it was asked for; there may be more.
  let mayGoOn: Bool
}

extension SearchAnswer<Album> {
  /// One entry for each edition of an album, in the order of `AlbumOrder`.
  init(_ rows: [AnswerRow], country: Country, _ search: AlbumSearch) {
    let found = Self.editions(rows.prefix(search.requestLimit), country, search.narrowing)
    // The store's order is by relevance.
    self.init(
      items: AlbumOrder.sorted(Array(found.prefix(search.limit))),
      mayGoOn: rows.count >= search.requestLimit || found.count > search.limit)
  }

  /// The albums of a band; nil if the rows have neither it nor an album.
  init?(_ rows: [AnswerRow], ofArtistIn country: Country) {
    let found = Self.editions(rows[...], country, Narrowing())
    guard !found.isEmpty || rows.contains(where: \.isArtist) else { return nil }
    self.init(
      items: AlbumOrder.sorted(found), mayGoOn: rows.count >= AlbumRequest.greatestLimit)
  }

  private static func editions(
    _ rows: ArraySlice<AnswerRow>, _ country: Country, _ narrowing: Narrowing
  ) -> [Album] {
    var numbers: Set<Int> = []
    var seen: Set<Album> = []
    return rows.filter(\.isAlbum).map { Album($0, country: country) }
      .filter { narrowing.keeps($0) }.filter { album in
        if let id = album.id, !numbers.insert(id).inserted { return false }
        // The same album appears under several numbers. Only editions with all fields known are
        // compared.
        return album.edition.map { seen.insert($0).inserted } ?? true
      }
  }
}

extension SearchAnswer<Song> {
  /// The songs, in the order of their titles and then of their albums.
  init(songs rows: [AnswerRow], country: Country, _ search: AlbumSearch) {
    var seen: Set<Int> = []
    let found = rows.prefix(search.requestLimit).filter(\.isTrack)
      .filter { row in row.trackId.map { seen.insert($0).inserted } ?? true }
      .compactMap { Song($0, country: country) }.filter { search.narrowing.keeps($0) }
    let sorted = found.prefix(search.limit)
      .map { (title: $0.track.title.map { SortKey($0) }, song: $0) }
      .sorted { left, right in
        guard left.title == right.title else {
          guard let one = left.title, let other = right.title else { return right.title == nil }
          return one < other
        }
        return AlbumOrder.precedes(left.song.album, right.song.album)
      }
    self.init(
      items: sorted.map(\.song),
      mayGoOn: rows.count >= search.requestLimit || found.count > search.limit)
  }
}

extension Album {
  init(_ row: AnswerRow, country: Country) {
    self.init(
      id: row.albumId, country: country, title: row.collectionName, artist: row.artistName,
      artistID: row.artistId, trackCount: row.trackCount, releaseYear: row.releaseYear,
      explicitness: row.explicitness("collectionExplicitness"), artworkURL: row.artworkURL,
      pageURL: row.collectionViewURL)
  }

  /// The album as compared with its doubles, without its number and page; nil if a value is
  /// unknown. Different albums may agree in all but their covers: samplers, for example.
  fileprivate var edition: Album? {
    guard let title, let artist, trackCount != nil, releaseYear != nil, explicitness != nil,
      artworkURL != nil
    else { return nil }
    var edition = self
    (edition.id, edition.title, edition.artist) = (nil, title.lowercased(), artist.lowercased())
    (edition.pageURL, edition.artistID) = (nil, nil)
    return edition
  }
}
