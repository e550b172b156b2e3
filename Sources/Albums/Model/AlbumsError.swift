/// Why there is no answer, as facts; who shows it finds the words and the exit code.
///
/// None of these is ever kept, and none is ever told as "nothing found".
public enum AlbumsError: Error, Sendable, Hashable {
  // What was asked.
  /// There is nothing to search for.
  case termMissing
  /// So many albums are not given at once.
  case limitOutOfRange(Int, allowed: ClosedRange<Int>)
  /// The service refused what was asked, in these words of its own.
  case badRequest(message: String)
  /// No store that was asked has an album of this number.
  case noSuchAlbum(id: Int, stores: [Country])
  /// The album has no cover, or none at an address that may be asked.
  case noCover
  /// Nothing is kept that answers this, and the network was not to be asked.
  case notKept

  // The way there.
  /// Nothing listens there, or there is no network.
  case offline
  /// The name of the host is unknown here.
  case hostNotFound(host: String)
  /// No secure connection could be made: a certificate, or no TLS at the other end.
  case insecure(host: String)
  case timedOut
  /// The connection broke before anything came.
  case connectionLost
  /// The answer is elsewhere, where one was not sent.
  case redirected(toHost: String)

  // The answer.
  /// Too much was asked; so many seconds have to pass, where that was said.
  case throttled(retryAfter: Int?)
  case notFound
  case serverFailed(status: Int)
  /// An answer that the service does not give.
  case unexpectedStatus(Int)
  case notJSON(Instead)
  /// The answer ends before its end.
  case truncated
  case tooLarge(limit: Int)
  /// JSON, but not what an answer looks like.
  case wrongShape
  /// A picture of another kind than JPEG, or none at all.
  case notJPEG

  /// Who asked no longer wants to know.
  case cancelled

  /// What came instead of JSON.
  public enum Instead: Sendable, Hashable {
    case html, nothing, other
  }

  /// Whether this is about having no network: an older answer is better then than none.
  public var meansOffline: Bool {
    switch self {
    case .offline, .hostNotFound, .timedOut: true
    case .termMissing, .limitOutOfRange, .badRequest, .noSuchAlbum, .noCover, .notKept, .insecure,
      .connectionLost, .redirected, .throttled, .notFound, .serverFailed, .unexpectedStatus,
      .notJSON, .truncated, .tooLarge, .wrongShape, .notJPEG, .cancelled:
      false
    }
  }
}
