import TextTools

/// Reads one request, byte by byte, however the bytes are split.
///
///     request = method SP target SP "HTTP/1." DIGIT CRLF *( name ":" value CRLF ) CRLF [ body ]
///     method  = 1*32 tchar
///     target  = ( "/" / "http://" host / "https://" host ) *VCHAR, no "#", "%" with two digits
///     name    = 1*tchar
///     value   = *( HTAB / SP / VCHAR / obs-text )
///
/// The rules are those of RFC 9112 (HTTP/1.1) and RFC 9110 (HTTP), with less choice. Where they let
/// a server mend something odd, it is refused here, as soon as it is seen: two programs that mend
/// it differently would see two different requests. So there are no bare line feeds and no empty
/// lines before the request (RFC 9112, section 2.2), no spaces before a colon (5.1) and no folded
/// fields (5.2), and a body has a `Content-Length` (6.2). Limits come first, and memory is bounded
/// by them.
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

  /// Consumes a byte; returns the request that it completes. After that or a refusal, the parser is
  /// of no further use.
  package mutating func take(_ byte: UInt8) throws(RequestRefusal) -> Request? {
    if case .body(let missing) = state {
      body.append(byte)
      state = missing > 1 ? .body(missing - 1) : .done
      return missing > 1 ? nil : try head.request(body: body)
    }
    headCount += 1
    guard headCount <= Self.greatestHead else { throw .headTooLarge }
    switch state {
    case .method: try takeMethod(byte)
    case .target: try takeTarget(byte)
    case .version: try takeVersion(byte)
    case .lineFeed(let endsHead):
      guard byte == 0x0A else { throw .malformed(.lineEnd) }
      if endsHead { return try finishHead() }
      state = .lineBegin
    case .lineBegin where byte == 0x0D: state = .lineFeed(endsHead: true)
    case .lineBegin, .name: try takeName(byte)
    case .value: try takeValue(byte)
    case .body, .done: throw .malformed(.afterEnd)
    }
    return nil
  }

  /// Takes a byte of the method, a token: RFC 9112, section 3.1. One space follows it: section 3.
  private mutating func takeMethod(_ byte: UInt8) throws(RequestRefusal) {
    if byte == 0x20, !part.isEmpty {
      head.method = Request.Method(String(decoding: part, as: UTF8.self))
      return begin(.target)
    }
    guard byte.isTokenCharacter else { throw .malformed(.methodCharacter) }
    guard part.count < Self.longestMethod else { throw .malformed(.longMethod) }
    part.append(byte)
  }

  /// Takes a byte of the target: RFC 9112, section 3.2. It is ASCII (RFC 3986, section 2), and a
  /// fragment is not part of it (RFC 9110, section 7.1).
  private mutating func takeTarget(_ byte: UInt8) throws(RequestRefusal) {
    if byte == 0x20 {
      try head.setTarget(part)
      return begin(.version)
    }
    guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "#") else {
      throw .malformed(.targetCharacter)
    }
    guard part.count < Self.greatestTarget else { throw .targetTooLong }
    part.append(byte)
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

  /// Takes a byte of a field's name, a token that the colon follows at once: RFC 9112, section 5.1.
  /// Case does not count: RFC 9110, section 5.1.
  private mutating func takeName(_ byte: UInt8) throws(RequestRefusal) {
    if byte == UInt8(ascii: ":"), case .name = state {
      try head.beginField(part)
      return begin(.value)
    }
    guard byte.isTokenCharacter else { throw .malformed(.nameCharacter) }
    state = .name
    part.append(byte.lowercasedASCII)
  }

  /// Takes a byte of a field's value: RFC 9110, section 5.5. Spaces and tabs around it are not part
  /// of it.
  private mutating func takeValue(_ byte: UInt8) throws(RequestRefusal) {
    if byte == 0x0D {
      try head.endField(Array(part.trimmingSpace))
      return begin(.lineFeed(endsHead: false))
    }
    guard byte == 0x09 || byte >= 0x20 && byte != 0x7F else { throw .malformed(.valueCharacter) }
    part.append(byte)
  }

  private mutating func begin(_ next: State) {
    part.removeAll(keepingCapacity: true)
    state = next
  }

  private mutating func finishHead() throws(RequestRefusal) -> Request? {
    let length = try head.bodyLength()
    state = length > 0 ? .body(length) : .done
    return length > 0 ? nil : try head.request(body: [])
  }
}

extension UInt8 {
  /// A character of methods and field names: `tchar` of RFC 9110, section 5.6.2.
  fileprivate var isTokenCharacter: Bool {
    isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
