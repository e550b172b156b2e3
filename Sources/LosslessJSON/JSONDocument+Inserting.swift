extension JSONDocument {
  /// Inserts a member after the given member of an object, or after its last one.
  ///
  /// White space is copied from the neighbours; an empty object is opened in the document's style.
  /// Duplicate keys are not prevented. A value that is not an object is left unchanged, and an
  /// `after` that is not a member of the object counts as nil.
  public func inserting(
    _ key: String, _ literal: JSONLiteral, into object: JSONValue, after: JSONMember? = nil
  ) -> JSONSplice {
    inserting([JSONLiteral.Member(key, literal)], into: object, after: after)
  }

  /// Inserts several members into an object, as ``inserting(_:_:into:after:)`` inserts one.
  package func inserting(
    _ new: [JSONLiteral.Member], into object: JSONValue, after: JSONMember? = nil
  ) -> JSONSplice {
    guard !new.isEmpty, holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    let index = after.flatMap { members.firstIndex(of: $0) } ?? members.indices.last
    let place =
      index.map { index in
        self.place(after: index, among: members.map(\.range), in: object) { gap in
          var layout = layout(after: gap)
          layout.style = style(layout.style, withColonOf: members[index])
          return layout
        }
      } ?? opening(object)
    var writer = place.layout.writer
    for (index, member) in new.enumerated() {
      writer.bytes += index == 0 ? place.first : place.between
      writer.write(member)
    }
    return JSONSplice(range: place.range, bytes: writer.bytes + place.end)
  }

  /// Inserts elements into an array after one of its own, or before the first one.
  ///
  /// Each is on a line of its own with the indentation of the others, or on the same line. A new
  /// array or object takes several lines or one, as the last element does. An empty array is opened
  /// in the document's style. A value that is not an array is left unchanged, and an `element` that
  /// is not in the array counts as nil.
  public func inserting(
    _ literals: [JSONLiteral], into array: JSONValue, after element: JSONValue?
  ) -> JSONSplice {
    guard !literals.isEmpty, let place = place(in: array, after: element) else {
      return unchanged(array)
    }
    var bytes: [UInt8] = []
    place.write(literals.indices, to: &bytes) { literals[$0] }
    return JSONSplice(range: place.range, bytes: bytes + place.end)
  }

  /// The place and layout for appending elements to an array, if they are not to be in memory
  /// together; nil if the value is not an array.
  package func placeToAppend(to array: JSONValue) -> AppendingPlace? {
    place(in: array, after: elements(of: array).last)
  }

  /// The place and layout for inserting elements after one of an array, or before the first one;
  /// nil if the value is not an array.
  private func place(in array: JSONValue, after element: JSONValue?) -> AppendingPlace? {
    guard holds(array), array.kind == .array else { return nil }
    let elements = elements(of: array)
    guard let last = elements.last else { return opening(array) }
    let index = element.flatMap(elements.index)
    return place(after: index, among: elements.lazy.map(\.range), in: array) { gap in
      layout(of: last) ?? layout(after: gap)
    }
  }

  /// The place and layout for writing children after one of a container, or before the first one.
  ///
  /// A comment after the child on its line stays with it. A comma after the last child stays too:
  /// it then belongs to the new last child.
  private func place<Children: RandomAccessCollection<Range<Int>>>(
    after index: Int?, among children: Children, in container: JSONValue, _ layout: (Gap) -> Layout
  ) -> AppendingPlace where Children.Index == Int {
    let gap = gap(after: index ?? 0, among: children, in: container)
    func place(_ range: Range<Int>, first: [UInt8], end: [UInt8] = []) -> AppendingPlace {
      AppendingPlace(
        range: range, first: first, between: gap.bytes, end: end, layout: layout(gap))
    }
    guard let index else {
      // The comments above the first child stay with it.
      let (inside, first) = (container.range.lowerBound + 1, children[0].lowerBound)
      let start = startOfCommentsAbove(first, after: inside)
      let ownsLine = start < first && beginsLine(start)
      let space = ownsLine ? Array(spacing(in: inside..<start)) : gap.after
      return place(start..<start, first: [], end: gap.before + [.comma] + space)
    }
    let end = children[index].upperBound
    let next =
      index + 1 < children.count ? children[index + 1].lowerBound : container.range.upperBound - 1
    guard hasComments(in: end..<next) else {
      return place(end..<end, first: gap.bytes)
    }
    let comma = comma(in: end..<next)
    let start = comma.map { $0 + 1 } ?? end
    let isOnNextLine = gap.after.contains(where: \.isLineEnd)
    let isLast = index + 1 == children.count
    let goesBehind = comma == nil || isOnNextLine || isLast
    let stop = goesBehind ? endOfLineComments(in: start..<next) : start
    if comma != nil {
      guard !isOnNextLine, endsLine(comments: start..<stop),
        let closing = lastLine(in: stop..<next)
      else { return place(stop..<stop, first: gap.after, end: gap.before + [.comma]) }
      // Nothing can follow such a comment on its line.
      let indent = text(closing.blanks) + outline.surroundings.style.indent
      return place(
        stop..<stop, first: Array((text(closing.newline) + indent).utf8),
        end: gap.before + [.comma])
    }
    let comments = Array(bytes[end..<stop])
    if gap.indentation == nil, let closing = lastLine(in: stop..<next),
      endsLine(comments: end..<stop)
    {
      // Nothing can follow such a comment on its line.
      let indent = text(closing.blanks) + outline.surroundings.style.indent
      return place(
        end..<stop,
        first: gap.before + [.comma] + comments + Array((text(closing.newline) + indent).utf8))
    }
    return place(
      end..<stop,
      first: isOnNextLine ? gap.before + [.comma] + comments + gap.after : comments + gap.bytes)
  }

  /// Whether the last comment in a range goes to the end of its line.
  private func endsLine(comments range: Range<Int>) -> Bool {
    guard let last = comments(in: range).last else { return false }
    return bytes[last.lowerBound + 1] == UInt8(ascii: "/")
  }

  /// The place and layout for the first children of an empty container.
  private func opening(_ container: JSONValue) -> AppendingPlace {
    var inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    var layout = Layout(surroundings(of: container))
    // Line ends already there show where the bracket goes, and that lines are wanted.
    if let closing = lastLine(in: inside) {
      layout.style.isOneLine = false
      layout.style.newline = text(closing.newline)
      layout.indentation = text(closing.blanks)
    }
    let style = layout.style
    let comment = comments(in: inside).last
    if let comment { inside = comment.upperBound..<inside.upperBound }
    guard !style.isOneLine else {
      let isPadded = !inside.isEmpty && container.kind == .object || comment != nil
      let padding = container.kind == .array && comment == nil ? "" : isPadded ? " " : style.padding
      return AppendingPlace(
        range: inside, first: Array(padding.utf8), between: Array(",\(style.afterComma)".utf8),
        end: Array(padding.utf8), layout: layout)
    }
    let end = Array((style.newline + layout.indentation).utf8)
    layout.indentation += style.indent
    let first = Array((style.newline + layout.indentation).utf8)
    return AppendingPlace(
      range: inside, first: first, between: [.comma] + first, end: end, layout: layout)
  }
}

/// The place for new children of a container, and their layout.
package struct AppendingPlace: Sendable {
  package let range: Range<Int>
  /// The text before the first child, between two, and after the last one.
  let first: [UInt8]
  let between: [UInt8]
  package let end: [UInt8]
  let layout: Layout

  /// Writes a range of the elements, counted from 0, each with the separator before it.
  package func write(
    _ elements: Range<Int>, to bytes: inout [UInt8], _ literal: (Int) -> JSONLiteral
  ) {
    var writer = layout.writer
    swap(&writer.bytes, &bytes)
    for index in elements {
      writer.bytes += index == 0 ? first : between
      writer.write(literal(index))
    }
    swap(&writer.bytes, &bytes)
  }
}
