extension ITunesClient {
  /// Asks one store after another until one has a result.
  ///
  /// Without the network, the remaining stores are looked up in the cache. An empty result is
  /// returned only if every store returned one; otherwise the first failure is thrown.
  ///
  /// - Parameter isFixed: whether the user named the store; then no other store is used instead.
  func ask<Value>(
    _ stores: [Country], isFixed: Bool, _ reading: Reading, _ waiting: Waiting,
    _ request: (Country) -> AlbumRequest, _ value: ([AnswerRow], Country) -> Value?
  ) async throws(AlbumsError) -> (answer: Answer<Value>?, oldest: Freshness) {
    var stores = stores
    var reading = reading
    var failure: AlbumsError?
    var oldest = Freshness.new
    var index = 0
    while index < stores.count {
      let store = stores[index]
      index += 1
      do throws(AlbumsError) {
        let (rows, freshness) = try await rows(request(store), reading, waiting)
        if let value = value(rows, store) {
          return (Answer(value: value, country: store, freshness: freshness), freshness)
        }
        if freshness.age >= oldest.age { oldest = freshness }
        if case .old(_, let because?) = freshness {
          failure = failure ?? because
          reading = .offline
        }
      } catch {
        switch error {
        case .badRequest where !isFixed && store == region && store != .unitedStates:
          // This region has no store, which is not the user's mistake.
          stores.insert(.unitedStates, at: index)
        case _ where error.meansOffline || error == .notKept: failure = failure ?? error
        default: throw error
        }
        if error.meansOffline { reading = .offline }
      }
    }
    if let failure { throw failure }
    return (nil, oldest)
  }
}
