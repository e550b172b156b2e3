import LosslessJSON

/// A key of an account or a file, with its values in the three texts; nil if absent.
struct MergedKey: Sendable {
  let name: String
  let old: JSONLiteral?
  let mine: JSONLiteral?
  let theirs: JSONLiteral?

  /// True if both sides changed it.
  var isConflict: Bool { old != mine && old != theirs }

  var isDifferent: Bool { mine != theirs }

  static func all(
    _ old: KeyedMembers, _ mine: KeyedMembers, _ theirs: KeyedMembers
  ) -> [MergedKey] {
    let ofSides = mine.keys + theirs.keys.filter { !mine.contains($0) }
    let removed = old.keys.filter { !mine.contains($0) && !theirs.contains($0) }
    return (ofSides + removed).map { name in
      MergedKey(name: name, old: old[name], mine: mine[name], theirs: theirs[name])
    }
  }
}
