/// The order in which albums are listed: by title as a person would sort, then by band, year, store
/// and number. It is total, and the same on every machine.
enum AlbumOrder {
  static func sorted(_ albums: [Album]) -> [Album] {
    albums.map { (key: Key($0), album: $0) }.sorted { $0.key < $1.key }.map(\.album)
  }

  static func precedes(_ left: Album, _ right: Album) -> Bool { Key(left) < Key(right) }

  /// Missing values sort last.
  private struct Key: Comparable {
    let title: SortKey?
    let artist: SortKey?
    let numbers: [Int]
    let rest: SortKey

    init(_ album: Album) {
      title = album.title.map { SortKey($0) }
      artist = album.artist.map { SortKey($0) }
      numbers = [album.releaseYear, album.trackCount, album.id].map { $0 ?? .max }
      rest = SortKey(
        "\(album.country) \(album.explicitness?.rawValue ?? "") \(album.artworkURL ?? "") "
          + (album.pageURL ?? ""))
    }

    static func < (left: Key, right: Key) -> Bool {
      if left.title != right.title { return precedes(left.title, right.title) }
      if left.artist != right.artist { return precedes(left.artist, right.artist) }
      if left.numbers != right.numbers {
        return left.numbers.lexicographicallyPrecedes(right.numbers)
      }
      return left.rest < right.rest
    }

    private static func precedes(_ left: SortKey?, _ right: SortKey?) -> Bool {
      guard let left else { return false }
      guard let right else { return true }
      return left < right
    }
  }
}
