extension JSONDocument {
  /// Removes a member from an object.
  ///
  /// Takes one comma and the member's own white space with it; an object without members becomes
  /// `{}`. A member that is not in the object leaves it unchanged.
  public func removing(_ member: JSONMember, from object: JSONValue) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let index = members.firstIndex(of: member) else { return unchanged(object) }
    return removing(index, of: members.map(\.range), in: object)
  }

  /// Removes an element from an array.
  ///
  /// Takes one comma and the element's own white space with it; an array without elements becomes
  /// `[]`. An element that is not in the array leaves it unchanged.
  public func removing(element: JSONValue, from array: JSONValue) -> JSONSplice {
    guard holds(array), array.kind == .array else { return unchanged(array) }
    let elements = elements(of: array)
    // Elements are sorted by offset.
    var low = 0
    var high = elements.count
    while low < high {
      let middle = low + (high - low) / 2
      if elements[middle].range.lowerBound < element.range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < elements.count, elements[low] == element else { return unchanged(array) }
    return removing(low, of: elements.lazy.map(\.range), in: array)
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
