/// A response without its unused parts: the body of most refusals is dropped.
struct Reply: Sendable {
  var status = 0
  /// In seconds.
  var retryAfter: Int?
  /// The target of a redirect.
  var location: String?
  var body: [UInt8] = []
}

/// Fetches over HTTP. It keeps nothing between two requests but connections: no cookies, no
/// credentials, no cache.
final class Transport: Sendable {
  private let loop = TransferLoop()
  private let limits: TransferLimits
  private let clock: AlbumsClock

  init(limits: TransferLimits, clock: AlbumsClock) {
    self.limits = limits
    self.clock = clock
  }

  /// Fetches an address. A body is read up to a limit, and the connection is closed if there is
  /// more; redirects are followed within the host only.
  ///
  /// Cancelling the task ends it at once.
  ///
  /// - Parameter begin: called before each request.
  func get(
    _ text: String, atMost limit: Int, begin: () async throws(AlbumsError) -> Void = {}
  ) async throws(AlbumsError) -> Reply {
    guard var address = WebAddress(text) else { throw .badRequest(message: "") }
    for _ in 0..<Self.greatestRedirects {
      try await begin()
      let reply = try await get(address, atMost: limit)
      guard 300..<400 ~= reply.status, let location = reply.location else { return reply }
      guard let next = address.following(location), address.allowsRedirect(to: next) else {
        throw .redirected(to: location)
      }
      address = next
    }
    throw .redirected(to: address.text)
  }

  private func get(_ address: WebAddress, atMost limit: Int) async throws(AlbumsError) -> Reply {
    let transfer = Transfer(address, limit: limit, silence: limits.silence)
    loop.add(transfer)
    // A byte now and then resets the idle timeout, but the transfer must still end.
    let watch = Task { [clock, limits] in
      try await clock.sleep(limits.total)
      transfer.end(.failure(.timedOut))
    }
    let outcome = await transfer.outcome() ?? .failure(.cancelled)
    watch.cancel()
    transfer.end(outcome)
    loop.wake()
    return try outcome.get()
  }

  private static let greatestRedirects = 6
}
