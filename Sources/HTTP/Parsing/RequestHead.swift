import TextTools

/// The head of a request, as far as the parser has read it, and the rules that join its parts.
struct RequestHead: Sendable {
  var method = Request.Method.get
  var minorVersion = 1
  private var path = ""
  private var query: String?
  private var fields = Request.Fields()
  private var length: Int?
  private var hasHost = false

  /// Sets path and query from a target in origin form or absolute form: RFC 9112, sections 3.2.1
  /// and 3.2.2; the other two forms are for proxies and for all of a server. An absolute one is
  /// taken by its path: its host, like the field `Host`, is only a client's claim. An empty host is
  /// refused: RFC 9110, section 4.2.1.
  mutating func setTarget(_ target: [UInt8]) throws(RequestRefusal) {
    var rest = target[...]
    for scheme in ["http://", "https://"]
    where rest.lazy.map(\.lowercasedASCII).starts(with: scheme.utf8) {
      rest = rest.dropFirst(scheme.utf8.count)
      let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      guard !host.isEmpty else { throw .malformed(.emptyHost) }
      rest = rest.dropFirst(host.count)
      if rest.first != UInt8(ascii: "/") { rest = ([UInt8(ascii: "/")] + rest)[...] }
      break
    }
    guard rest.first == UInt8(ascii: "/") else { throw .malformed(.targetForm) }
    guard PercentEncoding.bytes(rest) != nil else { throw .malformed(.targetEncoding) }
    let parts = rest.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = String(decoding: parts[0], as: UTF8.self)
    query = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }

  /// Begins a field, and refuses those that would let two programs see two different requests: any
  /// `Transfer-Encoding` (RFC 9112, section 6.1), a second `Content-Length`, be it the same (RFC
  /// 9110, section 8.6), and a second `Host` (RFC 9112, section 3.2).
  mutating func beginField(_ name: [UInt8]) throws(RequestRefusal) {
    guard fields.count < RequestParser.mostFields else { throw .headTooLarge }
    fields.begin(name)
    if fields.lastIs("transfer-encoding") { throw .malformed(.transferEncoding) }
    if length != nil, fields.lastIs("content-length") { throw .malformed(.secondLength) }
    if hasHost, fields.lastIs("host") { throw .malformed(.secondHost) }
  }

  /// Ends a field. A length is of digits alone: RFC 9110, section 8.6, which allows any number of
  /// them.
  mutating func endField(_ value: ArraySlice<UInt8>) throws(RequestRefusal) {
    if fields.lastIs("host") { hasHost = true }
    if fields.lastIs("content-length") {
      guard !value.isEmpty, value.allSatisfy(\.isASCIIDigit) else { throw .malformed(.length) }
      // More than fits is as much too large as just too much.
      length = value.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1 << 20) }
    }
    fields.end(value)
  }

  /// The length of the body that follows; refuses what the fields together do not allow.
  ///
  /// HTTP/1.1 needs a `Host`: RFC 9112, section 3.2. A body of GET or HEAD has no meaning, and may
  /// be an attempt to smuggle a request: RFC 9110, section 9.3.1. A form needs its length (411):
  /// RFC 9110, section 15.5.12. No go-ahead is sent to a client that expects it (417): section
  /// 10.1.1.
  func bodyLength() throws(RequestRefusal) -> Int {
    guard hasHost || minorVersion == 0 else { throw .malformed(.noHost) }
    if method == .get || method == .head {
      guard length ?? 0 == 0 else { throw .malformed(.bodyOfGet) }
    }
    if method == .post, length == nil { throw .lengthRequired }
    let length = length ?? 0
    guard length <= RequestParser.greatestBody else { throw .bodyTooLarge }
    guard length == 0 || fields.values(of: "expect").isEmpty else { throw .expectation }
    return length
  }

  func request(body: [UInt8]) throws(RequestRefusal) -> Request {
    Request(
      method: method, path: path, query: query, minorVersion: minorVersion, fields: fields,
      body: body, form: method == .post ? try form(body) : [])
  }

  /// The fields of a form, which must be urlencoded UTF-8 and have each name once: the type is
  /// compared as RFC 9110, section 8.3.1 says, without its parameters.
  private func form(_ body: [UInt8]) throws(RequestRefusal) -> [Request.Pair] {
    guard !body.isEmpty else { return [] }
    let types = fields.values(of: "content-type").map { value in
      String(decoding: value.prefix { $0 != UInt8(ascii: ";") }.trimmingSpace, as: UTF8.self)
        .lowercased()
    }
    guard types == ["application/x-www-form-urlencoded"] else { throw .malformed(.formType) }
    guard let pairs = PercentEncoding.pairs(body) else { throw .malformed(.formEncoding) }
    guard Set(pairs.map(\.name)).count == pairs.count else { throw .malformed(.secondField) }
    return pairs
  }
}
