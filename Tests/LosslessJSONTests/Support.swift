import LosslessJSON
import Testing

extension JSONDocument {
  init(_ text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The whole text after a change, computed in the simplest way.
  func bytes(after splice: JSONSplice) -> [UInt8] {
    Array(bytes[..<splice.range.lowerBound]) + splice.bytes + bytes[splice.range.upperBound...]
  }

  func text(after splice: JSONSplice) -> String {
    String(decoding: bytes(after: splice), as: UTF8.self)
  }

  /// The value at a path of keys and indices: `accounts/0/email`.
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

  func appending(_ literal: JSONLiteral, to array: JSONValue) -> JSONSplice {
    appending(contentsOf: [literal], to: array)
  }

  func appending(contentsOf literals: [JSONLiteral], to array: JSONValue) -> JSONSplice {
    inserting(literals, into: array, after: elements(of: array).last)
  }

  func member(_ index: Int, of path: String = "") throws -> JSONMember {
    try #require(members(of: at(path)).dropFirst(index).first { _ in true })
  }
}

/// Why a text is refused; nil if it is accepted.
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

/// Makes control characters visible in failure messages.
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
