/// Recognises common passwords and simple variations of them.
enum CommonPasswords {
  /// True if a password, without case, is a listed entry or a part of a walk: also reversed,
  /// repeated, or with digits or signs around it. Also true for one or two characters repeated.
  static func contain(_ password: String) -> Bool {
    contain(Array(PersonName.key(of: password).unicodeScalars)[...])
  }

  private static func contain(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    // Around digits alone, further digits make another number.
    let hasLetters = text.contains(where: \.properties.isAlphabetic)
    let isAround = { (scalar: Unicode.Scalar) in
      !scalar.properties.isAlphabetic && (hasLetters || !("0"..."9").contains(scalar))
    }
    let before = text.prefix(while: isAround).count
    guard before < text.count else { return isMade(text) }
    let behind = text.reversed().prefix(while: isAround).count
    // An entry may itself begin or end with what is around others.
    for start in lengths(upTo: before) {
      for end in lengths(upTo: behind) {
        let core = text.dropFirst(start).dropLast(end)
        if start + end == 0 || core.count >= shortestCore, isMade(core) { return true }
      }
    }
    // The repeated part may itself have signs around it.
    let counts = (1..<text.count / 2 + 1).prefix(longestUnit)
    guard let count = counts.first(where: { repeats(text, $0) }) else { return false }
    return contain(text.prefix(count))
  }

  /// The shortest entry that counts with signs around it.
  private static let shortestCore = 4

  /// The lengths to try to cut off an end: up to 16, and everything.
  private static func lengths(upTo length: Int) -> [Int] {
    Array(0...min(length, 16)) + (length > 16 ? [length] : [])
  }

  /// True if a text is a common one, or repeats one.
  private static func isMade(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard !text.isEmpty else { return false }
    return (1...min(text.count, longestUnit)).contains { count in
      guard repeats(text, count) else { return false }
      if count <= 2, text.count >= 4 { return true }
      let unit = text.prefix(count)
      return isListed(unit) || isListed(unit.reversed())
    }
  }

  /// True if the rest of the text repeats its first characters.
  private static func repeats(_ text: ArraySlice<Unicode.Scalar>, _ count: Int) -> Bool {
    zip(text.dropFirst(count), text).allSatisfy(==)
  }

  /// Longer than any entry or walk.
  private static let longestUnit = 48

  private static func isListed(_ word: some Collection<Unicode.Scalar>) -> Bool {
    guard !word.contains(" ") else { return false }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: word)
    let bytes = Array(String(view).utf8)
    return isEntry(bytes) || word.count >= 3 && isPartOfWalk(bytes)
  }

  /// Binary search: around the middle, up to the spaces.
  private static func isEntry(_ word: [UInt8]) -> Bool {
    let list = UnsafeBufferPointer(start: entries.utf8Start, count: entries.utf8CodeUnitCount)
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      let start = list[low..<middle].lastIndex(of: space).map { $0 + 1 } ?? low
      let end = list[middle...].firstIndex(of: space) ?? list.count
      let entry = list[start..<end]
      if entry.elementsEqual(word) { return true }
      if entry.lexicographicallyPrecedes(word) { low = end + 1 } else { high = start }
    }
    return false
  }

  private static func isPartOfWalk(_ word: [UInt8]) -> Bool {
    let list = UnsafeBufferPointer(start: walks.utf8Start, count: walks.utf8CodeUnitCount)
    guard word.count <= list.count else { return false }
    return (0...list.count - word.count).contains { list[$0...].starts(with: word) }
  }

  private static let space = UInt8(ascii: " ")
}
