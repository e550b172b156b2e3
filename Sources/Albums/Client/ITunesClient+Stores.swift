extension ITunesClient {
  /// Asks one store after another until one has something.
  ///
  /// Without the network the stores that are left are looked for among what is kept. "Nothing" is
  /// said only where every store said so; otherwise what went wrong is.
  ///
  /// - Parameter isFixed: whether the user named the store: then another never stands in for it.
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
          // This region has no store. Whoever lives there is not to blame.
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
