/// A change of the file around the accounts: its rulebook, other keys beside the accounts, and the
/// accounts' order.
public struct DocumentRecord: Sendable, Hashable {
  /// The order of the accounts before and after.
  public enum Order: Sendable, Hashable {
    /// The names in comparable form: those between the first and the last that moved, or all. Added
    /// and removed accounts are on one side only.
    case names(old: [String], new: [String])
    /// The order changed; the names are not kept.
    case isLost
  }

  /// The keys that changed, with their values: one that came twice has each of them, in order.
  public var changes: [AccountRecord.Change]
  /// Keys that changed without their values being kept.
  public var lostKeys: [String]
  /// The change of order; nil if it stayed.
  public var order: Order?

  /// Nil if nothing changed.
  public init?(
    _ changes: [AccountRecord.Change], lostKeys: [String] = [], order: Order? = nil
  ) {
    guard !changes.isEmpty || !lostKeys.isEmpty || order != nil else { return nil }
    self.changes = changes
    self.lostKeys = lostKeys
    self.order = order
  }

  /// All keys that changed, each once.
  package var keys: [String] { changes.map(\.key).eachOnce + lostKeys }

  /// True if the values that undo needs are kept.
  public var keepsValues: Bool { lostKeys.isEmpty && order != .isLost }

  package var withoutValues: DocumentRecord {
    var document = self
    document.lostKeys = keys
    document.changes = []
    if order != nil { document.order = .isLost }
    return document
  }

  package var names: [String] {
    guard case .names(let old, let new) = order else { return [] }
    return old + new
  }

  /// Drops some names, given in comparable form; nil if nothing is left.
  package func forgetting(_ names: Set<String>) -> DocumentRecord? {
    guard case .names(var old, var new) = order else { return self }
    old.removeAll { names.contains($0) }
    new.removeAll { names.contains($0) }
    return DocumentRecord(
      changes, lostKeys: lostKeys, order: old == new ? nil : .names(old: old, new: new))
  }
}
