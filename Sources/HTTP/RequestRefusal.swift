/// The reasons for which a request is refused before anybody sees it. The connection ends with
/// each.
package enum RequestRefusal: Error, Sendable, CaseIterable {
  /// It is not a request of HTTP/1.0 or 1.1 as ``RequestParser`` wants it.
  case malformed
  /// It has begun, and the rest did not come in time.
  case timedOut
  /// A body without a length.
  case lengthRequired
  case bodyTooLarge
  case targetTooLong
  /// The client waits for a go-ahead before it sends a body.
  case expectation
  case headTooLarge
  /// There are too many connections.
  case full

  package var answer: Answer {
    let status: Answer.Status =
      switch self {
      case .malformed: .badRequest
      case .timedOut: .requestTimeout
      case .lengthRequired: .lengthRequired
      case .bodyTooLarge: .contentTooLarge
      case .targetTooLong: .targetTooLong
      case .expectation: .expectationFailed
      case .headTooLarge: .headTooLarge
      case .full: .unavailable
      }
    var answer = Answer(status)
    if self == .full { answer.set("Retry-After", "1") }
    return answer
  }
}
