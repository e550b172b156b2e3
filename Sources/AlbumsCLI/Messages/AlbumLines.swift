import Albums
import RegAppCLI
import Terminal

/// Albums as lines, in columns that fit whatever script they are in.
enum AlbumLines {
  /// A line an album: number, title, band, songs.
  static func list(_ albums: [Album]) -> String {
    albums.map { line($0, in: albums) + "\n" }.joined()
  }

  static func line(_ album: Album, in albums: [Album]) -> String {
    let widths = (
      id: width(albums.map(id), atMost: 12), title: width(albums.map(title), atMost: 48),
      artist: width(albums.map(artist), atMost: 32)
    )
    return [
      padded(id(album), widths.id), padded(title(album, columns: widths.title), widths.title),
      padded(artist(album), widths.artist), AlbumsText.songs(album.trackCount),
    ].joined(separator: "  ")
  }

  /// An album with its songs.
  static func details(_ details: AlbumDetails) -> String {
    let album = details.album
    var lines = [title(album), artist(album)]
    lines.append(
      [album.releaseYear.map(String.init), AlbumsText.songs(album.trackCount)]
        .compactMap(\.self).joined(separator: " · "))
    lines.append("")
    lines += tracks(details, columns: 78)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The songs, numbered by disc and track, and what is missing of them.
  static func tracks(_ details: AlbumDetails, columns: Int) -> [String] {
    var lines: [String] = []
    var disc: Int?
    for track in details.tracks {
      if details.discCount > 1, track.disc != disc || lines.isEmpty {
        if !lines.isEmpty { lines.append("") }
        if let number = track.disc { lines.append(AlbumsText.disc(number)) }
        disc = track.disc
      }
      lines.append(line(track, by: details.album, columns: columns))
    }
    if details.tracks.isEmpty { lines.append(AlbumsText.noSongs) }
    let gaps = details.gaps.map { AlbumsText.gap($0, discs: details.discCount) }
    let unnamed = details.gaps.isEmpty && details.missingCount > 0 && !details.tracks.isEmpty
    let rest =
      gaps + (unnamed ? [AlbumsText.missing(details.missingCount)] : [])
      + (details.mayGoOn ? [AlbumsText.mayGoOn] : [])
    if !rest.isEmpty { lines.append("") }
    for words in rest {
      // What is missing is said whole.
      lines += words.wrapped(columns: columns - 2).enumerated().map { ($0 == 0 ? "· " : "  ") + $1 }
    }
    return lines
  }

  private static func line(_ track: Track, by album: Album, columns: Int) -> String {
    let number = track.number.map(String.init) ?? "·"
    let length = track.length.map(AlbumsText.length) ?? "–:––"
    var name = track.title.map(shown) ?? AlbumsText.noTitle
    if let artist = track.artist, artist != album.artist { name += " – \(shown(artist))" }
    var marks: [String] = []
    if track.isVideo { marks.append(AlbumsText.video) }
    if track.isAlbumOnly { marks.append(AlbumsText.albumOnly) }
    if track.explicitness == .explicit { marks.append(AlbumsText.explicit) }
    let mark = marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]"
    let head = String(repeating: " ", count: max(0, 4 - number.count)) + number + "  "
    let room = max(8, columns - DisplayWidth.of(head) - 9)
    // Of a long name the end is cut, and not what is said of the song.
    name = name.fitted(columns: max(0, room - DisplayWidth.of(mark)))
    return head + padded(name + mark, room)
      + String(repeating: " ", count: max(1, 9 - DisplayWidth.of(length))) + length
  }

  static func id(_ album: Album) -> String { album.id.map(String.init) ?? "–" }

  static func title(_ album: Album) -> String {
    (album.title.map(shown) ?? AlbumsText.noTitle) + edition(album)
  }

  /// A title in so many columns at most. Of a long one the end is cut, and not what tells the edition.
  static func title(_ album: Album, columns: Int) -> String {
    let title = album.title.map(shown) ?? AlbumsText.noTitle
    let edition = edition(album)
    return title.fitted(columns: max(0, columns - DisplayWidth.of(edition))) + edition
  }

  private static func edition(_ album: Album) -> String {
    switch album.explicitness {
    case .explicit: " [\(AlbumsText.explicit)]"
    case .cleaned: " [\(AlbumsText.cleaned)]"
    case .notExplicit, nil: ""
    }
  }

  static func artist(_ album: Album) -> String { album.artist.map(shown) ?? AlbumsText.noArtist }

  /// A text of the store as it may be shown.
  static func shown(_ text: String) -> String { Printable.cleaned(visible(text)) }

  private static func width(_ texts: [String], atMost limit: Int) -> Int {
    min(limit, texts.map { DisplayWidth.of($0) }.max() ?? 0)
  }

  /// A text in so many columns, cut where it is longer.
  static func padded(_ text: String, _ columns: Int) -> String {
    let text = text.fitted(columns: columns)
    return text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
  }
}
