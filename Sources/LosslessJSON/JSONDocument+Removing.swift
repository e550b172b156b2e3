extension JSONDocument {
  /// An object without one of its members.
  ///
  /// Takes one comma and the white space that belonged to the member; without its last member an
  /// object is `{}`. What is no member of the object leaves it unchanged.
  public func removing(_ member: JSONMember, from object: JSONValue) -> JSONSplice {
    guard holds(object), object.kind == .object else { return unchanged(object) }
    let members = Array(members(of: object))
    guard let index = members.firstIndex(of: member) else { return unchanged(object) }
    return removing(index, of: members.map(\.range), in: object)
  }

  /// An array without one of its elements.
  ///
  /// Takes one comma and the white space that belonged to the element; without its last element an
  /// array is `[]`. What is no element of the array leaves it unchanged.
  public func removing(element: JSONValue, from array: JSONValue) -> JSONSplice {
    guard holds(array), array.kind == .array else { return unchanged(array) }
    let elements = elements(of: array)
    // Elements stand in the order of their places.
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
