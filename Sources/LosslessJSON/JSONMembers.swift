extension JSONDocument {
  /// The members of an object as written, duplicates included; none if it is not an object.
  public func members(of object: JSONValue) -> JSONMembers {
    JSONMembers(document: self, object: object)
  }
}

/// The members of one object, found one at a time.
public struct JSONMembers: Sequence, Sendable {
  let document: JSONDocument
  let object: JSONValue

  public func makeIterator() -> Iterator { Iterator(document: document, object: object) }

  public struct Iterator: IteratorProtocol, Sendable {
    private let document: JSONDocument
    private let object: JSONValue
    /// The marks of the members, if parsing recorded them.
    private let children: Landmarks.Children?
    /// The next mark, or the next byte to read; nil at the end.
    private var place: Int?

    init(document: JSONDocument, object: JSONValue) {
      self.document = document
      self.object = object
      guard document.holds(object), object.kind == .object else {
        children = nil
        return
      }
      children = document.landmarks(in: object)
      place =
        children?.indices.lowerBound
        ?? document.withText(inside: object) { $0.firstChild(of: object.range) }
    }

    public mutating func next() -> JSONMember? {
      guard let place else { return nil }
      return children.map { noted(at: place, in: $0) } ?? read(at: place)
    }

    private mutating func noted(at index: Int, in children: Landmarks.Children) -> JSONMember? {
      guard index + 1 < children.indices.upperBound else {
        place = nil
        return nil
      }
      place = index + 2
      let landmarks = document.outline.landmarks
      return JSONMember(
        key: JSONValue(range: landmarks.mark(index, of: children), kind: .string),
        value: document.value(at: landmarks.mark(index + 1, of: children)))
    }

    private mutating func read(at start: Int) -> JSONMember? {
      let found = document.withText(inside: object) { $0.wholeMember(at: start) }
      guard let (member, next) = found.flatMap({ $0 }) else {
        place = nil
        return nil
      }
      place = next
      return member
    }
  }
}
