import LosslessJSON

extension AccountsMerge {
  /// The merged text with git's markers around conflicting lines. Taking all of mine, or all of
  /// theirs, gives valid text again.
  ///
  /// - Parameter size: the number of signs in a marker.
  package func marked(size: Int = 7) -> [UInt8] {
    guard !isClean else { return document.bytes }
    let (mine, theirs) =
      isWhole
      ? (self.mine.document.bytes, self.theirs.document.bytes) : (document.bytes, other.bytes)
    let pair = LinePair(mine, theirs)
    guard !isWhole, mine != theirs else {
      return pair.text(marking: [pair.whole], size: max(1, size))
    }
    // A value on several lines is marked whole: parts of two lists are no list.
    let hunks = pair.widened(pair.hunks()) { document.rangeOfMember(around: $0) }
    let together = conflictPlaces.map { place in
      (
        mine: document.range(of: place.keys, at: place.mine),
        theirs: other.range(of: place.keys, at: place.theirs)
      )
    }
    return pair.text(marking: pair.joined(hunks, in: together), size: max(1, size))
  }
}

extension JSONDocument {
  /// The range from the first to the last of some keys of accounts at some positions; nil for no
  /// account.
  ///
  /// - Parameter keys: nil for all keys.
  fileprivate func range(of keys: [String]?, at positions: [Int]) -> Range<Int>? {
    guard let list = value(for: JSONKey("accounts"), in: root) else { return nil }
    let accounts = elements(of: list)
    let ranges = positions.flatMap { position -> [Range<Int>] in
      guard let keys else { return [accounts[position].range] }
      let members = members(of: accounts[position])
      return members.filter { member in string(member.key).map(keys.contains) ?? false }
        .map { $0.key.range.lowerBound..<$0.value.range.upperBound }
    }
    guard let start = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
    else { return nil }
    return start..<end
  }

  /// The range of the member, of an account or of the file, that contains an offset; nil if none
  /// does.
  fileprivate func rangeOfMember(around offset: Int) -> Range<Int>? {
    func member(of object: JSONValue) -> (member: JSONMember, range: Range<Int>)? {
      for member in members(of: object) {
        let range = member.key.range.lowerBound..<member.value.range.upperBound
        if range.lowerBound < offset, offset < range.upperBound { return (member, range) }
      }
      return nil
    }
    guard let outer = member(of: root), isKey(outer.member.key, JSONKey("accounts")) else {
      return member(of: root)?.range
    }
    let accounts = elements(of: outer.member.value)
    let index = accounts.endOfPrefix { $0.range.upperBound <= offset }
    guard index < accounts.count, accounts[index].range.contains(offset) else { return nil }
    return member(of: accounts[index])?.range
  }
}

struct LinePair {
  struct Hunk: Equatable {
    var mine: Range<Int>
    var theirs: Range<Int>
  }

  private let mine: [ArraySlice<UInt8>]
  private let theirs: [ArraySlice<UInt8>]
  private let lineEnd: [UInt8]

  init(_ mine: [UInt8], _ theirs: [UInt8]) {
    lineEnd = Array((mine.endsLinesWithCR ? "\r\n" : "\n").utf8)
    self.mine = mine.lines
    self.theirs = theirs.lines
  }

  var whole: Hunk { Hunk(mine: mine.indices, theirs: theirs.indices) }

  /// The differing lines, in order. Lines that occur once in each text anchor the comparison;
  /// between them, short stretches are compared line by line.
  func hunks() -> [Hunk] {
    var hunks: [Hunk] = []
    // The hunks still to compare, the next one last.
    var rest = [(hunk: whole, depth: 0)]
    while let (whole, depth) = rest.popLast() {
      let hunk = trimmed(whole)
      if hunk.mine.isEmpty && hunk.theirs.isEmpty { continue }
      if hunk.mine.isEmpty || hunk.theirs.isEmpty {
        hunks.append(hunk)
        continue
      }
      let common = depth < 8 ? commonLines(of: hunk) : []
      guard !common.isEmpty else {
        hunks += shortHunks(of: hunk)
        continue
      }
      var parts: [Hunk] = []
      var start = (hunk.mine.lowerBound, hunk.theirs.lowerBound)
      for (here, there) in common {
        parts.append(Hunk(mine: start.0..<here, theirs: start.1..<there))
        start = (here + 1, there + 1)
      }
      parts.append(
        Hunk(mine: start.0..<hunk.mine.upperBound, theirs: start.1..<hunk.theirs.upperBound))
      rest += parts.reversed().map { ($0, depth + 1) }
    }
    return joined(hunks)
  }

  private func trimmed(_ hunk: Hunk) -> Hunk {
    var (here, there) = (hunk.mine, hunk.theirs)
    while let first = here.first, let other = there.first, mine[first] == theirs[other] {
      (here, there) = (here.dropFirst(), there.dropFirst())
    }
    while let last = here.last, let other = there.last, mine[last] == theirs[other] {
      (here, there) = (here.dropLast(), there.dropLast())
    }
    return Hunk(mine: here, theirs: there)
  }

  /// The lines that occur once in each part, as many as are in the same order.
  private func commonLines(of hunk: Hunk) -> [(Int, Int)] {
    var counts: [ArraySlice<UInt8>: (here: Int, there: Int, count: Int, theirCount: Int)] = [:]
    for index in hunk.mine { counts[mine[index], default: (index, 0, 0, 0)].count += 1 }
    for index in hunk.theirs where counts[theirs[index]] != nil {
      counts[theirs[index]]?.there = index
      counts[theirs[index]]?.theirCount += 1
    }
    let common = counts.values.filter { $0.count == 1 && $0.theirCount == 1 }
      .sorted { $0.here < $1.here }
    // The longest ascending list: of each length, the one that ends first.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: common.count)
    for (index, line) in common.enumerated() {
      let length = ends.endOfPrefix { common[$0].there < line.there }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var list: [(Int, Int)] = []
    var last = ends.last ?? -1
    while last >= 0 {
      list.append((common[last].here, common[last].there))
      last = before[last]
    }
    return list.reversed()
  }

  /// Compares a short stretch line by line; a long one is one hunk.
  private func shortHunks(of hunk: Hunk) -> [Hunk] {
    let (here, there) = (Array(hunk.mine), Array(hunk.theirs))
    guard here.count * there.count <= 10_000 else { return [hunk] }
    // The longest common list of lines from each pair of places on.
    var lengths = Array(
      repeating: Array(repeating: 0, count: there.count + 1), count: here.count + 1)
    for i in here.indices.reversed() {
      for j in there.indices.reversed() {
        lengths[i][j] =
          mine[here[i]] == theirs[there[j]]
          ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    while i < here.count || j < there.count {
      let start = (i, j)
      while i < here.count || j < there.count {
        if i < here.count, j < there.count, mine[here[i]] == theirs[there[j]] { break }
        if j == there.count || i < here.count && lengths[i + 1][j] >= lengths[i][j + 1] {
          i += 1
        } else {
          j += 1
        }
      }
      let (first, other) = (hunk.mine.lowerBound, hunk.theirs.lowerBound)
      if start != (i, j) {
        hunks.append(Hunk(mine: first + start.0..<first + i, theirs: other + start.1..<other + j))
      }
      while i < here.count, j < there.count, mine[here[i]] == theirs[there[j]] {
        (i, j) = (i + 1, j + 1)
      }
    }
    return hunks
  }

  /// Joins hunks with only brackets between them.
  private func joined(_ hunks: [Hunk]) -> [Hunk] {
    hunks.reduce(into: []) { joined, hunk in
      guard let last = joined.last else { return joined.append(hunk) }
      let between = last.mine.upperBound..<hunk.mine.lowerBound
      let isBrackets = between.allSatisfy { line in
        mine[line].allSatisfy { !$0.isLetterOrDigit }
      }
      guard isBrackets else { return joined.append(hunk) }
      joined[joined.count - 1] = Hunk(
        mine: last.mine.lowerBound..<hunk.mine.upperBound,
        theirs: last.theirs.lowerBound..<hunk.theirs.upperBound)
    }
  }

  /// Extends hunks that begin or end inside a range of the first text to the whole range.
  ///
  /// - Parameter range: the range around an offset; nil for none.
  func widened(_ hunks: [Hunk], to range: (Int) -> Range<Int>?) -> [Hunk] {
    var wide: [Hunk] = []
    for hunk in hunks {
      var lines = hunk.mine
      for line in Set([hunk.mine.lowerBound, hunk.mine.upperBound]) where line < mine.count {
        guard let range = range(mine[line].startIndex) else { continue }
        let (first, last) = (self.line(of: range.lowerBound), self.line(of: range.upperBound - 1))
        lines = min(lines.lowerBound, first)..<max(lines.upperBound, last + 1)
      }
      // The added lines are the same on both sides.
      let theirs =
        hunk.theirs.lowerBound - (hunk.mine.lowerBound - lines.lowerBound)..<hunk.theirs.upperBound
        + (lines.upperBound - hunk.mine.upperBound)
      guard let last = wide.last, lines.lowerBound < last.mine.upperBound else {
        wide.append(Hunk(mine: lines, theirs: theirs))
        continue
      }
      let gained = max(0, last.mine.upperBound - lines.upperBound)
      wide[wide.count - 1] = Hunk(
        mine: last.mine.lowerBound..<lines.upperBound + gained,
        theirs: last.theirs.lowerBound..<theirs.upperBound + gained)
    }
    return wide
  }

  /// Joins the hunks of each pair of ranges in the two texts to one, with what is between.
  func joined(
    _ hunks: [Hunk], in pairs: [(mine: Range<Int>?, theirs: Range<Int>?)]
  ) -> [Hunk] {
    var joined = hunks
    func lines(_ range: Range<Int>?, _ text: [ArraySlice<UInt8>]) -> Range<Int> {
      range.map { line(of: $0.lowerBound, in: text)..<line(of: $0.upperBound - 1, in: text) + 1 }
        ?? 0..<0
    }
    for pair in pairs {
      let (here, there) = (lines(pair.mine, mine), lines(pair.theirs, theirs))
      let start = joined.endOfPrefix {
        $0.mine.upperBound <= here.lowerBound && $0.theirs.upperBound <= there.lowerBound
      }
      let touching = joined[start...].indices.filter { index in
        joined[index].mine.overlaps(here) || joined[index].theirs.overlaps(there)
      }
      guard let first = touching.first, let last = touching.last, first < last else { continue }
      joined.replaceSubrange(
        first...last,
        with: [
          Hunk(
            mine: joined[first].mine.lowerBound..<joined[last].mine.upperBound,
            theirs: joined[first].theirs.lowerBound..<joined[last].theirs.upperBound)
        ])
    }
    return joined
  }

  /// The line of an offset in the first text.
  private func line(of offset: Int) -> Int { line(of: offset, in: mine) }

  private func line(of offset: Int, in text: [ArraySlice<UInt8>]) -> Int {
    max(0, text.endOfPrefix { $0.startIndex <= offset } - 1)
  }

  /// The first text, with differences between markers.
  func text(marking hunks: [Hunk], size: Int) -> [UInt8] {
    var text: [UInt8] = []
    func mark(_ sign: Unicode.Scalar, _ label: String) {
      if let last = text.last, last != UInt8(ascii: "\n") { text += lineEnd }
      text += Array(repeating: UInt8(ascii: sign), count: size) + Array(label.utf8) + lineEnd
    }
    var next = 0
    for hunk in hunks {
      for line in mine[next..<hunk.mine.lowerBound] { text += line }
      mark("<", " ours")
      for line in mine[hunk.mine] { text += line }
      mark("=", "")
      for line in theirs[hunk.theirs] { text += line }
      mark(">", " theirs")
      next = hunk.mine.upperBound
    }
    for line in mine[next...] { text += line }
    return text
  }
}

extension [UInt8] {
  /// The lines, each with its end.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in indices where self[index] == UInt8(ascii: "\n") {
      lines.append(self[start...index])
      start = index + 1
    }
    if start < count { lines.append(self[start...]) }
    return lines
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}
