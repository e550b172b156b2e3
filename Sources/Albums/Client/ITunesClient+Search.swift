extension ITunesClient {
  /// The albums that a search finds, in the order of `AlbumOrder`; empty if every store that was
  /// asked has none.
  public func search(
    _ search: AlbumSearch, _ reading: Reading = .keptFirst, waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<[Album]> {
    let stores = search.stores(region: region)
    let found = try await ask(
      stores, isFixed: search.country != nil, reading, waiting,
      { .search(term: search.term, country: $0, limit: search.limit) },
      { rows, country -> [Album]? in
        let albums = SearchAnswer.albums(rows, country: country).filter(search.narrowing.keeps)
        return albums.isEmpty ? nil : albums
      })
    return found.answer
      ?? Answer(value: [], country: stores.first ?? region, freshness: found.oldest)
  }
}
