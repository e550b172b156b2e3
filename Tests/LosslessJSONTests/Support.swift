import LosslessJSON
import Testing

extension JSONDocument {
  init(_ text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The whole text after a change, by the plainest of means.
  func bytes(after splice: JSONSplice) -> [UInt8] {
    Array(bytes[..<splice.range.lowerBound]) + splice.bytes + bytes[splice.range.upperBound...]
  }

  func text(after splice: JSONSplice) -> String {
    String(decoding: bytes(after: splice), as: UTF8.self)
  }

  /// The value that a path of keys and indices leads to: `accounts/0/email`.
  func at(_ path: String) throws -> JSONValue {
    var value = root
    for step in path.split(separator: "/") {
      if let index = Int(step) {
        value = try #require(elements(of: value).dropFirst(index).first)
      } else {
        value = try #require(self.value(for: JSONKey(String(step)), in: value))
      }
    }
    return value
  }

  func member(_ index: Int, of path: String = "") throws -> JSONMember {
    try #require(members(of: at(path)).dropFirst(index).first { _ in true })
  }
}

/// Why a text is refused; nil for one that is accepted.
func refusal(of bytes: [UInt8]) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONDocument(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

func refusal(of text: String) -> JSONSyntaxError? {
  refusal(of: Array(text.utf8))
}

/// Control characters visible, so that a failure can be read.
func visible(_ text: String) -> String {
  text.replacing("\r", with: "␍").replacing("\t", with: "␉").replacing("\n", with: "␊\n")
}

/// One text before a change and after it.
struct Change: Sendable, CustomTestStringConvertible {
  let rule: String
  var path = ""
  var index = 0
  var literal = JSONLiteral.integer(0)
  let before: String
  let after: String

  var testDescription: String { rule }
}
