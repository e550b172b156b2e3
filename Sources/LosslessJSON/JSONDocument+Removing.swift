extension JSONDocument {
  /// Removes a member from an object, with one comma and the member's own white space; without
  /// members, `{}` is left. Comments beside it stay. A member that is not in the object leaves it unchanged.
  public func removing(_ member: JSONMember, from object: JSONValue) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let index = members.firstIndex(of: member) else { return unchanged(object) }
    return removing(index, of: members.map(\.range), in: object)
  }

  /// Removes an element from an array, with one comma and the element's own white space; without
  /// elements, `[]` is left. Comments beside it stay. An element that is not in the array leaves it unchanged.
  public func removing(element: JSONValue, from array: JSONValue) -> JSONSplice {
    guard holds(array), array.kind == .array else { return unchanged(array) }
    let elements = elements(of: array)
    let index = elements.endOfPrefix { $0.range.lowerBound < element.range.lowerBound }
    guard index < elements.count, elements[index] == element else { return unchanged(array) }
    return removing(index, of: elements.lazy.map(\.range), in: array)
  }

  private func removing<Children: RandomAccessCollection<Range<Int>>>(
    _ index: Int, of children: Children, in container: JSONValue
  ) -> JSONSplice where Children.Index == Int {
    if let parts = removals(index...index, of: children, in: container, withComments: false) {
      return joined(parts)
    }
    let range: Range<Int>
    if children.count == 1 {
      range = container.range.lowerBound + 1..<container.range.upperBound - 1
    } else if index == 0 {
      range = children[0].lowerBound..<children[1].lowerBound
    } else {
      range = children[index - 1].upperBound..<children[index].upperBound
    }
    return JSONSplice(range: range, bytes: [])
  }

  /// Changes that follow one another as one.
  private func joined(_ parts: [JSONSplice]) -> JSONSplice {
    guard let first = parts.first, let last = parts.last else {
      return JSONSplice(range: 0..<0, bytes: [])
    }
    let range = first.range.lowerBound..<last.range.upperBound
    return JSONSplice(
      range: range, bytes: Array(pieces(applying: parts, in: range).joined()))
  }

  /// Removes elements from an array, each with one comma, its own white space and the comments that
  /// belong to it: those on the lines directly above, without a blank line, and those behind it on its
  /// last line. Those above the first element of the array stay, since they may speak of all.
  ///
  /// - Parameter indices: ascending.
  package func removing(elementsAt indices: [Int], from array: JSONValue) -> [JSONSplice] {
    guard holds(array), array.kind == .array, !indices.isEmpty else { return [] }
    let elements = elements(of: array)
    guard indices.allSatisfy(elements.indices.contains) else { return [] }
    let ranges = elements.lazy.map(\.range)
    guard let first = elements.indices.first(where: { !indices.contains(sorted: $0) }) else {
      let inside = array.range.lowerBound + 1..<array.range.upperBound - 1
      return removals(0...elements.count - 1, of: ranges, in: array, withComments: true)
        ?? [JSONSplice(range: inside, bytes: [])]
    }
    var splices: [JSONSplice] = []
    var rest = indices[...]
    while let start = rest.popFirst() {
      var end = start
      while rest.first == end + 1 {
        end += 1
        rest.removeFirst()
      }
      if let parts = removals(start...end, of: ranges, in: array, withComments: true) {
        splices += parts
      } else if start == 0 {
        splices.append(
          JSONSplice(range: ranges[0].lowerBound..<ranges[first].lowerBound, bytes: []))
      } else {
        let range = ranges[start - 1].upperBound..<ranges[end].upperBound
        splices.append(JSONSplice(range: range, bytes: []))
      }
    }
    return splices
  }
}

extension [Int] {
  fileprivate func contains(sorted number: Int) -> Bool {
    let index = endOfPrefix { $0 < number }
    return index < count && self[index] == number
  }
}

// MARK: With comments

extension JSONDocument {
  /// What belongs to a child of a container.
  private struct Part {
    /// The child, with its comments if they go with it, and the comma if nothing is between.
    var range: Range<Int>
    /// The comma, if comments that stay are between.
    var comma: Int?
  }

  /// Takes out children that follow one another; nil if no comment is among them.
  private func removals<Children: RandomAccessCollection<Range<Int>>>(
    _ run: ClosedRange<Int>, of children: Children, in container: JSONValue, withComments: Bool
  ) -> [JSONSplice]? where Children.Index == Int {
    let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    func end(before index: Int) -> Int {
      index > 0 ? children[index - 1].upperBound : inside.lowerBound
    }
    func start(after index: Int) -> Int {
      index + 1 < children.count ? children[index + 1].lowerBound : inside.upperBound
    }
    let whole = end(before: run.lowerBound)..<start(after: run.upperBound)
    guard hasComments(in: whole) else { return nil }
    let isLast = run.upperBound == children.count - 1
    // What is at the beginning leaves the space before it, the rest that behind it.
    let isFirst = run.lowerBound == 0 && !isLast
    var splices: [JSONSplice] = []
    func remove(_ range: Range<Int>) {
      let start = Swift.max(range.lowerBound, splices.last?.range.upperBound ?? whole.lowerBound)
      guard start < range.upperBound else { return }
      if let last = splices.last, last.range.upperBound == start {
        splices.removeLast()
        splices.append(JSONSplice(range: last.range.lowerBound..<range.upperBound, bytes: []))
        return
      }
      splices.append(JSONSplice(range: start..<range.upperBound, bytes: []))
    }
    let isUncovered =
      isLast && comma(in: children[run.upperBound].upperBound..<whole.upperBound) == nil
    if isUncovered, run.lowerBound > 0,
      let comma = comma(in: whole.lowerBound..<children[run.lowerBound].lowerBound)
    {
      let isBehindSpace = spaceBefore(comma).lowerBound <= whole.lowerBound
      remove((isBehindSpace ? whole.lowerBound : comma)..<comma + 1)
    }
    for index in run {
      let part = part(
        children[index], after: end(before: index), before: start(after: index),
        isFirst: index == 0,
        withComments: withComments)
      let range = part.range
      let space = Swift.max(spaceBefore(range.lowerBound).lowerBound, end(before: index))
      var blanks = range.upperBound
      while blanks < whole.upperBound, bytes[blanks] == .space || bytes[blanks] == .tab {
        blanks += 1
      }
      // What is left before the space.
      let last = splices.last?.range
      let left = last.map { $0.upperBound >= space ? $0.lowerBound : space } ?? space
      let isBehindLineComment = endsLineComment(at: left)
      let isAtLineEnd = bytes[blanks].isLineEnd
      if isFirst {
        let isBeforeComment = structure[blanks] != bytes[blanks] && bytes[blanks] != .comma
        let end = spaceAfter(range.upperBound, upTo: start(after: index)).upperBound
        remove(range.lowerBound..<(isBeforeComment ? blanks : end))
      } else if isBehindLineComment && !isAtLineEnd
        || structure[blanks] != bytes[blanks] && bytes[blanks] != .comma
      {
        remove(range.lowerBound..<blanks)
      } else {
        remove(space..<(isBehindLineComment ? blanks : range.upperBound))
      }
      if let comma = part.comma { remove(comma..<comma + 1) }
    }
    // Without elements and comments, no space is left either.
    let rest = pieces(applying: splices, in: inside).joined()
    if run.lowerBound == 0, isLast, rest.allSatisfy(\.isJSONSpace) {
      return [JSONSplice(range: inside, bytes: [])]
    }
    return splices
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
