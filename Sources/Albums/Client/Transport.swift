import Foundation
import FoundationNetworking

/// A response, without what is not used: the body of most refusals is dropped.
struct Reply: Sendable {
  let status: Int
  let retryAfter: String?
  let body: Data
  /// Where a redirect leads.
  var location: URL?
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
    // Otherwise URLSession would send the user's languages and the program's name.
    configuration.httpAdditionalHeaders = [
      "User-Agent": "regapp-albums", "Accept": "*/*", "Accept-Language": "*",
    ]
    session = URLSession(
      configuration: configuration, delegate: desk, delegateQueue: PromptQueue())
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Fetches an address. A body is read up to a limit, and the connection is closed if there is
  /// more; redirects are followed within the host only.
  ///
  /// Cancelling the task ends it at once.
  func get(_ address: String, atMost limit: Int) async throws(AlbumsError) -> Reply {
    guard var url = URL(string: address) else { throw .badRequest(message: "") }
    for _ in 0...Self.greatestRedirects {
      let reply = try await get(url, atMost: limit)
      guard let next = reply.location else { return reply }
      guard url.allowsRedirect(to: next) else { throw .redirected(toHost: next.host ?? "") }
      url = next
    }
    throw .redirected(toHost: url.host ?? "")
  }

  private func get(_ url: URL, atMost limit: Int) async throws(AlbumsError) -> Reply {
    let task = session.dataTask(with: URLRequest(url: url))
    let (desk, clock, total) = (desk, clock, limits.total)
    desk.expect(task)
    // A byte now and then resets the idle timeout, but the transfer must still end.
    let watch = Task {
      try await clock.sleep(total)
      desk.end(task, .failure(.timedOut))
    }
    defer { watch.cancel() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        desk.begin(task, Transfer(url: url, limit: limit, continuation: continuation))
      }
    } onCancel: {
      desk.end(task, .failure(.cancelled))
    }
    return try outcome.get()
  }

  private static let greatestRedirects = 5
}

extension URL {
  /// Within the host, and never from a secure connection to an insecure one.
  fileprivate func allowsRedirect(to other: URL) -> Bool {
    guard let host, other.host?.lowercased() == host.lowercased() else { return false }
    if other.scheme == scheme { return other.port == port }
    return other.scheme == "https"
  }
}

/// Runs every operation at once, on the thread that reads from the network.
///
/// A real queue would fall behind a fast server: it would hold 100 MB before the first four were
/// counted. (Curl reads as long as there is something to read, so a local server at full speed may
/// still send more than is wanted; that is dropped.)
///
/// A subclass of a queue must declare itself Sendable; this one has no state.
private final class PromptQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
