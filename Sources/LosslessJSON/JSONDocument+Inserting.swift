extension JSONDocument {
  /// A new member after one of an object's members, or after its last one.
  ///
  /// Its white space is taken from its neighbours; an empty object is opened in the document's
  /// style. Nothing keeps a key from coming twice. What is no object here is left unchanged, and
  /// an `after` that is no member of the object counts as nil.
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
    var layout = Layout(
      style: outline.surroundings.style, indentation: gap.indentation ?? "",
      isOneLine: gap.indentation == nil)
    layout.style = style(layout.style, withColonOf: neighbour)
    var writer = JSONWriter(style: layout.style)
    writer.bytes = gap.bytes
    writer.write(JSONLiteral.Member(key, literal), indentation: layout.indentation)
    let end = neighbour.range.upperBound
    return JSONSplice(range: end..<end, bytes: writer.bytes)
  }

  /// A new element after the last one of an array.
  ///
  /// It follows the last element: on a line of its own with the same indentation, or beside it; and
  /// an array or object is written over several lines or in one, as that one is. An empty array is
  /// opened in the document's style. What is no array here is left unchanged.
  public func appending(_ literal: JSONLiteral, to array: JSONValue) -> JSONSplice {
    appending(contentsOf: [literal], to: array)
  }

  /// New elements after the last one of an array, one behind the other, each as a single one would
  /// be. Takes the time of looking at the array once.
  public func appending(
    contentsOf literals: [JSONLiteral], to array: JSONValue
  ) -> JSONSplice {
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
    let layout =
      layout(of: last)
      ?? Layout(
        style: outline.surroundings.style, indentation: gap.indentation ?? "",
        isOneLine: gap.indentation == nil)
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
    // Line ends that are there already say where the bracket stands, and that lines are wanted.
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
