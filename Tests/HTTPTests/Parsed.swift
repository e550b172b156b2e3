@testable import HTTP

/// The end of a parse.
enum Parsed {
  case request(Request, rest: Int)
  case refused(RequestRefusal)
  /// More bytes are needed.
  case unfinished

  /// The result of all bytes of a text.
  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    var parser = RequestParser()
    for (index, byte) in bytes.enumerated() {
      do throws(RequestRefusal) {
        guard let request = try parser.take(byte) else { continue }
        self = .request(request, rest: bytes.count - index - 1)
      } catch {
        self = .refused(error)
      }
      return
    }
    self = .unfinished
  }

  var request: Request? {
    if case .request(let request, _) = self { request } else { nil }
  }

  var refusal: RequestRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}

extension Request {
  /// Everything that the parser has made, to compare.
  var parts: [String] {
    var parts: [String] = ["\(method)", path, query ?? "no query", "\(minorVersion)", "\(isKept)"]
    for field in fields { parts.append("\(field.name): \(field.value)") }
    parts.append("\(body)")
    for pair in form { parts.append("\(pair.name)=\(pair.value)") }
    return parts
  }
}
