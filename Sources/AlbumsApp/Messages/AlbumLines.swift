import Albums
import CommandKit
import Terminal
import TextTools

/// Albums as lines of text, in aligned columns whatever the script.
struct AlbumLines {
  let language: Language

  /// One line per album: number, title, artist, songs.
  func list(_ albums: [Album]) -> String {
    albums.map { line($0, in: albums) + "\n" }.joined()
  }

  func line(_ album: Album, in albums: [Album]) -> String {
    let widths = (
      id: width(albums.map(id), atMost: 12), title: width(albums.map(title), atMost: 48),
      artist: width(albums.map(artist), atMost: 32)
    )
    return [
      Self.padded(id(album), widths.id),
      Self.padded(title(album, columns: widths.title), widths.title),
      Self.padded(artist(album), widths.artist), words(AlbumsText.songs(album.trackCount)),
    ].joined(separator: "  ")
  }

  func details(_ details: AlbumDetails) -> String {
    let album = details.album
    let lines = [title(album), artist(album), facts(album), ""] + tracks(details, columns: 78)
    return lines.map { $0 + "\n" }.joined()
  }

  func facts(_ album: Album) -> String {
    [album.releaseYear.map(String.init), words(AlbumsText.songs(album.trackCount))]
      .compactMap(\.self).joined(separator: " · ")
  }

  /// The songs, numbered by disc and track, and which of them are missing.
  func tracks(_ details: AlbumDetails, columns: Int) -> [String] {
    var lines: [String] = []
    var disc: Int?
    for track in details.tracks {
      if details.discCount > 1, track.disc != disc || lines.isEmpty {
        if !lines.isEmpty { lines.append("") }
        if let number = track.disc { lines.append(words(AlbumsText.disc(number))) }
        disc = track.disc
      }
      lines.append(line(track, by: details.album, columns: columns))
    }
    if details.tracks.isEmpty { lines.append(words(AlbumsText.noSongs)) }
    let gaps = details.gaps.map { words(AlbumsText.gap($0, discs: details.discCount)) }
    let unnamed = details.gaps.isEmpty && details.missingCount > 0 && !details.tracks.isEmpty
    let rest =
      gaps + (unnamed ? [words(AlbumsText.missing(details.missingCount))] : [])
      + (details.mayGoOn ? [words(AlbumsText.mayGoOn)] : [])
    if !rest.isEmpty { lines.append("") }
    for words in rest {
      // What is missing is never cut.
      lines += words.wrapped(columns: columns - 2).enumerated().map { ($0 == 0 ? "· " : "  ") + $1 }
    }
    return lines
  }

  private func line(_ track: Track, by album: Album, columns: Int) -> String {
    let number = track.number.map(String.init) ?? "·"
    let length = track.length.map(AlbumsText.length) ?? "–:––"
    var name = track.title.map(Self.shown) ?? words(AlbumsText.noTitle)
    if let artist = track.artist, artist != album.artist { name += " – \(Self.shown(artist))" }
    var marks: [String] = []
    if track.isVideo { marks.append(words(AlbumsText.video)) }
    if track.isAlbumOnly { marks.append(words(AlbumsText.albumOnly)) }
    if track.explicitness == .explicit { marks.append(words(AlbumsText.explicit)) }
    let mark = marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]"
    let head = String(repeating: " ", count: max(0, 4 - number.count)) + number + "  "
    let room = max(8, columns - DisplayWidth.of(head) - 9)
    // A long name is cut at its end; the marks of the song are kept.
    name = name.fitted(columns: max(0, room - DisplayWidth.of(mark)))
    return head + Self.padded(name + mark, room)
      + String(repeating: " ", count: max(1, 9 - DisplayWidth.of(length))) + length
  }

  func id(_ album: Album) -> String { album.id.map(String.init) ?? "–" }

  func title(_ album: Album) -> String {
    (album.title.map(Self.shown) ?? words(AlbumsText.noTitle)) + edition(album)
  }

  /// A title in at most that many columns. A long one is cut at its end; the edition is kept.
  func title(_ album: Album, columns: Int) -> String {
    let title = album.title.map(Self.shown) ?? words(AlbumsText.noTitle)
    let edition = edition(album)
    return title.fitted(columns: max(0, columns - DisplayWidth.of(edition))) + edition
  }

  private func edition(_ album: Album) -> String {
    switch album.explicitness {
    case .explicit: " [\(words(AlbumsText.explicit))]"
    case .cleaned: " [\(words(AlbumsText.cleaned))]"
    case .notExplicit, nil: ""
    }
  }

  func artist(_ album: Album) -> String {
    album.artist.map(Self.shown) ?? words(AlbumsText.noArtist)
  }

  private func words(_ phrase: Phrase) -> String { phrase[language] }

  /// A text from the store, made safe to show.
  static func shown(_ text: String) -> String { Printable.cleaned(visible(text)) }

  private func width(_ texts: [String], atMost limit: Int) -> Int {
    min(limit, texts.map { DisplayWidth.of($0) }.max() ?? 0)
  }

  static func padded(_ text: String, _ columns: Int) -> String {
    let text = text.fitted(columns: columns)
    return text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
  }
}
