/// One question to one store.
enum AlbumRequest: Sendable, Hashable {
  /// Albums whose title or band matches a term.
  case search(term: String, country: Country, limit: Int)
  /// An album and its songs.
  case lookup(id: Int, country: Country)

  /// The most albums or songs that a store returns.
  static let greatestLimit = 200

  /// The request's address. Equal requests have equal addresses, which serve as cache keys.
  ///
  /// `attribute=albumTerm` is left out: it restricts the search to titles, so a band's name finds
  /// nothing.
  func url(at address: ITunesAddress) -> String {
    switch self {
    case .search(let term, let country, let limit):
      "\(address.address.text)/search?term=\(term.formEncoded)&entity=album&country=\(country)&limit=\(limit)"
    case .lookup(let id, let country):
      "\(address.address.text)/lookup?id=\(id)&entity=song&limit=\(Self.greatestLimit)&country=\(country)"
    }
  }
}
