/// An answer, always whole: a status, fields, and a body of known length.
package struct Answer: Sendable, Hashable {
  /// The statuses of RFC 9110, section 15, and of RFC 6585: 429 (section 4) and 431 (section 5).
  package enum Status: String, Sendable, CaseIterable {
    case ok = "200 OK"
    case found = "302 Found"
    case seeOther = "303 See Other"
    case permanentRedirect = "308 Permanent Redirect"
    case badRequest = "400 Bad Request"
    case unauthorized = "401 Unauthorized"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case requestTimeout = "408 Request Timeout"
    case conflict = "409 Conflict"
    case gone = "410 Gone"
    case lengthRequired = "411 Length Required"
    case contentTooLarge = "413 Content Too Large"
    case targetTooLong = "414 URI Too Long"
    case expectationFailed = "417 Expectation Failed"
    case unprocessable = "422 Unprocessable Content"
    case tooManyRequests = "429 Too Many Requests"
    case headTooLarge = "431 Request Header Fields Too Large"
    case unavailable = "503 Service Unavailable"

    /// The status in words, and the reason if there is one: the body of an answer for programs.
    package func line(_ reason: String?) -> String {
      reason.map { "\(rawValue): \($0)" } ?? rawValue
    }
  }

  /// A header field. ``Answer/set(_:_:)`` makes sure that its value is one line.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: [UInt8]

    init(_ name: StaticString, _ value: String) {
      (self.name, self.value) = ("\(name)", Array(value.utf8))
    }

    init(_ name: StaticString, _ value: [UInt8]) {
      (self.name, self.value) = ("\(name)", value)
    }
  }

  package let status: Status
  /// A browser tells no other request the address of any answer, takes each for what it says, and
  /// shows none to a page of another origin: neither in a frame, nor to who has opened its window.
  package private(set) var fields = [
    Field("Referrer-Policy", "no-referrer"),
    Field("X-Content-Type-Options", "nosniff"),
    Field("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    Field("Cross-Origin-Resource-Policy", "same-origin"),
    Field("Cross-Origin-Opener-Policy", "same-origin"),
  ]
  package private(set) var body: [UInt8]

  /// An answer with a body of its own, which needs a `Content-Type`.
  package init(_ status: Status, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// An answer for programs, whose body is the status in words and, if it is given, the reason.
  package init(_ status: Status, _ reason: String? = nil) {
    self.init(status, body: Array("\(status.line(reason))\n".utf8))
    set("Content-Type", "text/plain; charset=utf-8")
  }

  /// Sets a field, in the place of one with that name. A value with a control character is sent
  /// empty: it could end the field (RFC 9110, section 5.5).
  ///
  /// The length and the end of the connection are not set here: they follow from the answer.
  package mutating func set(_ name: StaticString, _ value: String) {
    remove(name)
    add(name, value)
  }

  /// Adds a field, beside others with that name.
  package mutating func add(_ name: StaticString, _ value: String) {
    let isOneLine = value.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    fields.append(Field(name, isOneLine ? value : ""))
  }

  /// Sets a field to bytes that a request had as a value, without reading them.
  package mutating func set(_ name: StaticString, bytes: [UInt8]) {
    remove(name)
    let isOneLine = bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    fields.append(Field(name, isOneLine ? bytes : []))
  }

  package mutating func remove(_ name: StaticString) {
    let name = "\(name)"
    fields.removeAll { $0.name == name }
  }

  /// The value of a field; nil if it is not set.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// The answer as it is sent: RFC 9112, section 4. Its end is that of its length (RFC 9112,
  /// section 6.2), which an answer to HEAD has without a body (RFC 9110, section 9.3.2). A
  /// connection that ends says so: RFC 9112, section 9.6.
  ///
  /// - Parameters:
  ///   - isHead: leaves the body out, and keeps its length.
  ///   - keeps: says that the connection stays open.
  func bytes(isHead: Bool, keeps: Bool) -> [UInt8] {
    var bytes = Array("HTTP/1.1 \(status.rawValue)\r\n".utf8)
    for field in fields {
      bytes += field.name.utf8
      bytes += ": ".utf8
      bytes += field.value
      bytes += "\r\n".utf8
    }
    bytes += "Content-Length: \(body.count)\r\n".utf8
    bytes += "Connection: \(keeps ? "keep-alive" : "close")\r\n\r\n".utf8
    return isHead ? bytes : bytes + body
  }
}
