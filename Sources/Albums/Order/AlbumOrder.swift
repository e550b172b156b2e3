/// The order in which albums are listed: by title as a person would sort, then by band, year, songs
/// and number. It is total, and the same on every machine.
enum AlbumOrder {
  static func sorted(_ albums: [Album]) -> [Album] {
    albums.map { (key: Key($0), album: $0) }.sorted { $0.key < $1.key }.map(\.album)
  }

  static func precedes(_ left: Album, _ right: Album) -> Bool { Key(left) < Key(right) }

  private struct Key {
    private let parts: [SortKey?]

    init(_ album: Album) {
      let numbers = [album.releaseYear, album.trackCount, album.id].map { $0.map(String.init) }
      let rest =
        "\(album.country) \(album.explicitness?.rawValue ?? "") \(album.artworkURL ?? "") "
        + (album.pageURL ?? "")
      parts = ([album.title, album.artist] + numbers + [rest]).map { $0.map { SortKey($0) } }
    }

    /// Missing values sort last.
    static func < (left: Key, right: Key) -> Bool {
      for (one, other) in zip(left.parts, right.parts) where one != other {
        guard let one, let other else { return other == nil }
        return one < other
      }
      return false
    }
  }
}
