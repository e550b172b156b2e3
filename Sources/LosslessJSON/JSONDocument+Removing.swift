extension JSONDocument {
  /// Removes a member from an object, with one comma and the member's own white space; without
  /// members, `{}` is left. A member that is not in the object leaves it unchanged.
  public func removing(_ member: JSONMember, from object: JSONValue) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let index = members.firstIndex(of: member) else { return unchanged(object) }
    return removing(index, of: members.map(\.range), in: object)
  }

  /// Removes an element from an array, with one comma and the element's own white space; without
  /// elements, `[]` is left. An element that is not in the array leaves it unchanged.
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
}
