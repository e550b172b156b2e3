extension JSONDocument {
  /// The elements of an array in order; none if the value is nil or not an array.
  ///
  /// For the root and its children, any element is found in constant time and nothing is allocated.
  /// For a deeper array, the call itself reads the array once.
  public func elements(of array: JSONValue?) -> JSONElements {
    guard let array, holds(array), array.kind == .array else {
      return JSONElements(document: self, storage: .read([]))
    }
    if let children = landmarks(in: array) {
      return JSONElements(document: self, storage: .noted(children))
    }
    var values: [JSONValue] = []
    _ = allElements(of: array) { value in
      values.append(value)
      return true
    }
    return JSONElements(document: self, storage: .read(values))
  }

  /// True if a condition holds for all elements of an array, or if the value is not an array.
  /// Elements of a deep array are not stored.
  package func allElements(of array: JSONValue, _ isTrue: (JSONValue) -> Bool) -> Bool {
    guard holds(array), array.kind == .array else { return true }
    if landmarks(in: array) != nil { return elements(of: array).allSatisfy(isTrue) }
    return withText(inside: array) { text in
      var next = text.firstChild(of: array.range)
      while next < text.end {
        let end = text.endOfValue(at: next)
        guard isTrue(JSONValue(range: next..<end, kind: JSONKind(firstByte: text[next]))) else {
          return false
        }
        next = text.nextChild(after: end)
      }
      return true
    } ?? true
  }
}

/// The elements of one array.
public struct JSONElements: RandomAccessCollection, Sendable {
  enum Storage: Sendable {
    case noted(Landmarks.Children)
    case read([JSONValue])
  }

  let document: JSONDocument
  let storage: Storage

  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch storage {
    case .noted(let children): children.indices.count
    case .read(let values): values.count
    }
  }

  /// - Precondition: the index is one of the collection's, as for an array.
  public subscript(index: Int) -> JSONValue {
    switch storage {
    case .noted(let children):
      precondition(index >= 0 && index < children.indices.count, "Index out of range")
      return document.value(
        at: document.outline.landmarks.mark(
          children.indices.lowerBound + index, of: children))
    case .read(let values):
      return values[index]
    }
  }

  /// The position of an element, by binary search.
  func index(of element: JSONValue) -> Int? {
    let index = endOfPrefix { $0.range.lowerBound < element.range.lowerBound }
    return index < count && self[index] == element ? index : nil
  }
}
