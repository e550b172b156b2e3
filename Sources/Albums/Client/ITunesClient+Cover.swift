extension ITunesClient {
  /// An album's cover as JPEG, in the requested size, or in its original size if that fails.
  ///
  /// Covers are cached as long as there is room: an address never changes its picture.
  public func cover(
    of album: Album, _ size: CoverSize = .large, _ reading: Reading = .keptFirst
  ) async throws(AlbumsError) -> [UInt8] {
    guard let original = album.artworkURL.flatMap(secured) else { throw .noCover }
    guard let sized = size.address(from: original), sized != original else {
      return try await cover(at: original, reading)
    }
    do {
      return try await cover(at: sized, reading)
    } catch  where error.isAboutThisPicture {
      return try await cover(at: original, reading)
    }
  }

  private func cover(at url: String, _ reading: Reading) async throws(AlbumsError) -> [UInt8] {
    if reading != .refresh, let cache,
      let kept = await CacheDisk.run({ cache.covers.read(url) }), JPEGOutline.isWhole(kept.bytes)
    {
      return kept.bytes
    }
    if Task.isCancelled { throw .cancelled }
    if reading == .offline { throw .notKept }
    let reply = try await transport.get(url, atMost: limits.coverBytes)
    let body = try body(of: reply)
    guard JPEGOutline.isWhole(body) else { throw .notJPEG }
    await keep(body, as: url, \.covers)
    return body
  }

  /// The address as https. Plain http is allowed only at the very service that we ask, as when
  /// testing without the network.
  private func secured(_ text: String) -> String? {
    guard let cover = WebAddress(text) else { return nil }
    let isLocal = cover.host == address.address.host && address.address.scheme == "http"
    return isLocal || cover.scheme == "https" ? text : "https" + text.dropFirst("http".count)
  }
}

extension AlbumsError {
  /// Whether another address may still have the cover: not if nothing can be fetched at all.
  fileprivate var isAboutThisPicture: Bool {
    switch self {
    case .badRequest, .notFound, .serverFailed, .unexpectedStatus, .truncated, .tooLarge, .notJPEG,
      .notKept, .redirected:
      true
    default: false
    }
  }
}
