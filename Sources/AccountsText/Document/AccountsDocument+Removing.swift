import LosslessJSON

extension AccountsDocument {
  /// Takes accounts out, each with one comma; places that do not overlap.
  func removals(of removed: Set<Int>) -> [JSONSplice] {
    guard !removed.isEmpty, let array else { return [] }
    guard let first = rows.indices.first(where: { !removed.contains($0) }) else {
      let inside = array.range.lowerBound + 1..<array.range.upperBound - 1
      return [JSONSplice(range: inside, bytes: [])]
    }
    let behind = removed.filter { $0 > first }.map { index in
      JSONSplice(range: rows[index - 1].range.upperBound..<rows[index].range.upperBound, bytes: [])
    }
    guard first > 0 else { return behind }
    let before = rows[0].range.lowerBound..<rows[first].range.lowerBound
    return behind + [JSONSplice(range: before, bytes: [])]
  }
}
