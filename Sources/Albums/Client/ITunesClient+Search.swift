extension ITunesClient {
  /// The albums that a search finds, in the order of `AlbumOrder`; empty if every store that was
  /// asked has none.
  public func search(
    _ search: AlbumSearch, _ reading: Reading = .keptFirst, waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<[Album]> {
    let stores = search.stores(region: region)
    let found = try await ask(
      stores, isFixed: search.country != nil, reading, waiting,
      { .search(term: search.term, country: $0, limit: search.requestLimit) },
      { rows, country in
        let found = SearchAnswer(rows, country: country, search)
        return found.albums.isEmpty ? nil : found
      })
    guard let answer = found.answer else {
      return Answer(value: [], country: stores.first ?? region, freshness: found.oldest)
    }
    return Answer(
      value: answer.value.albums, country: answer.country, freshness: answer.freshness,
      mayGoOn: answer.value.mayGoOn)
  }
}
