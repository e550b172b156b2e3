/// A whole request that keeps the rules of ``RequestParser``.
package struct Request: Sendable {
  package enum Method: Sendable, Hashable {
    case get, head, post
    /// A method that nothing here answers, as it was written.
    case other(String)

    init(_ name: String) {
      self =
        switch name {
        case "GET": .get
        case "HEAD": .head
        case "POST": .post
        default: .other(name)
        }
    }
  }

  /// The header fields, in one buffer. A name may come several times.
  package struct Fields: Sendable {
    private var bytes: [UInt8] = []
    /// The ends of each name, in lower case, and its value: the next one begins there.
    private var ends: [(name: Int, value: Int)] = []

    var count: Int { ends.count }

    mutating func begin(_ name: [UInt8]) {
      bytes += name
      ends.append((bytes.count, bytes.count))
    }

    /// Whether a name is that of the field that was begun last.
    func lastIs(_ name: String) -> Bool { !ends.isEmpty && self.name(ends.count - 1, is: name) }

    /// Ends the field that was begun last.
    mutating func end(_ value: some Sequence<UInt8>) {
      bytes += value
      ends[ends.count - 1].value = bytes.count
    }

    /// The values of all fields with a name, without the space around; not always UTF-8.
    func values(of name: String) -> [[UInt8]] {
      ends.indices.filter { self.name($0, is: name) }.map { Array(self[$0].value) }
    }

    /// A field by its place.
    package subscript(place: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
      let (begin, end) = (place > 0 ? ends[place - 1].value : 0, ends[place])
      return (bytes[begin..<end.name], bytes[end.name..<end.value])
    }

    package var indices: Range<Int> { ends.indices }

    private func name(_ place: Int, is text: String) -> Bool {
      let name = self[place].name
      return name.count == text.utf8.count && name.elementsEqual(text.utf8)
    }
  }

  /// A name and a value of a query or a form, both decoded.
  package struct Pair: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package let method: Method
  /// The path of the target as it was sent, percent-encoded; it begins with a slash.
  package let path: String
  /// The text after the first question mark of the target, as it was sent; nil without one.
  package let query: String?
  /// 0 for HTTP/1.0, else 1; see RFC 9110, section 6.2.
  package let minorVersion: Int
  package let fields: Fields
  package let body: [UInt8]
  /// The fields of a posted form, none of them twice; empty for other methods.
  package let form: [Pair]
  /// The IP address of the client, from a proxy that vouches for it; nil if it is not known.
  package internal(set) var client: String?

  /// The values of all fields with a name, which is given in lower case.
  package func values(of name: String) -> [[UInt8]] { fields.values(of: name) }

  /// The value of the only field with a name; nil if there is none, several, or it is not UTF-8.
  package func text(of name: String) -> String? {
    let found = values(of: name)
    guard found.count == 1, let value = found.first else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// True if the client wants to send further requests on the connection: RFC 9112, section 9.3.
  /// The options of `Connection` have no case: RFC 9110, section 7.6.1. After other methods it
  /// ends.
  var isKept: Bool {
    guard method == .get || method == .head else { return false }
    let options = values(of: "connection").flatMap { $0.split(separator: UInt8(ascii: ",")) }
      .map { String(decoding: $0.trimmingSpace, as: UTF8.self).lowercased() }
    return !options.contains("close") && (minorVersion > 0 || options.contains("keep-alive"))
  }
}

extension BidirectionalCollection<UInt8> {
  /// Without the spaces and tabs around: `OWS` of RFC 9110, section 5.6.3.
  package var trimmingSpace: SubSequence {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isSpace)
  }
}
