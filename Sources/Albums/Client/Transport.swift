import Foundation
import FoundationNetworking

/// What came back, as far as it is of use: the body of a refusal that says nothing is left out.
struct Reply: Sendable {
  let status: Int
  let retryAfter: String?
  let body: Data
}

/// Fetches over HTTP. It keeps nothing between two requests: no cookies, no credentials, no cache.
final class Transport: Sendable {
  private let session: URLSession
  private let desk = TransferDesk()
  private let limits: TransferLimits
  private let clock: AlbumsClock

  init(limits: TransferLimits, clock: AlbumsClock) {
    self.limits = limits
    self.clock = clock
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = Double(limits.silence)
    configuration.httpAdditionalHeaders = ["User-Agent": "regapp-albums", "Accept": "*/*"]
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: desk, delegateQueue: queue)
  }

  deinit { session.invalidateAndCancel() }

  /// Fetches an address. A body is read up to a limit, and the connection closed where there is
  /// more; a redirect is followed within the host alone.
  ///
  /// Cancelling the task ends it at once.
  func get(_ address: String, atMost limit: Int) async throws(AlbumsError) -> Reply {
    guard let url = URL(string: address), let host = url.host else {
      throw .badRequest(message: "")
    }
    let task = session.dataTask(with: URLRequest(url: url))
    let (desk, clock, total) = (desk, clock, limits.total)
    // A byte now and then is no silence, and still must end.
    let watch = Task {
      try await clock.sleep(total)
      desk.end(task, .failure(.timedOut))
    }
    defer { watch.cancel() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        desk.begin(task, Transfer(url: url, host: host, limit: limit, continuation: continuation))
      }
    } onCancel: {
      desk.end(task, .failure(.cancelled))
    }
    return try outcome.get()
  }
}
