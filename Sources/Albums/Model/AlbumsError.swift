/// Why a request failed, as facts; callers choose the message and the exit code.
///
/// Errors are never cached, and never reported as an empty result.
public enum AlbumsError: Error, Sendable, Hashable {
  // Invalid requests.
  case termMissing
  case limitOutOfRange(Int, allowed: ClosedRange<Int>)
  /// The service rejected the request, with this message.
  case badRequest(message: String)
  case noSuchAlbum(id: Int, stores: [Country])
  case noSuchArtist(id: Int, stores: [Country])
  /// The album has no cover, or none at an address we may ask.
  case noCover
  /// Not in the cache, and the network was not allowed.
  case notKept

  // Connection failures.
  /// There is no libcurl on this machine, or none that can be used.
  case noLibrary
  /// No network, or nothing is listening at the address.
  case offline
  case hostNotFound(host: String)
  /// A bad certificate, or no TLS at the other end.
  case insecure(host: String)
  case timedOut
  /// The connection broke before the end of the answer's head.
  case connectionLost
  /// A redirect that was not followed.
  case redirected(to: String)

  // Failures in the answer.
  /// Too many requests; wait this many seconds, if the service said how long.
  case throttled(retryAfter: Int?)
  case notFound
  case serverFailed(status: Int)
  /// A status that the service does not document.
  case unexpectedStatus(Int)
  case notJSON(Instead)
  case truncated
  case tooLarge(limit: Int)
  /// JSON, but not in the shape of an answer.
  case wrongShape
  case notJPEG

  case cancelled

  /// The content of an answer that is not JSON.
  public enum Instead: Sendable, Hashable {
    case html, nothing, other
  }

  /// Whether this means that there is no network; an older cached answer may serve then.
  public var meansOffline: Bool {
    switch self {
    case .offline, .hostNotFound, .timedOut, .noLibrary: true
    default: false
    }
  }
}
