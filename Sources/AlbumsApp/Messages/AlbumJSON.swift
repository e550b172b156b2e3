import Albums
import LosslessJSON

extension Album {
  /// The album as JSON; what the store does not give is left out.
  var json: JSONLiteral { .object(members) }

  var members: [JSONLiteral.Member] {
    [
      id.map { .init("id", .number("\($0)")) },
      .init("country", .string(country.code)),
      title.map { .init("title", .string($0)) },
      artist.map { .init("artist", .string($0)) },
      artistID.map { .init("artistId", .number("\($0)")) },
      trackCount.map { .init("trackCount", .number("\($0)")) },
      releaseYear.map { .init("year", .number("\($0)")) },
      explicitness.map { .init("explicitness", .string($0.rawValue)) },
      artworkURL.map { .init("artwork", .string($0)) },
      pageURL.map { .init("page", .string($0)) },
    ].compactMap(\.self)
  }
}

extension AlbumDetails {
  var json: JSONLiteral {
    .object(
      album.members + [
        .init("discs", .number("\(discCount)")),
        .init("missing", .number("\(missingCount)")),
        .init("tracks", .array(tracks.map(\.json))),
      ])
  }
}

extension Song {
  /// The song as a track of ``AlbumDetails``, with its album.
  var json: JSONLiteral { .object(track.members + [.init("album", album.json)]) }
}

extension Track {
  var json: JSONLiteral { .object(members) }

  var members: [JSONLiteral.Member] {
    [
      id.map { .init("id", .number("\($0)")) },
      disc.map { .init("disc", .number("\($0)")) },
      number.map { .init("number", .number("\($0)")) },
      title.map { .init("title", .string($0)) },
      artist.map { .init("artist", .string($0)) },
      length.map { .init("seconds", .number("\($0.components.seconds)")) },
      .init("kind", .string(isVideo ? "video" : "song")),
      explicitness.map { .init("explicitness", .string($0.rawValue)) },
      isAlbumOnly ? .init("albumOnly", .bool(true)) : nil,
    ].compactMap(\.self)
  }
}
