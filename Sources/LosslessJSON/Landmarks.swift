/// The places of the children of the outermost two levels: everything that parsing remembers.
///
/// Eight bytes for a child, and four more for a child of the root. An object's member takes two
/// marks, one for the key and one for the value.
struct Landmarks: Sendable {
  /// The bytes of one value or key.
  struct Mark: Sendable {
    var start: UInt32
    var end: UInt32

    var range: Range<Int> { Int(start)..<Swift.max(Int(start), Int(end)) }
  }

  /// The list, and the part of it, that holds one container's children.
  struct Children: Sendable {
    let isOuter: Bool
    let indices: Range<Int>
  }

  /// The longest text whose offsets fit in a mark. A longer one is read from value to value.
  static let longestText = Int(UInt32.max)

  var root = 0..<0
  var isRootObject = false
  /// False if the text was too long; then no children are recorded.
  var isComplete = true
  var outer: [Mark] = []
  /// The children of the root's children, one after another.
  var inner: [Mark] = []
  /// The start of the root's last child, or of the root if it has none.
  var lastOuterStart = 0
  /// For each child of the root, the start of its own children in `inner`.
  var innerStarts: [UInt32] = []

  /// The children of the container with exactly these bytes; nil if they were not recorded.
  @inline(__always) func children(of container: Range<Int>) -> Children? {
    // Most queries are about the root's last child, which tends to be the long list.
    guard container.lowerBound <= lastOuterStart else { return nil }
    return notedChildren(of: container)
  }

  @inline(never) private func notedChildren(of container: Range<Int>) -> Children? {
    guard isComplete else { return nil }
    if container == root { return Children(isOuter: true, indices: outer.indices) }
    let stride = isRootObject ? 2 : 1
    func mark(of index: Int) -> Mark { outer[index * stride + stride - 1] }
    let index = innerStarts.indices.endOfPrefix { mark(of: $0).start < container.lowerBound }
    guard index < innerStarts.count, mark(of: index).range == container else { return nil }
    let end = index + 1 < innerStarts.count ? Int(innerStarts[index + 1]) : inner.count
    return Children(isOuter: false, indices: Int(innerStarts[index])..<end)
  }

  @inline(__always) func mark(_ index: Int, of children: Children) -> Range<Int> {
    children.isOuter ? outer[index].range : inner[index].range
  }
}

extension RandomAccessCollection where Index == Int {
  /// The end of the first elements for which a condition is true, by binary search: it must be true
  /// for no later one.
  package func endOfPrefix(_ isInPrefix: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInPrefix(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
