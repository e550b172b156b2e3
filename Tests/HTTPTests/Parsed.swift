@testable import HTTP

/// The end of a parse.
enum Parsed {
  case request(Request, rest: Int)
  case refused(RequestRefusal)
  /// More bytes are needed.
  case unfinished

  /// The result of all bytes of a text.
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// - Parameter most: how many bytes come at once.
  init(_ bytes: [UInt8], by most: Int = .max) {
    var parser = RequestParser()
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(most)
      rest = rest.dropFirst(chunk.count)
      do throws(RequestRefusal) {
        guard let (request, left) = try parser.take(chunk) else { continue }
        self = .request(request, rest: left.count + rest.count)
      } catch {
        self = .refused(error)
      }
      return
    }
    self = .unfinished
  }

  /// Everything that came of it, to compare.
  var parts: [String] {
    switch self {
    case .request(let request, let rest): request.parts + ["\(rest)"]
    case .refused(let refusal): ["refused: \(refusal)"]
    case .unfinished: ["unfinished"]
    }
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
    for place in fields.indices {
      let (name, value) = fields[place]
      parts.append("\(String(decoding: name, as: UTF8.self)): \(Array(value))")
    }
    parts.append("\(body)")
    for pair in form { parts.append("\(pair.name)=\(pair.value)") }
    return parts
  }
}
