/// The reasons for which a request is refused before anybody sees it. The connection ends with
/// each: nobody knows where the next request would begin (RFC 9112, section 9.6).
package enum RequestRefusal: Error, Sendable, Hashable {
  /// It is not a request of HTTP/1.0 or 1.1 as ``RequestParser`` wants it: RFC 9110, section
  /// 15.5.1.
  case malformed(Malformation)
  /// It has begun, and the rest did not come in time: RFC 9110, section 15.5.9.
  case timedOut
  /// A body without a length: RFC 9110, section 15.5.12.
  case lengthRequired
  /// RFC 9110, section 15.5.14.
  case bodyTooLarge
  /// RFC 9110, section 15.5.15.
  case targetTooLong
  /// The client waits for a go-ahead before it sends a body: RFC 9110, section 15.5.18.
  case expectation
  /// RFC 6585, section 5.
  case headTooLarge
  /// There are too many connections: RFC 9110, section 15.6.4.
  case full

  private var status: Answer.Status {
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
  }

  /// The rule that a malformed request breaks; nil for the others, whose status says it all.
  private var reason: String? {
    if case .malformed(let malformation) = self { malformation.rawValue } else { nil }
  }

  package var answer: Answer {
    var answer = Answer(status, reason)
    if self == .full { answer.set("Retry-After", "1") }
    return answer
  }

  /// The one line of the answer's body.
  package var line: String { status.line(reason) }
}
