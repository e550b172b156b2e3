/// One question to one store.
enum AlbumRequest: Sendable, Hashable {
  /// Albums whose title or band fits a term.
  case search(term: String, country: Country, limit: Int)
  /// An album and its songs.
  case lookup(id: Int, country: Country)

  /// How many songs a store gives at most.
  static let greatestLimit = 200

  /// The question, whole. It is the same for the same question, so answers are kept under it.
  ///
  /// `attribute=albumTerm` is left out: with it titles alone are searched, and a band's name finds
  /// nothing.
  func url(at address: ITunesAddress) -> String {
    switch self {
    case .search(let term, let country, let limit):
      "\(address.text)/search?term=\(term.formEncoded)&entity=album&country=\(country)&limit=\(limit)"
    case .lookup(let id, let country):
      "\(address.text)/lookup?id=\(id)&entity=song&limit=\(Self.greatestLimit)&country=\(country)"
    }
  }
}
