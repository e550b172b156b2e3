extension ITunesClient {
  /// The albums of a band, in the order of `AlbumOrder`.
  ///
  /// - Parameter country: the store to ask; nil asks the user's, then the Russian one.
  public func albums(
    ofArtist id: Int, country: Country? = nil, _ reading: Reading = .keptFirst,
    waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<[Album]> {
    let stores = stores(country)
    let asked = try await ask(
      stores, isFixed: country != nil, reading, waiting,
      { .albums(ofArtist: id, country: $0) }, { SearchAnswer($0, ofArtistIn: $1) })
    guard let answer = asked.answer else { throw .noSuchArtist(id: id, stores: stores) }
    return Answer(
      value: answer.value.items, country: answer.country, freshness: answer.freshness,
      mayGoOn: answer.value.mayGoOn)
  }

  private func stores(_ country: Country?) -> [Country] {
    country.map { [$0] } ?? (region == .russia ? [region] : [region, .russia])
  }

  /// An album with its songs. A song's number opens the album it is on.
  ///
  /// - Parameter country: the store to ask; nil asks the user's, then the Russian one.
  public func album(
    _ id: Int, country: Country? = nil, _ reading: Reading = .keptFirst,
    waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<AlbumDetails> {
    let stores = stores(country)
    let asked = try await ask(
      stores, isFixed: country != nil, reading, waiting, { .lookup(id: id, country: $0) },
      { LookupAnswer($0, id: id, country: $1) })
    guard let answer = asked.answer else { throw .noSuchAlbum(id: id, stores: stores) }
    let whole = try await whole(answer, id, reading, waiting)
    return Answer(
      value: whole.value.details, country: whole.country, freshness: whole.freshness)
  }

  /// The answer for the album a song is on, if this one has only the song. Falls back to this one
  /// if the album is not cached and the network is not allowed.
  private func whole(
    _ answer: Answer<LookupAnswer>, _ id: Int, _ reading: Reading, _ waiting: Waiting
  ) async throws(AlbumsError) -> Answer<LookupAnswer> {
    guard !answer.value.hasAlbum, let album = answer.value.albumId, album != id else {
      return answer
    }
    do throws(AlbumsError) {
      let asked = try await ask(
        [answer.country], isFixed: true, reading, waiting, { .lookup(id: album, country: $0) },
        { LookupAnswer($0, id: album, country: $1) })
      return asked.answer ?? answer
    } catch .notKept {
      return answer
    }
  }
}
