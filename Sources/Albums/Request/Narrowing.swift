/// Keeps the albums whose band or title contains every word of a text, ignoring case, accents and
/// punctuation.
public struct Narrowing: Sendable, Hashable {
  public var artist: String?
  public var title: String?

  public func keeps(_ album: Album) -> Bool {
    (artist.map { holds(album.artist, $0) } ?? true)
      && (title.map { holds(album.title, $0) } ?? true)
  }

  /// A song's title is its own.
  public func keeps(_ song: Song) -> Bool {
    (artist.map { holds(song.track.artist ?? song.album.artist, $0) } ?? true)
      && (title.map { holds(song.track.title, $0) } ?? true)
  }

  private func holds(_ text: String?, _ wanted: String) -> Bool {
    let wanted = wanted.trimmingSpace
    if wanted.isEmpty { return true }
    guard let text else { return false }
    let words = FoldedText(wanted).plainWords
    // Text of punctuation only, like some bands' names, is searched for literally.
    if words.isEmpty { return text.contains(wanted) }
    let there = FoldedText(text).plainWords
    return words.allSatisfy { word in there.contains { $0.contains(word) } }
  }
}
