extension JSONText {
  /// Checks the number that begins at `start` with a minus or a digit; returns the offset after it.
  @inline(never) func endOfNumber(at start: Int) throws(JSONParser.Failure) -> Int {
    var i = start
    if base[i] == .minus { i &+= 1 }
    if i < end, base[i] == .zero {
      i &+= 1
      if i < end, base[i].isDigit { throw JSONParser.Failure(offset: i, reason: .leadingZero) }
    } else {
      i = try endOfDigits(at: i)
    }
    if i < end, base[i] == .point { i = try endOfDigits(at: i &+ 1) }
    if i < end, base[i] | 0x20 == .lowerE {
      i &+= 1
      if i < end, base[i] == .plus || base[i] == .minus { i &+= 1 }
      i = try endOfDigits(at: i)
    }
    return i
  }

  @inline(__always) private func endOfDigits(at start: Int) throws(JSONParser.Failure) -> Int {
    var i = start
    while i < end, base[i].isDigit { i &+= 1 }
    guard i > start else { throw failure(at: i, expected: .digit) }
    return i
  }

  /// Checks the word whose first letter is at `start`; returns the offset after it.
  @inline(never) func endOfWord(
    _ word: JSONSyntaxError.Word, at start: Int
  ) throws(JSONParser.Failure) -> Int {
    var i = start
    for letter in word.rawValue.utf8 {
      guard i < end, base[i] == letter else { throw failure(at: i, expected: .word(word)) }
      i &+= 1
    }
    return i
  }
}
