/// Why a request failed, as facts; callers choose the message and the exit code.
///
/// Errors are never cached, and never reported as an empty result.
public enum AlbumsError: Error, Sendable, Hashable {
  // Invalid requests.
  /// There is nothing to search for.
  case termMissing
  /// The limit is outside the allowed range.
  case limitOutOfRange(Int, allowed: ClosedRange<Int>)
  /// The service rejected the request, with this message.
  case badRequest(message: String)
  /// None of the stores asked has an album with this number.
  case noSuchAlbum(id: Int, stores: [Country])
  /// The album has no cover, or none at an address we may ask.
  case noCover
  /// Not in the cache, and the network was not allowed.
  case notKept

  // Connection failures.
  /// No network, or nothing is listening at the address.
  case offline
  /// The host name could not be resolved.
  case hostNotFound(host: String)
  /// No secure connection: a bad certificate, or no TLS at the other end.
  case insecure(host: String)
  case timedOut
  /// The connection broke before the first byte of the answer.
  case connectionLost
  /// A redirect that was not followed.
  case redirected(to: String)
  /// There is no libcurl on this machine, or none that can be used.
  case noLibrary

  // Failures in the answer.
  /// Too many requests; wait this many seconds, if the service said how long.
  case throttled(retryAfter: Int?)
  case notFound
  case serverFailed(status: Int)
  /// A status that the service does not document.
  case unexpectedStatus(Int)
  case notJSON(Instead)
  /// The body was cut off.
  case truncated
  case tooLarge(limit: Int)
  /// JSON, but not in the shape of an answer.
  case wrongShape
  /// Not a JPEG.
  case notJPEG

  /// The caller cancelled the request.
  case cancelled

  /// What arrived instead of JSON.
  public enum Instead: Sendable, Hashable {
    case html, nothing, other
  }

  /// Whether this means that there is no network; an older cached answer may serve then.
  public var meansOffline: Bool {
    switch self {
    case .offline, .hostNotFound, .timedOut: true
    default: false
    }
  }
}
