import Albums
import RegAppCLI

/// An error of the catalogue in words, and the exit code that goes with it.
struct ErrorWords {
  let code: ExitCode
  let name: String
  let message: String
  let hint: String?

  init(_ error: AlbumsError) {
    switch error {
    case .termMissing:
      self.init(.invalid, "termMissing", "there is nothing to search for", "give a title or a band")
    case .limitOutOfRange(let limit, let allowed):
      self.init(
        .invalid, "limitOutOfRange",
        "--limit must be \(allowed.lowerBound) to \(allowed.upperBound), not \(limit)", nil)
    case .badRequest(let message):
      let words = message.isEmpty ? "" : ": \(AlbumLines.shown(message))"
      self.init(
        .invalid, "badRequest", "the store refused the question\(words)",
        "another --country may have it")
    case .noSuchAlbum(let id, let stores):
      let names = stores.map(\.code).joined(separator: ", ")
      self.init(
        .invalid, "noSuchAlbum", "there is no album \(id) in the store \(names)",
        "--country names another store")
    case .noCover: self.init(.unavailable, "noCover", "the album has no cover", nil)
    case .notKept:
      self.init(
        .unavailable, "notKept", "nothing is kept that answers this", "ask without --offline")
    case .offline:
      self.init(.unavailable, "offline", "the store cannot be reached: no connection", Self.again)
    case .hostNotFound(let host):
      self.init(
        .unavailable, "hostNotFound", "the host \(visible(host)) is not known here", Self.again)
    case .insecure(let host):
      self.init(
        .unavailable, "insecure", "no secure connection to \(visible(host)) could be made",
        "nothing was sent; is the clock right, is a proxy in between?")
    case .timedOut:
      self.init(.unavailable, "timedOut", "the store did not answer in time", Self.again)
    case .connectionLost:
      self.init(.unavailable, "connectionLost", "the connection broke", Self.again)
    case .redirected(let host):
      self.init(
        .unavailable, "redirected",
        "the answer was to come from another host, \(visible(host)); it was not asked", nil)
    case .throttled(let seconds):
      self.init(
        .unavailable, "throttled", "the store was asked too often",
        seconds.map { "try again in \($0) s" } ?? "try again in a minute")
    case .notFound:
      self.init(.unavailable, "notFound", "the store does not know this question", Self.again)
    case .serverFailed(let status):
      self.init(.unavailable, "serverFailed", "the store failed (\(status))", Self.again)
    case .unexpectedStatus(let status):
      self.init(
        .unavailable, "unexpectedStatus", "the store gave no answer (\(status))", Self.again)
    case .notJSON(let instead):
      self.init(
        .unavailable, "notJSON", "the answer is \(Self.name(instead)), not JSON",
        "is there a login page between here and the store?")
    case .truncated: self.init(.unavailable, "truncated", "the answer was cut short", Self.again)
    case .tooLarge(let limit):
      self.init(
        .unavailable, "tooLarge", "the answer is longer than \(limit >> 20) MiB; it was not read",
        nil)
    case .wrongShape:
      self.init(.unavailable, "wrongShape", "the answer is not what the store gives", Self.again)
    case .notJPEG: self.init(.unavailable, "notJPEG", "the cover is no JPEG picture", nil)
    case .cancelled: self.init(.interrupted, "cancelled", "interrupted", nil)
    }
  }

  private init(_ code: ExitCode, _ name: String, _ message: String, _ hint: String?) {
    (self.code, self.name, self.message, self.hint) = (code, name, message, hint)
  }

  private static let again = "try again; --offline shows what is kept"

  private static func name(_ instead: AlbumsError.Instead) -> String {
    switch instead {
    case .html: "a web page"
    case .nothing: "empty"
    case .other: "something else"
    }
  }
}

extension Refusal {
  init(_ error: AlbumsError) {
    let words = ErrorWords(error)
    self.init(code: words.code, name: words.name, message: words.message, hint: words.hint)
  }
}
