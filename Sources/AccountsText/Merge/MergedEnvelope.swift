import Accounts
import LosslessJSON

/// Merges the keys beside the accounts, each value as a whole.
struct MergedEnvelope: Sendable {
  /// The keys that both sides changed differently.
  private(set) var conflicts: [String] = []
  /// True if they changed a repeated key, or one that cannot be decoded.
  private(set) var isAmbiguous = false
  /// Their changes: my present value, and theirs; nil where absent.
  private var changes: [(key: String, mine: JSONValue?, theirs: JSONValue?, isConflict: Bool)] = []

  init() {}

  init(_ old: KeyedMembers, _ mine: KeyedMembers, _ theirs: KeyedMembers) {
    guard old != theirs, mine != theirs else { return }
    guard old.isUnambiguous, mine.isUnambiguous, theirs.isUnambiguous else {
      // Of a key that comes twice, nobody knows which is which.
      isAmbiguous = true
      return
    }
    for key in mine.keys + theirs.keys.filter({ !mine.contains($0) }) {
      let (before, here, there) = (old[key], mine[key], theirs[key])
      guard here != there, before != there else { continue }
      let isConflict = before != here
      if isConflict { conflicts.append(key) }
      changes.append((key, mine.value(of: key), theirs.value(of: key), isConflict))
    }
  }

  /// Replacements of my values.
  func replacements(by theirs: JSONDocument, _ withConflicts: Bool) -> [JSONSplice] {
    changes.compactMap { change in
      guard let old = change.mine, let new = change.theirs, withConflicts || !change.isConflict
      else { return nil }
      return JSONSplice(range: old.range, bytes: Array(theirs.bytes[new.range]))
    }
  }

  /// Keys to add with their values, or to remove.
  func setting(_ withConflicts: Bool) -> [(key: String, value: JSONValue?)] {
    changes.filter { change in
      (change.mine == nil || change.theirs == nil) && (withConflicts || !change.isConflict)
    }.map { ($0.key, $0.theirs) }
  }
}
