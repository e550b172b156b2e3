/// The word that was most likely meant, or nil: at most two mistakes (a letter missing, extra,
/// wrong, or two swapped), and fewer than half the word's letters.
package func nearest(to word: String, in words: [String]) -> String? {
  let typed = Array(word.lowercased())
  let ranked = words.map { (word: $0, slips: slips(typed, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.slips < $1.slips }) else { return nil }
  return best.slips <= 2 && best.slips * 2 < max(best.word.count, 3) ? best.word : nil
}

/// The number of letters to add, take out, replace or exchange with their neighbours, to make one
/// word of the other; nil if it is greater.
package func edits(from left: [Character], to right: [Character], atMost most: Int) -> Int? {
  guard abs(left.count - right.count) <= most else { return nil }
  let count = slips(left, right)
  return count <= most ? count : nil
}

private func slips(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var best = min(last[column + 1] + 1, current[column] + 1)
      best = min(best, last[column] + (character == other ? 0 : 1))
      if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
