import LosslessJSON

/// A key that differs on the two sides, with its values in the three texts; nil where absent.
struct MergedKey: Sendable {
  let name: String
  let old: JSONLiteral?
  let mine: JSONLiteral?
  let theirs: JSONLiteral?

  /// True if both sides changed it.
  var isConflict: Bool { old != mine && old != theirs }

  static func different(
    _ old: KeyedMembers, _ mine: KeyedMembers, _ theirs: KeyedMembers
  ) -> [MergedKey] {
    (mine.keys + theirs.keys.filter { !mine.contains($0) }).map { name in
      MergedKey(name: name, old: old[name], mine: mine[name], theirs: theirs[name])
    }.filter { $0.mine != $0.theirs }
  }
}
