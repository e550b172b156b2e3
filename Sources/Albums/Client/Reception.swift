import CCurl

/// Collects the bytes of one answer; used on the network's thread only.
final class Reception {
  private let transfer: Transfer
  private var handle: ccurl_transfer?
  private var reply = Reply()
  private var contentLength = 0
  private var headBytes = 0
  /// Whether the head of the answer was received to its end. (libcurl takes a connection that is
  /// closed within the head for the end of an empty answer.)
  private var hasHead = false
  private var heardAt = ContinuousClock.now

  init(_ transfer: Transfer) { self.transfer = transfer }

  /// nil if there is no memory. The reception must live until the transfer is ended.
  func begin(in set: ccurl_set) -> ccurl_transfer? {
    handle = ccurl_begin(
      set, transfer.address.text, { Reception.receive($0, $2, $3) { $0.takeHead($1) } },
      { Reception.receive($0, $2, $3) { $0.takeBody($1) } },
      Unmanaged.passUnretained(self).toOpaque())
    return handle
  }

  /// Whether the transfer has ended; ends it if nothing was received for too long.
  var isOver: Bool {
    if ContinuousClock.now - heardAt > .seconds(transfer.silence) {
      transfer.end(.failure(.timedOut))
    }
    return transfer.isOver
  }

  func end(_ code: Int32) {
    transfer.end(code == 0 && hasHead ? .success(reply) : .failure(error(code)))
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (Reception, UnsafeRawBufferPointer) -> Transfer.Outcome?
  ) -> Int {
    guard let context else { return 0 }
    let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
    reception.heardAt = .now
    guard let outcome = take(reception, UnsafeRawBufferPointer(start: bytes, count: count)) else {
      return reception.transfer.isOver ? 0 : count
    }
    reception.transfer.end(outcome)
    return 0
  }

  /// Takes a line of a head, or of the trailers after a body.
  private func takeHead(_ bytes: UnsafeRawBufferPointer) -> Transfer.Outcome? {
    headBytes += bytes.count
    guard headBytes <= 1 << 18 else { return .failure(.tooLarge(limit: transfer.limit)) }
    let line = String(decoding: bytes, as: UTF8.self).trimmingSpace
    if line.isEmpty { return endHead() }
    guard let colon = line.firstIndex(of: ":"), !hasHead else { return nil }
    let value = String(line[line.index(after: colon)...]).trimmingSpace
    switch line[..<colon].lowercased() {
    case "content-length": contentLength = Int(value) ?? 0
    case "location": reply.location = value
    default: break
    }
    return nil
  }

  private func endHead() -> Transfer.Outcome? {
    reply.status = handle.map { Int(ccurl_status($0)) } ?? 0
    // Informational responses precede the real one.
    hasHead = reply.status >= 200
    if !hasHead {
      (reply, contentLength) = (Reply(), 0)
      return nil
    }
    // Longer than a day suggests a wrong clock, not a real wait.
    reply.retryAfter = handle.map { Int(ccurl_retry_after($0)) }
      .flatMap { 1...86_400 ~= $0 ? $0 : nil }
    // The body of any other status is not needed, however long it is.
    guard reply.status == 200 || reply.status == 400 else { return .success(reply) }
    return contentLength > transfer.limit ? .failure(.tooLarge(limit: transfer.limit)) : nil
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Transfer.Outcome? {
    guard reply.body.count + bytes.count <= transfer.limit else {
      return .failure(.tooLarge(limit: transfer.limit))
    }
    reply.body.append(contentsOf: bytes)
    return nil
  }

  /// - Parameter code: a CURLcode, as in the manual page libcurl-errors(3).
  private func error(_ code: Int32) -> AlbumsError {
    switch code {
    case 28: .timedOut
    case _ where hasHead: .truncated
    case 6: .hostNotFound(host: transfer.address.host)
    // 5 and 97: the proxy.
    case 5, 7, 45, 97: .offline
    case 35, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98:
      .insecure(host: transfer.address.host)
    default: .connectionLost
    }
  }
}
