/// Searches Apple's catalogue for albums, and opens one.
///
/// It knows no accounts and sends nothing but the question. Every function may wait for the
/// network, the disk or the request rate, blocks no thread while it waits, and ends at once if its
/// task is cancelled. A failure is thrown, never cached, and never returned as an empty answer.
public struct ITunesClient: Sendable {
  let address: ITunesAddress
  let region: Country
  let cache: AnswerCache?
  let clock: AlbumsClock
  let limits: TransferLimits
  let transport: Transport
  private let pace: RequestPace

  /// - Parameter region: the user's; its store is asked unless the term suggests another.
  /// - Parameter cache: where answers are kept; nil disables caching.
  public init(
    address: ITunesAddress = .apple, region: Country = .unitedStates, cache: AnswerCache? = nil,
    clock: AlbumsClock = .system, limits: TransferLimits = .standard
  ) {
    self.address = address
    self.region = region
    self.cache = cache
    self.clock = clock
    self.limits = limits
    transport = Transport(limits: limits, clock: clock)
    pace = RequestPace(cache: cache, clock: clock)
  }

  /// The rows that answer a question, from where `reading` allows.
  func rows(
    _ request: AlbumRequest, _ reading: Reading, _ waiting: Waiting
  ) async throws(AlbumsError) -> (rows: [AnswerRow], freshness: Freshness) {
    let url = request.url(at: address)
    let kept = await kept(url)
    if Task.isCancelled { throw .cancelled }
    if let kept, reading == .offline || reading == .keptFirst && !kept.freshness.isOld {
      return kept
    }
    if reading == .offline { throw .notKept }
    do throws(AlbumsError) {
      let body = try await body(url, waiting)
      let rows = try AnswerReader.rows(body)
      await keep(body, as: url, \.answers)
      return (rows, .new)
    } catch {
      guard error.meansOffline, let kept else { throw error }
      return (kept.rows, .old(age: kept.freshness.age, because: error))
    }
  }

  /// The body of a good answer. If the service asks for a short wait and `waiting` agrees, it is
  /// asked once more.
  private func body(_ url: String, _ waiting: Waiting) async throws(AlbumsError) -> [UInt8] {
    do {
      return try await ask(url, waiting)
    } catch .throttled(let seconds?) where seconds <= Self.greatestPatience {
      guard await waiting(Wait(seconds: seconds, reason: .throttled)) else {
        throw Task.isCancelled ? .cancelled : .throttled(retryAfter: seconds)
      }
      do { try await clock.sleep(.seconds(seconds)) } catch { throw .cancelled }
      return try await ask(url, waiting)
    }
  }

  private func ask(_ url: String, _ waiting: Waiting) async throws(AlbumsError) -> [UInt8] {
    let reply = try await transport.get(url, atMost: limits.answerBytes) {
      () throws(AlbumsError) in try await pace.begin(waiting)
    }
    return try body(of: reply)
  }

  func body(of reply: Reply) throws(AlbumsError) -> [UInt8] {
    switch reply.status {
    case 200: return reply.body
    case 400: throw AnswerReader.refusal(reply.body)
    case 403, 429: throw .throttled(retryAfter: reply.retryAfter)
    case 503 where reply.retryAfter != nil: throw .throttled(retryAfter: reply.retryAfter)
    case 404, 410: throw .notFound
    case 500...: throw .serverFailed(status: reply.status)
    default: throw .unexpectedStatus(reply.status)
    }
  }

  private func kept(_ url: String) async -> (rows: [AnswerRow], freshness: Freshness)? {
    guard let cache, let kept = await CacheDisk.run({ cache.answers.read(url) }),
      let rows = try? AnswerReader.rows(kept.bytes)
    else { return nil }
    let age = clock.now() - kept.time
    if age > AnswerCache.longest { return nil }
    // A time in the future means that the clock was set back: the age is unknown.
    return (
      rows, 0..<AnswerCache.day ~= age ? .kept(age: age) : .old(age: max(age, 0), because: nil)
    )
  }

  func keep(_ bytes: [UInt8], as url: String, _ shelf: KeyPath<AnswerCache, Shelf> & Sendable) async
  {
    guard let cache else { return }
    let time = clock.now()
    await CacheDisk.run { cache.keep(bytes, as: url, on: cache[keyPath: shelf], time: time) }
  }

  private static let greatestPatience = 60
}

extension ITunesClient {
  /// The albums that a search finds, in the order of `AlbumOrder`; empty if every store that was
  /// asked has none.
  public func search(
    _ search: AlbumSearch, _ reading: Reading = .keptFirst, waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<[Album]> {
    try await found(.album, by: search, reading, waiting) {
      SearchAnswer($0, country: $1, search)
    }
  }

  /// The songs that a search finds, with their albums, in the order of their titles.
  public func songs(
    _ search: AlbumSearch, _ reading: Reading = .keptFirst, waiting: Waiting = { _ in true }
  ) async throws(AlbumsError) -> Answer<[Song]> {
    try await found(.song, by: search, reading, waiting) {
      SearchAnswer(songs: $0, country: $1, search)
    }
  }

  private func found<Item: Sendable>(
    _ entity: AlbumRequest.Entity, by search: AlbumSearch, _ reading: Reading, _ waiting: Waiting,
    _ answer: ([AnswerRow], Country) -> SearchAnswer<Item>
  ) async throws(AlbumsError) -> Answer<[Item]> {
    let stores = search.stores(region: region)
    let found = try await ask(
      stores, isFixed: search.country != nil, reading, waiting,
      { .search(entity, term: search.term, country: $0, limit: search.requestLimit) },
      { rows, country in
        let found = answer(rows, country)
        return found.items.isEmpty ? nil : found
      })
    guard let answer = found.answer else {
      return Answer(value: [], country: stores.first ?? region, freshness: found.oldest)
    }
    return Answer(
      value: answer.value.items, country: answer.country, freshness: answer.freshness,
      mayGoOn: answer.value.mayGoOn)
  }
}
