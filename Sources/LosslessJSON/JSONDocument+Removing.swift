extension JSONDocument {
  /// Removes a member from an object, with one comma and the member's own white space; without
  /// members, `{}` is left. Comments beside it, and before its value, stay. A member that is not in
  /// the object leaves it unchanged.
  public func removing(_ member: JSONMember, from object: JSONValue) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let index = members.firstIndex(of: member) else { return unchanged(object) }
    return joined(removals([index], of: members, in: object))
  }

  /// Removes several members from an object, as ``removing(_:from:)`` removes one.
  ///
  /// - Parameter indices: ascending.
  package func removing(membersAt indices: [Int], from object: JSONValue) -> [JSONSplice] {
    guard holds(object), object.kind == .object, !indices.isEmpty else { return [] }
    let members = Array(members(of: object))
    guard indices.allSatisfy(members.indices.contains) else { return [] }
    return removals(indices, of: members, in: object)
  }

  private func removals(
    _ indices: [Int], of members: [JSONMember], in object: JSONValue
  ) -> [JSONSplice] {
    removals(indices, of: members.map(\.range), in: object, withComments: false) { index in
      let member = members[index]
      return comments(in: member.key.range.upperBound..<member.value.range.lowerBound)
    }
  }

  /// Removes an element from an array, with one comma and the element's own white space; without
  /// elements, `[]` is left. Comments beside it stay. An element that is not in the array leaves it
  /// unchanged.
  public func removing(element: JSONValue, from array: JSONValue) -> JSONSplice {
    guard holds(array), array.kind == .array else { return unchanged(array) }
    let elements = elements(of: array)
    guard let index = elements.index(of: element) else { return unchanged(array) }
    return joined(
      removals([index], of: elements.lazy.map(\.range), in: array, withComments: false))
  }

  /// Joins adjacent changes into one.
  private func joined(_ parts: [JSONSplice]) -> JSONSplice {
    guard let first = parts.first, let last = parts.last else {
      return JSONSplice(range: 0..<0, bytes: [])
    }
    let range = first.range.lowerBound..<last.range.upperBound
    return JSONSplice(
      range: range, bytes: Array(pieces(applying: parts, in: range).joined()))
  }

  /// Removes elements from an array, each with one comma, its own white space and its comments:
  /// those on the lines directly above, without a blank line, and those after it on its last line.
  /// Comments above the first element of the array stay, since they may concern all.
  ///
  /// - Parameter indices: ascending.
  package func removing(elementsAt indices: [Int], from array: JSONValue) -> [JSONSplice] {
    guard holds(array), array.kind == .array, !indices.isEmpty else { return [] }
    let elements = elements(of: array)
    guard indices.allSatisfy(elements.indices.contains) else { return [] }
    return removals(indices, of: elements.lazy.map(\.range), in: array, withComments: true)
  }

  /// Removes children, at ascending indices.
  ///
  /// - Parameter kept: the comments inside a child that stay.
  private func removals<Children: RandomAccessCollection<Range<Int>>>(
    _ indices: [Int], of children: Children, in container: JSONValue, withComments: Bool,
    keeping kept: (Int) -> ArraySlice<Range<Int>> = { _ in [] }
  ) -> [JSONSplice] where Children.Index == Int {
    var splices: [JSONSplice] = []
    var rest = indices[...]
    while let start = rest.popFirst() {
      var end = start
      while rest.first == end + 1 {
        end += 1
        rest.removeFirst()
      }
      splices += removals(
        start...end, of: children, in: container, withComments: withComments, keeping: kept)
    }
    return splices
  }
}

// MARK: With comments

extension JSONDocument {
  /// The parts of a container that belong to a child.
  private struct Part {
    /// The child, with its comments if they are removed too, and its comma if nothing is between.
    var range: Range<Int>
    /// The comma, if comments that stay are between.
    var comma: Int?
  }

  /// Removes adjacent children.
  private func removals<Children: RandomAccessCollection<Range<Int>>>(
    _ run: ClosedRange<Int>, of children: Children, in container: JSONValue, withComments: Bool,
    keeping kept: (Int) -> ArraySlice<Range<Int>>
  ) -> [JSONSplice] where Children.Index == Int {
    let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    func end(before index: Int) -> Int {
      index > 0 ? children[index - 1].upperBound : inside.lowerBound
    }
    func start(after index: Int) -> Int {
      index + 1 < children.count ? children[index + 1].lowerBound : inside.upperBound
    }
    let whole = end(before: run.lowerBound)..<start(after: run.upperBound)
    let isLast = run.upperBound == children.count - 1
    guard hasComments(in: whole) else {
      let range =
        run.lowerBound > 0
        ? whole.lowerBound..<children[run.upperBound].upperBound
        : (isLast ? inside : children[0].lowerBound..<whole.upperBound)
      return [JSONSplice(range: range, bytes: [])]
    }
    var splices: [JSONSplice] = []
    if isLast, run.lowerBound > 0,
      comma(in: children[run.upperBound].upperBound..<whole.upperBound) == nil,
      let comma = comma(in: whole.lowerBound..<children[run.lowerBound].lowerBound)
    {
      let isBehindSpace = spaceBefore(comma).lowerBound <= whole.lowerBound
      let range = (isBehindSpace ? whole.lowerBound : comma)..<comma + 1
      splices.append(JSONSplice(range: range, bytes: []))
    }
    var removed: [Range<Int>] = []
    for index in run {
      let part = part(
        children[index], after: end(before: index), before: start(after: index),
        isFirst: index == 0, withComments: withComments)
      removed += pieces(of: part.range, between: kept(index))
      if let comma = part.comma { removed.append(comma..<comma + 1) }
    }
    // Parts with only space between them are removed together.
    var stretches: [Range<Int>] = []
    for range in removed {
      guard let last = stretches.last,
        bytes[last.upperBound..<range.lowerBound].allSatisfy(\.isJSONSpace)
      else {
        stretches.append(range)
        continue
      }
      stretches[stretches.count - 1] = last.lowerBound..<range.upperBound
    }
    splices += stretches.map { stretch in
      let range = range(
        removing: stretch, in: inside,
        isFirst: stretch.lowerBound == children[0].lowerBound, withComments: withComments)
      return JSONSplice(range: range, bytes: [])
    }
    // Without elements and comments, no space is left either.
    let rest = pieces(applying: splices, in: inside).joined()
    if run.lowerBound == 0, isLast, rest.allSatisfy(\.isJSONSpace) {
      return [JSONSplice(range: inside, bytes: [])]
    }
    return splices
  }

  /// The pieces of a range between comments, without the space around them.
  private func pieces(
    of range: Range<Int>, between comments: ArraySlice<Range<Int>>
  ) -> [Range<Int>] {
    let starts = [range.lowerBound] + comments.map(\.upperBound)
    let ends = comments.map(\.lowerBound) + [range.upperBound]
    return zip(starts, ends).compactMap { start, end in
      let first = spaceAfter(start, upTo: end).upperBound
      return first < end ? first..<spaceBefore(end).lowerBound : nil
    }
  }

  /// The range to remove: adds the white space before or after it, whichever has fewer lines, so
  /// that a separate comment is not moved next to another child.
  private func range(
    removing stretch: Range<Int>, in inside: Range<Int>, isFirst: Bool, withComments: Bool
  ) -> Range<Int> {
    let before = spaceBefore(stretch.lowerBound)
    let behind = spaceAfter(stretch.upperBound, upTo: inside.upperBound)
    let lines = (before: lineEnds(in: before) ?? 0, behind: lineEnds(in: behind) ?? 0)
    let isBehindLineComment = endsLineComment(at: before.lowerBound)
    if behind.upperBound == inside.upperBound {
      // The bracket keeps its place.
      if isBehindLineComment, lines.behind == 0 { return stretch.lowerBound..<behind.upperBound }
    } else if lines.before > lines.behind || lines.before == lines.behind && isFirst {
      let above = comments(in: inside.lowerBound..<stretch.lowerBound).last
      if withComments, lines == (1, 1), let above, beginsLine(above.lowerBound),
        let line = lastLine(in: before)
      {
        // A comment above the first child may concern all: an empty line stays below it.
        return line.newline.upperBound..<stretch.upperBound
      }
      return stretch.lowerBound..<behind.upperBound
    }
    var end = stretch.upperBound
    if isBehindLineComment { while end < behind.upperBound, !bytes[end].isLineEnd { end += 1 } }
    return before.lowerBound..<end
  }

  private func part(
    _ child: Range<Int>, after before: Int, before next: Int, isFirst: Bool, withComments: Bool
  ) -> Part {
    let comma = comma(in: child.upperBound..<next)
    guard withComments else {
      let isDirect = comma.map { spaceBefore($0).lowerBound <= child.upperBound } ?? false
      guard let comma, isDirect else { return Part(range: child, comma: comma) }
      return Part(range: child.lowerBound..<comma + 1)
    }
    let start = isFirst ? child.lowerBound : startOfCommentsAbove(child.lowerBound, after: before)
    let end = endOfLineComments(in: (comma.map { $0 + 1 } ?? child.upperBound)..<next)
    return Part(range: start..<end)
  }
}
