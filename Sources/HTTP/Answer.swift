import TextTools

/// An answer, always whole: a status, fields, and a body of known length.
package struct Answer: Sendable, Hashable {
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
    case lengthRequired = "411 Length Required"
    case contentTooLarge = "413 Content Too Large"
    case targetTooLong = "414 URI Too Long"
    case expectationFailed = "417 Expectation Failed"
    case unprocessable = "422 Unprocessable Content"
    case tooManyRequests = "429 Too Many Requests"
    case headTooLarge = "431 Request Header Fields Too Large"
    case unavailable = "503 Service Unavailable"
  }

  /// A header field. ``Answer/set(_:_:)`` makes sure that its value is one line.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package let status: Status
  /// A browser tells no other request the address of any answer, and takes each for what it says.
  package private(set) var fields = [
    Field(name: "Referrer-Policy", value: "no-referrer"),
    Field(name: "X-Content-Type-Options", value: "nosniff"),
  ]
  package private(set) var body: [UInt8]

  /// An answer with a body of its own, which needs a `Content-Type`.
  package init(_ status: Status, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// An answer for programs, whose body is the status in words.
  package init(_ status: Status) {
    self.init(status, body: Array("\(status.rawValue)\n".utf8))
    set("Content-Type", "text/plain; charset=utf-8")
  }

  /// Sets a field, in the place of one with that name. A value with a control character is sent empty:
  /// it could end the field.
  ///
  /// The length and the end of the connection are not set here: they follow from the answer.
  package mutating func set(_ name: StaticString, _ value: String) {
    let name = "\(name)"
    let isOneLine = value.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    fields.removeAll { $0.name == name }
    fields.append(Field(name: name, value: isOneLine ? value : ""))
  }

  /// The value of a field; nil if it is not set.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The answer as it is sent.
  ///
  /// - Parameters:
  ///   - isHead: leaves the body out, and keeps its length.
  ///   - keeps: says that the connection stays open.
  func bytes(isHead: Bool, keeps: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status.rawValue)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\n"
    text += "Connection: \(keeps ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8) + (isHead ? [] : body)
  }
}
