import TextTools

/// Reads one request, however its bytes are split.
///
///     request = method SP target SP "HTTP/1." DIGIT CRLF *( name ":" value CRLF ) CRLF [ body ]
///     method  = 1*32 tchar
///     target  = ( "/" / "http://" host / "https://" host ) *VCHAR, no "#", "%" with two digits
///     name    = 1*tchar
///     value   = *( HTAB / SP / VCHAR / obs-text )
///
/// The rules are those of RFC 9112 (HTTP/1.1) and RFC 9110 (HTTP), with less choice. If they let a
/// server mend something odd, it is refused here, as soon as it is seen: two programs that mend it
/// differently would see two different requests. So there are no bare line feeds and no empty lines
/// before the request (RFC 9112, section 2.2), no spaces before a colon (5.1) and no folded fields
/// (5.2), and a body has a `Content-Length` (6.2). Limits come first, and memory is bounded by
/// them.
package struct RequestParser: Sendable {
  private enum State: Sendable {
    case method
    case target
    case version
    /// After the CR of a line; the head ends with it if the line was empty.
    case lineFeed(endsHead: Bool)
    case lineBegin
    case name
    case value
    /// So many bytes of the body are missing.
    case body(Int)
    case done
  }

  private var state = State.method
  private var head = RequestHead()
  /// The part of the head that is being read.
  private var part: [UInt8] = []
  private var headCount = 0
  private var body: [UInt8] = []

  /// The most bytes of a head.
  package static let greatestHead = 32 << 10
  package static let greatestTarget = 8 << 10
  package static let greatestBody = 16 << 10
  package static let mostFields = 100
  static let longestMethod = 32
  private static let versionBegin = Array("HTTP/1.".utf8)

  package init() {}

  /// Whether an answer has no body, as far as the method is known.
  var isHead: Bool { head.method == .head }

  /// Whether a byte has come.
  package var hasBegun: Bool { headCount > 0 }

  /// Consumes bytes; returns the request that they complete, and those behind it. After that or a
  /// refusal, the parser is of no further use.
  package mutating func take(
    _ bytes: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> (request: Request, rest: ArraySlice<UInt8>)? {
    var rest = bytes
    while !rest.isEmpty {
      if case .body(let missing) = state {
        let part = rest.prefix(missing)
        body += part
        rest = rest[part.endIndex...]
        guard part.count == missing else {
          state = .body(missing - part.count)
          return nil
        }
        state = .done
        return (try head.request(body: body), rest)
      }
      guard headCount < Self.greatestHead else { throw .headTooLarge }
      let count = try takePart(rest.prefix(Self.greatestHead - headCount))
      headCount += count
      rest = rest.dropFirst(count)
      if case .done = state { return (try head.request(body: []), rest) }
    }
    return nil
  }

  /// Takes bytes of one part of the head, up to the byte that ends it; returns how many.
  private mutating func takePart(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    switch state {
    case .method: return try takeMethod(bytes)
    case .target: return try takeTarget(bytes)
    case .version: try takeVersion(bytes[bytes.startIndex])
    case .lineFeed(let endsHead):
      guard bytes.first == 0x0A else { throw .malformed(.lineEnd) }
      if endsHead { try finishHead() } else { state = .lineBegin }
    case .lineBegin where bytes.first == 0x0D: state = .lineFeed(endsHead: true)
    case .lineBegin, .name: return try takeName(bytes)
    case .value: return try takeValue(bytes)
    case .body, .done: throw .malformed(.afterEnd)
    }
    return 1
  }

  /// Takes bytes of the method, a token: RFC 9112, section 3.1. One space follows it: section 3.
  private mutating func takeMethod(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let run = bytes.prefix(while: \.isTokenCharacter)
    guard part.count + run.count <= Self.longestMethod else { throw .malformed(.longMethod) }
    part += run
    guard let end = bytes[run.endIndex...].first else { return run.count }
    guard end == 0x20, !part.isEmpty else { throw .malformed(.methodCharacter) }
    head.method = Request.Method(String(decoding: part, as: UTF8.self))
    begin(.target)
    return run.count + 1
  }

  /// Takes bytes of the target: RFC 9112, section 3.2. It is ASCII (RFC 3986, section 2), and a
  /// fragment is not part of it (RFC 9110, section 7.1).
  private mutating func takeTarget(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let run = bytes.prefix { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    guard part.count + run.count <= Self.greatestTarget else { throw .targetTooLong }
    part += run
    guard let end = bytes[run.endIndex...].first else { return run.count }
    guard end == 0x20 else { throw .malformed(.targetCharacter) }
    try head.setTarget(part)
    begin(.version)
    return run.count + 1
  }

  /// Takes a byte of the version, whose case counts, and the CR behind it: RFC 9112, section 2.3.
  private mutating func takeVersion(_ byte: UInt8) throws(RequestRefusal) {
    let place = part.count
    if place < Self.versionBegin.count {
      guard byte == Self.versionBegin[place] else { throw .malformed(.version) }
    } else if place == Self.versionBegin.count {
      guard byte.isASCIIDigit else { throw .malformed(.minorVersion) }
      // An unknown minor version is taken as the newest that is known: RFC 9110, section 6.2.
      head.minorVersion = byte == UInt8(ascii: "0") ? 0 : 1
    } else {
      guard byte == 0x0D else { throw .malformed(.longLine) }
      return begin(.lineFeed(endsHead: false))
    }
    part.append(byte)
  }

  /// Takes bytes of a field's name, a token that the colon follows at once: RFC 9112, section 5.1.
  /// Case does not count: RFC 9110, section 5.1.
  private mutating func takeName(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let run = bytes.prefix(while: \.isTokenCharacter)
    part += run.lazy.map(\.lowercasedASCII)
    state = .name
    guard let end = bytes[run.endIndex...].first else { return run.count }
    guard end == UInt8(ascii: ":"), !part.isEmpty else { throw .malformed(.nameCharacter) }
    try head.beginField(part)
    begin(.value)
    return run.count + 1
  }

  /// Takes bytes of a field's value: RFC 9110, section 5.5. Spaces and tabs around it are not part
  /// of it.
  private mutating func takeValue(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    part += run
    guard let end = bytes[run.endIndex...].first else { return run.count }
    guard end == 0x0D else { throw .malformed(.valueCharacter) }
    try head.endField(part.trimmingSpace)
    begin(.lineFeed(endsHead: false))
    return run.count + 1
  }

  private mutating func begin(_ next: State) {
    part.removeAll(keepingCapacity: true)
    state = next
  }

  private mutating func finishHead() throws(RequestRefusal) {
    let length = try head.bodyLength()
    state = length > 0 ? .body(length) : .done
  }
}

extension UInt8 {
  /// A character of methods and field names: `tchar` of RFC 9110, section 5.6.2.
  fileprivate var isTokenCharacter: Bool {
    if isASCIILetter || isASCIIDigit { return true }
    return switch Unicode.Scalar(self) {
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
    default: false
    }
  }
}
