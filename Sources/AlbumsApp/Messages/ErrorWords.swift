import Albums
import CommandKit

/// An error of the catalogue as text, with its exit code.
extension AlbumsError {
  var code: ExitCode {
    switch self {
    case .termMissing, .limitOutOfRange, .badRequest, .noSuchAlbum, .noSuchArtist: .invalid
    case .cancelled: .interrupted
    default: .unavailable
    }
  }

  /// The case's own name.
  var name: String { String("\(self)".prefix { $0 != "(" }) }

  var message: Phrase {
    switch self {
    case .termMissing: Phrase("nothing to search for")
    case .limitOutOfRange(let limit, let allowed):
      Phrase("--limit must be from \(allowed.lowerBound) to \(allowed.upperBound), not \(limit)")
    case .badRequest(let message):
      Phrase("the store rejected the request")
        + Phrase(same: message.isEmpty ? "" : ": \(AlbumLines.shown(message))")
    case .noSuchAlbum(let id, let stores):
      Phrase(
        "no album \(id) in the store "
          + "\(stores.map(\.code).joined(separator: ", "))\(hidden: stores.count)"
      )
    case .noSuchArtist(let id, let stores):
      Phrase(
        "no artist \(id) in the store "
          + "\(stores.map(\.code).joined(separator: ", "))\(hidden: stores.count)"
      )
    case .noCover: Phrase("the album has no cover")
    case .notKept: Phrase("no answer to this is cached")
    case .offline: Phrase("the store cannot be reached: no connection")
    case .hostNotFound(let host): Phrase("unknown host \(visible(host))")
    case .insecure(let host): Phrase("cannot connect securely to \(visible(host))")
    case .timedOut: Phrase("the store did not answer in time")
    case .connectionLost: Phrase("the connection was lost")
    case .redirected(let address):
      Phrase("redirected to \(AlbumLines.shown(address)), which was not followed")
    // The name is apart, so that it is in no program that does not load the library.
    case .noLibrary: Phrase("the library \("libcurl.so.4") is missing or cannot be used")
    case .throttled: Phrase("too many requests to the store")
    case .notFound: Phrase("the store does not know this request")
    case .serverFailed(let status): Phrase("the store had an internal error (\(status))")
    case .unexpectedStatus(let status): Phrase("unexpected status from the store (\(status))")
    case .notJSON(.html): Phrase("the answer is a web page, not JSON")
    case .notJSON(.nothing): Phrase("the answer is empty, not JSON")
    case .notJSON(.other): Phrase("the answer is not JSON")
    case .truncated: Phrase("the answer was cut short")
    case .tooLarge(let limit):
      Phrase("the answer is longer than \(limit >> 20) MiB and was not read")
    case .wrongShape: Phrase("the answer is not of the expected form")
    case .notJPEG: Phrase("the cover is not a JPEG picture")
    case .cancelled: Phrase("interrupted")
    }
  }

  var hint: Phrase? {
    switch self {
    case .termMissing: Phrase("give a title or an artist")
    case .badRequest: Phrase("another --country may help")
    case .noSuchAlbum, .noSuchArtist: Phrase("use --country to choose another store")
    case .notKept: Phrase("try without --offline")
    case .insecure:
      Phrase(
        "nothing was sent: its certificate is not trusted, or it has none; check the clock, and "
          + "whether there is a proxy")
    case .noLibrary: Phrase("install libcurl4")
    case .throttled(let seconds?): Phrase("try again in \(seconds) s")
    case .throttled(nil): Phrase("try again in a minute")
    case .notJSON: Phrase("check whether the network wants you to log in first")
    case .offline, .hostNotFound, .timedOut, .connectionLost, .notFound, .serverFailed,
      .unexpectedStatus, .truncated, .wrongShape:
      Phrase("try again; --offline shows cached answers")
    case .limitOutOfRange, .noCover, .redirected, .tooLarge, .notJPEG, .cancelled: nil
    }
  }
}

extension Report {
  init(_ error: AlbumsError) {
    self.init(error.code, error.name, [error.message], hint: error.hint)
  }
}
