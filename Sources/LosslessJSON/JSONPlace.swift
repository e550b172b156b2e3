/// A line and a column, both counted from 1, as an editor shows them.
///
/// Lines end at LF, CR LF or a lone CR. Columns count characters as a reader sees them (grapheme
/// clusters): a tab is one, and an accented letter is one, precomposed or not. A byte-order mark is
/// not counted.
public struct JSONPlace: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// A place by its two numbers.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONDocument {
  /// The place of the character at a byte offset, clamped to the text, which is read up to there;
  /// for many offsets use ``places(at:)``.
  public func place(at offset: Int) -> JSONPlace {
    var ruler = Ruler(bytes)
    return ruler.place(at: offset)
  }

  /// The places of many offsets, sorted or not, in the order given, in one pass over the text.
  public func places(at offsets: [Int]) -> [JSONPlace] { JSONPlace.places(at: offsets, in: bytes) }
}

extension JSONPlace {
  /// The places of many offsets in any text, which need not be JSON. It may be malformed after the
  /// last offset.
  ///
  /// - Parameter start: the offset of the place 1, 1. A character begins there, and no offset is
  ///   before it.
  package static func places(
    at offsets: [Int], in bytes: [UInt8], from start: Int = 0
  ) -> [JSONPlace] {
    var places = [JSONPlace](repeating: JSONPlace(line: 1, column: 1), count: offsets.count)
    var ruler = Ruler(bytes, from: start)
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      places[index] = ruler.place(at: offsets[index])
    }
    return places
  }

  /// The place in a whole text, for a place in a part that begins at `start`.
  package func behind(_ start: JSONPlace) -> JSONPlace {
    JSONPlace(
      line: start.line + line - 1, column: line == 1 ? start.column + column - 1 : column)
  }

  /// The offsets of many places in any text, in the order given, in one pass. A place beyond the
  /// end of a line or of the text means that end.
  package static func offsets(of places: [JSONPlace], in bytes: [UInt8]) -> [Int] {
    var offsets = [Int](repeating: 0, count: places.count)
    var ruler = Ruler(bytes)
    let order = places.indices.sorted {
      (places[$0].line, places[$0].column) < (places[$1].line, places[$1].column)
    }
    for index in order { offsets[index] = ruler.offset(of: places[index]) }
    return offsets
  }
}
