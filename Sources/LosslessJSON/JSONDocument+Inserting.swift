extension JSONDocument {
  /// Inserts a member after the given member of an object, or after its last one.
  ///
  /// White space is copied from the neighbours; an empty object is opened in the document's style.
  /// Duplicate keys are not prevented. A value that is not an object is left unchanged, and an
  /// `after` that is not a member of the object counts as nil.
  public func inserting(
    _ key: String, _ literal: JSONLiteral, into object: JSONValue, after: JSONMember? = nil
  ) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let last = members.indices.last else {
      return opening(object) { $0.write(JSONLiteral.Member(key, literal), indentation: $1) }
    }
    let index = after.flatMap { members.firstIndex(of: $0) } ?? last
    let neighbour = members[index]
    let gap = gap(after: index, among: members.map(\.range), in: object)
    var layout = layout(after: gap)
    layout.style = style(layout.style, withColonOf: neighbour)
    var writer = JSONWriter(style: layout.style)
    writer.bytes = gap.bytes
    writer.write(JSONLiteral.Member(key, literal), indentation: layout.indentation)
    let end = neighbour.range.upperBound
    return JSONSplice(range: end..<end, bytes: writer.bytes)
  }

  /// Appends an element to an array.
  ///
  /// It follows the last element, on a line of its own with the same indentation or on the same
  /// line. A new array or object takes several lines or one, as the last element does. An empty
  /// array is opened in the document's style. A value that is not an array is left unchanged.
  public func appending(_ literal: JSONLiteral, to array: JSONValue) -> JSONSplice {
    appending(contentsOf: [literal], to: array)
  }

  /// Appends several elements, each laid out as a single one would be. The array is read once.
  public func appending(contentsOf literals: [JSONLiteral], to array: JSONValue) -> JSONSplice {
    guard holds(array), array.kind == .array, !literals.isEmpty else { return unchanged(array) }
    let elements = elements(of: array)
    guard let last = elements.last else {
      return opening(array) { writer, indentation in
        for (index, literal) in literals.enumerated() {
          if index > 0 { writer.writeGap(indentation: indentation) }
          writer.write(literal, indentation: indentation)
        }
      }
    }
    let gap = gap(after: elements.count - 1, among: elements.lazy.map(\.range), in: array)
    let layout = layout(of: last) ?? layout(after: gap)
    let end = last.range.upperBound
    var bytes: [UInt8] = []
    for literal in literals {
      bytes += gap.bytes
      bytes += layout.bytes(literal)
    }
    return JSONSplice(range: end..<end, bytes: bytes)
  }

  /// Writes the first child into an empty container.
  private func opening(
    _ container: JSONValue, _ write: (inout JSONWriter, String) -> Void
  ) -> JSONSplice {
    let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    var layout = Layout(surroundings(of: container))
    // Line ends already there show where the bracket goes, and that lines are wanted.
    if let closing = lastLine(in: inside) {
      layout.style.isOneLine = false
      layout.style.newline = text(closing.newline)
      layout.indentation = text(closing.blanks)
    }
    let style = layout.style
    var writer = JSONWriter(style: style)
    if style.isOneLine {
      let isPadded = !inside.isEmpty && container.kind == .object
      let padding = container.kind == .array ? "" : isPadded ? " " : style.padding
      writer.bytes = Array(padding.utf8)
      write(&writer, layout.indentation)
      writer.bytes += padding.utf8
    } else {
      let indentation = layout.indentation + style.indent
      writer.bytes = Array((style.newline + indentation).utf8)
      write(&writer, indentation)
      writer.bytes += (style.newline + layout.indentation).utf8
    }
    return JSONSplice(range: inside, bytes: writer.bytes)
  }
}
