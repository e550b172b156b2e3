import Albums
import CommandKit
import Terminal

/// Albums as lines of text, in aligned columns for any script.
struct AlbumLines {
  let language: Language
  /// The width to cut and wrap to; nil if this is not for a terminal, and nothing is cut.
  var columns: Int?

  /// One line per album: number, title, artist, year, songs.
  func list(_ albums: [Album]) -> String {
    let ids = albums.map { $0.id.map(String.init) ?? "–" }
    let songs = albums.map { words(AlbumsText.songs($0.trackCount)) }
    let idWidth = width(ids)
    let room = columns.map { $0 - idWidth - "  ".count * 4 - Self.yearWidth - width(songs) }
    let widths = widths(of: albums, room: room)
    return albums.indices.map { index in
      let album = albums[index]
      let texts = [
        Self.padded(ids[index], idWidth),
        Self.padded(title(album, columns: columns == nil ? nil : widths.title), widths.title),
        Self.padded(
          columns == nil ? artist(album) : artist(album).fitted(columns: widths.artist),
          widths.artist),
        year(album), songs[index],
      ]
      return texts.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// One line per song: the number of its album, its title, its artist, the album, its length.
  func list(_ songs: [Song]) -> String {
    let ids = songs.map { $0.album.id.map(String.init) ?? "–" }
    let titles = songs.map { $0.track.title.map(Self.shown) ?? words(AlbumsText.noTitle) }
    let artists = songs.map { song in
      song.track.artist.map(Self.shown) ?? artist(song.album)
    }
    let albums = songs.map { title($0.album) }
    let lengths = songs.map { $0.track.length.map(AlbumsText.length) ?? "–:––" }
    let (idWidth, lengthWidth) = (width(ids), width(lengths))
    let room = columns.map { $0 - idWidth - lengthWidth - "  ".count * 4 }
    let texts = [titles, artists, albums]
    let greatest = [60, 40, 60]
    let widths = zip(texts, greatest).map { texts, most in
      // At a terminal each has at most its third.
      min(width(texts), room.map { max(8, $0 / 3) } ?? most)
    }
    return songs.indices.map { index in
      let cells = zip(texts, widths).map { texts, width in
        Self.padded(columns == nil ? texts[index] : texts[index].fitted(columns: width), width)
      }
      let all =
        [Self.padded(ids[index], idWidth)] + cells
        + [Self.padded(lengths[index], lengthWidth, atEnd: true)]
      return all.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// The columns for titles and artists: as many as they need, within a room if there is one.
  func widths(of albums: [Album], room: Int?) -> (title: Int, artist: Int) {
    let needed = (title: width(albums.map { title($0) }), artist: width(albums.map(artist)))
    // If nothing is cut, one long text must not push all the others apart.
    guard let room else { return (min(needed.title, 60), min(needed.artist, 40)) }
    let artist = max(4, min(needed.artist, max(room * 2 / 5, room - needed.title)))
    return (max(8, min(needed.title, room - artist)), artist)
  }

  static let yearWidth = 4

  func year(_ album: Album) -> String {
    Self.padded(album.releaseYear.map(String.init) ?? "–", Self.yearWidth)
  }

  func details(_ details: AlbumDetails) -> String {
    let album = details.album
    let lines = [title(album), artist(album), facts(album, of: details), ""] + tracks(details)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The year, and how many songs there are; also how many videos, if the details are known.
  func facts(_ album: Album, of details: AlbumDetails? = nil) -> String {
    let videos = details?.tracks.count { $0.isVideo } ?? 0
    let songs = album.trackCount.map { max(0, $0 - videos) }
    return [
      album.releaseYear.map(String.init), words(AlbumsText.songs(songs)),
      videos > 0 ? words(Phrase("\(videos, "video")")) : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// The songs, numbered by disc and track, and which of them are missing.
  func tracks(_ details: AlbumDetails) -> [String] {
    var lines: [String] = []
    let names = details.tracks.map { name($0, by: details.album) }
    let room = min(max(63, width(names)), columns.map { max(8, $0 - Self.besideName) } ?? 120)
    var disc: Int?
    for (track, name) in zip(details.tracks, names) {
      if details.discCount > 1, track.disc != disc || lines.isEmpty {
        if !lines.isEmpty { lines.append("") }
        if let number = track.disc { lines.append(words(Phrase("Disc \(number)"))) }
        disc = track.disc
      }
      let parts = columns == nil ? [name] : name.wrapped(columns: room)
      let number = track.number.map(String.init) ?? "·"
      let length = track.length.map(AlbumsText.length) ?? "–:––"
      for (index, part) in parts.enumerated() {
        lines.append(
          index > 0
            ? "      \(part)"
            : Self.padded(number, 4, atEnd: true) + "  " + Self.padded(part, room)
              + Self.padded(length, 9, atEnd: true))
      }
    }
    if details.tracks.isEmpty {
      lines.append(words(Phrase("this store lists no songs for this album")))
    }
    let gaps = AlbumsText.gaps(details).map(words)
    let unnamed = details.gaps.isEmpty && details.missingCount > 0 && !details.tracks.isEmpty
    let rest =
      gaps
      + (unnamed
        ? [words(Phrase("\(details.missingCount, "song is", "songs are") not in this store"))] : [])
      + (details.mayGoOn ? [words(AlbumsText.mayGoOn)] : [])
    if !rest.isEmpty { lines.append("") }
    for words in rest {
      // A missing part is never cut.
      lines += words.wrapped(columns: (columns ?? 80) - 2).enumerated().map {
        ($0 == 0 ? "· " : "  ") + $1
      }
    }
    return lines
  }

  /// The columns of a song's number and length.
  private static let besideName = 4 + 2 + 9

  private func name(_ track: Track, by album: Album) -> String {
    var name = track.title.map(Self.shown) ?? words(AlbumsText.noTitle)
    if let artist = track.artist, artist != album.artist { name += " – \(Self.shown(artist))" }
    var marks: [String] = []
    if track.isVideo { marks.append(words(Phrase("video"))) }
    if track.isAlbumOnly { marks.append(words(Phrase("album only"))) }
    if track.explicitness == .explicit { marks.append(words(AlbumsText.explicit)) }
    return marks.isEmpty ? name : "\(name) [\(marks.joined(separator: ", "))]"
  }

  /// A title, in at most that many columns. A long one is cut at its end; the edition is kept.
  func title(_ album: Album, columns: Int? = nil) -> String {
    let title = album.title.map(Self.shown) ?? words(AlbumsText.noTitle)
    let edition = edition(album)
    guard let columns else { return title + edition }
    return title.fitted(columns: max(0, columns - DisplayWidth.of(edition))) + edition
  }

  private func edition(_ album: Album) -> String {
    switch album.explicitness {
    case .explicit: " [\(words(AlbumsText.explicit))]"
    case .cleaned: " [\(words(Phrase("cleaned")))]"
    case .notExplicit, nil: ""
    }
  }

  func artist(_ album: Album) -> String {
    album.artist.map(Self.shown) ?? words(Phrase("(no artist)"))
  }

  private func words(_ phrase: Phrase) -> String { phrase[language] }

  /// A text from the store, made safe to show.
  static func shown(_ text: String) -> String { Printable.cleaned(visible(text)) }

  private func width(_ texts: [String]) -> Int { texts.map { DisplayWidth.of($0) }.max() ?? 0 }

  static func padded(_ text: String, _ columns: Int, atEnd: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    return atEnd ? space + text : text + space
  }
}
