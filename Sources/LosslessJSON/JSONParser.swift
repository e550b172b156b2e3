/// Checks a whole text in one pass and records the landmarks.
///
/// One loop with its state in local variables, because it is the hot path of every command: no
/// recursion, no object, no call for common input. The same loop checks one value by itself, so
/// that a long text can be checked piece by piece.
struct JSONParser {
  /// A syntax error before its line and column are known.
  struct Failure: Error {
    let offset: Int
    let reason: JSONSyntaxError.Reason
  }

  static func parse(_ bytes: [UInt8], notesLandmarks: Bool) throws(Failure) -> Landmarks {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Landmarks in
      guard let text = JSONText(buffer) else {
        throw Failure(offset: 0, reason: .unexpected(.end, expected: .value))
      }
      var landmarks = Landmarks()
      landmarks.isComplete = notesLandmarks && text.end <= Landmarks.longestText
      try parse(text, noting: &landmarks)
      return landmarks
    }
  }

  static func parse(_ text: JSONText, noting landmarks: inout Landmarks) throws(Failure) {
    let rootStart = text.skippingSpace(from: text.startAfterByteOrderMark)
    var i = try endOfValue(at: rootStart, depth: 0, in: text, noting: &landmarks)
    landmarks.root = rootStart..<Swift.max(rootStart, i)
    landmarks.isRootObject = text[rootStart] == .openBrace
    landmarks.lastOuterStart = landmarks.outer.last.map { Int($0.start) } ?? rootStart
    i = text.skippingSpace(from: i)
    guard i == text.end else { throw text.failure(at: i, expected: .end) }
  }

  /// Checks the value that begins at `start`, inside `outerDepth` containers; returns the offset
  /// after it.
  ///
  /// The notes for an example:
  ///
  ///     {"v": 1, "list": [{"a": "x", "b": 2}, {"a": "y", "b": 3}]}
  ///      ├─┤  ╵  ├────┤  ├──────────────────────────────────────┤   outer: the root's children
  ///                       ├────────────────┤  ├────────────────┤    inner: their children
  ///
  /// Each mark holds two offsets. In `outer` they are 1 and 4 (a key), 6 and 7 (its value), 9 and
  /// 15, 17 and 57; in `inner` 18 and 36, 38 and 56. `innerStarts` has an index of `inner` for each
  /// child of the root, 0 and 0: the first child, 1, has no children, and those of the second begin
  /// there. Deeper values are checked and not noted.
  fileprivate static func endOfValue(
    at start: Int, depth outerDepth: Int, in text: JSONText, noting landmarks: inout Landmarks
  ) throws(Failure) -> Int {
    // The deepest level whose children are recorded.
    let notedDepth = landmarks.isComplete ? 2 : 0
    var nesting = Nesting()
    // How many containers are open.
    var depth = outerDepth
    // The positions at which the values open at depth 0, 1 and 2 began.
    var outerStart = 0
    var innerStart = 0
    var expected = JSONSyntaxError.Expected.value

    var i = start
    values: while true {
      // A value must begin at `i`.
      if depth == 2 {
        innerStart = i
      } else if depth == 1, notedDepth > 0 {
        outerStart = i
        landmarks.innerStarts.append(UInt32(truncatingIfNeeded: landmarks.inner.count))
      }
      guard i < text.end else { throw text.failure(at: i, expected: expected) }
      value: switch text[i] {
      case .quote: i = try text.endOfString(at: i)
      case .openBrace:
        guard depth < JSONDocument.maximumDepth else { throw Failure(offset: i, reason: .tooDeep) }
        nesting.push(isObject: true, depth: depth)
        depth &+= 1
        i = text.skippingSpace(from: i &+ 1)
        if i < text.end, text[i] == .closeBrace {
          i &+= 1
          depth &-= 1
          nesting.pop(depth: depth)
          break value
        }
        let keyStart = i
        i = try text.endOfKey(at: i, expected: .keyOrClosingBrace)
        if depth <= notedDepth { landmarks.note(keyStart, i, depth: depth) }
        i = try text.skippingColon(from: i)
        expected = .value
        continue values
      case .openBracket:
        guard depth < JSONDocument.maximumDepth else { throw Failure(offset: i, reason: .tooDeep) }
        nesting.push(isObject: false, depth: depth)
        depth &+= 1
        i = text.skippingSpace(from: i &+ 1)
        if i < text.end, text[i] == .closeBracket {
          i &+= 1
          depth &-= 1
          nesting.pop(depth: depth)
          break value
        }
        expected = .valueOrClosingBracket
        continue values
      case .minus, .zero ... .nine: i = try text.endOfNumber(at: i)
      case .lowerT: i = try text.endOfWord(.true, at: i)
      case .lowerF: i = try text.endOfWord(.false, at: i)
      case .lowerN: i = try text.endOfWord(.null, at: i)
      default: throw text.failure(at: i, expected: expected)
      }

      // A value ended at `i`; the containers around it may end too.
      while true {
        if depth <= notedDepth {
          if depth == 1 {
            landmarks.note(outerStart, i, depth: 1)
          } else if depth == 2 {
            landmarks.note(innerStart, i, depth: 2)
          }
        }
        if depth == outerDepth { return i }
        i = text.skippingSpace(from: i)
        guard i < text.end else {
          throw text.failure(at: i, expectedAfterValueIn: nesting.isObject)
        }
        let byte = text[i]
        if byte == .comma {
          i = text.skippingSpace(from: i &+ 1)
          expected = .value
          if nesting.isObject {
            let keyStart = i
            i = try text.endOfKey(at: i, expected: .key)
            if depth <= notedDepth { landmarks.note(keyStart, i, depth: depth) }
            i = try text.skippingColon(from: i)
          }
          continue values
        }
        guard byte == (nesting.isObject ? .closeBrace : .closeBracket) else {
          throw text.failure(at: i, expectedAfterValueIn: nesting.isObject)
        }
        i &+= 1
        depth &-= 1
        nesting.pop(depth: depth)
      }
    }
  }
}

extension JSONText {
  /// Checks the one value that begins at `start`, without space before it, inside `depth`
  /// containers; returns the offset after it.
  func endOfCheckedValue(at start: Int, depth: Int) throws(JSONParser.Failure) -> Int {
    var landmarks = Landmarks()
    landmarks.isComplete = false
    return try JSONParser.endOfValue(at: start, depth: depth, in: self, noting: &landmarks)
  }
}

/// One bit for each open container: whether it is an object.
private struct Nesting {
  /// The innermost container is the lowest bit.
  private var bits: UInt64 = 0
  /// Earlier values of `bits`, saved at each 64th level before their highest bits are pushed out.
  private var saved: [UInt64] = []

  @inline(__always) var isObject: Bool { bits & 1 == 1 }

  /// Enters a container inside `depth` others.
  @inline(__always) mutating func push(isObject: Bool, depth: Int) {
    if depth & 63 == 63 { saved.append(bits) }
    bits = bits &<< 1 | (isObject ? 1 : 0)
  }

  /// Leaves the innermost container; `depth` remain.
  @inline(__always) mutating func pop(depth: Int) {
    bits &>>= 1
    if depth & 63 == 63, let last = saved.popLast() { bits = last }
  }
}

extension Landmarks {
  // Out of line: it runs once per hundreds of bytes, and growing an array is a lot of code.
  @inline(never) fileprivate mutating func note(_ start: Int, _ end: Int, depth: Int) {
    let mark = Mark(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
    if depth == 1 {
      outer.append(mark)
    } else {
      inner.append(mark)
    }
  }
}
