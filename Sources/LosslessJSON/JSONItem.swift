/// An element to insert into an array.
package enum JSONItem: Sendable {
  /// One that is laid out like its neighbours.
  case literal(JSONLiteral)
  /// The text of one that was removed, with its comments.
  case text(JSONItemText)
}

/// The text of an element with the comments that belong to it; the password of an account that was
/// removed need not be in it.
///
///     // her own
///     {"email": "ada@x.org"}, // since 2019
package struct JSONItemText: Sendable {
  /// An array that holds the element alone.
  package var list: JSONDocument

  /// Nil if it is not the text of one element.
  package init?(_ bytes: [UInt8]) {
    guard
      let list = try? JSONDocument(
        parsing: [.openBracket] + bytes + [.lineFeed, .closeBracket],
        dialect: .withComments), list.root.kind == .array,
      list.root.range.count == list.bytes.count, list.elements(of: list.root).count == 1
    else { return nil }
    self.list = list
  }

  package var element: JSONValue { list.elements(of: list.root)[0] }

  package var bytes: [UInt8] { Array(list.bytes.dropFirst().dropLast(2)) }

  fileprivate typealias Parts = (
    blank: ArraySlice<UInt8>, element: ArraySlice<UInt8>, behind: ArraySlice<UInt8>
  )

  /// The blank lines before it, the element with the comments above it and between it and its comma, and
  /// those behind that.
  fileprivate var parts: Parts {
    let (end, limit) = (element.range.upperBound, list.bytes.count - 2)
    let start = list.bytes[1..<end].firstIndex { !$0.isJSONSpace } ?? 1
    let comma = list.comma(in: end..<limit)
    return (
      list.bytes[1..<start], list.bytes[start..<(comma ?? end)],
      list.bytes[(comma.map { $0 + 1 } ?? end)..<limit]
    )
  }
}

extension JSONDocument {
  /// The text of an element of an array with the comments that belong to it and the blank lines before
  /// them; nil if it has neither, and no trailing comma.
  package func itemText(at index: Int, of array: JSONValue) -> JSONItemText? {
    let elements = elements(of: array)
    guard elements.indices.contains(index) else { return nil }
    let next =
      index + 1 < elements.count
      ? elements[index + 1].range.lowerBound : array.range.upperBound - 1
    let before = index > 0 ? elements[index - 1].range.upperBound : array.range.lowerBound + 1
    let range = part(
      elements[index].range, after: before, before: next, isFirst: index == 0, withComments: true
    ).range
    let blank = index > 0 ? blankLines(before: range.lowerBound, after: before) : []
    guard
      hasComments(
        in: range.lowerBound..<Swift.max(range.lowerBound, elements[index].range.upperBound))
        || !comments(in: range).isEmpty || !blank.isEmpty
    else { return nil }
    return JSONItemText(Array(blank) + bytes[range])
  }

  /// How many comments are before an element that do not belong to it: behind the element before it, or
  /// from the start of the array.
  package func commentsBefore(elementAt index: Int, of array: JSONValue) -> Int {
    let elements = elements(of: array)
    guard elements.indices.contains(index) else { return 0 }
    let start = index > 0 ? elements[index - 1].range.upperBound : array.range.lowerBound + 1
    let end = elements[index].range.lowerBound
    return comments(in: start..<(index > 0 ? startOfCommentsAbove(end, after: start) : end)).count
  }

  /// Inserts elements as ``inserting(_:into:after:)-literals`` does, some of them with their comments.
  ///
  /// - Parameter comments: how many of the comments behind that element stay before them; nil for those
  ///   on its line.
  package func inserting(
    _ items: [JSONItem], into array: JSONValue, after element: JSONValue?,
    behind comments: Int? = nil
  ) -> JSONSplice {
    let withComments = items.contains { if case .text = $0 { true } else { false } }
    let place = place(
      in: array, after: element, behind: comments, withComments: withComments)
    guard let place else { return unchanged(array) }
    var bytes: [UInt8] = []
    var behind: ArraySlice<UInt8> = []
    var space = place.space
    func write(_ parts: JSONItemText.Parts) {
      if bytes.isEmpty, place.first.isEmpty {
        // The blank lines before it are there; those behind it went with it.
        if !parts.blank.isEmpty { space = Array(parts.blank) }
      } else if !parts.blank.isEmpty {
        while bytes.last?.isJSONSpace == true { bytes.removeLast() }
        bytes += parts.blank
      }
      bytes += parts.element
      behind = parts.behind
    }
    func endLine(before following: ArraySlice<UInt8>) {
      let isOpen = behind.contains(.slash) && following.first?.isLineEnd != true
      guard isOpen else { return }
      bytes += (place.layout.style.newline + place.layout.indentation).utf8
    }
    for (index, item) in items.enumerated() {
      if index > 0 {
        bytes += place.gap.before + [.comma] + behind
        endLine(before: place.gap.after[...])
        bytes += place.gap.after
      } else {
        bytes += place.first
      }
      switch item {
      case .literal(let literal):
        bytes += place.layout.bytes(literal)
        behind = []
      case .text(let text):
        write(text.parts)
      }
    }
    bytes += (place.hasCommaBehind ? place.gap.before + [.comma] : []) + behind
    endLine(before: space + self.bytes[place.range.upperBound...].prefix(1))
    return JSONSplice(range: place.range, bytes: bytes + space)
  }
}
