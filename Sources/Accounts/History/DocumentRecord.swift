/// What a change did to the file around the accounts: to the rulebook, to other keys beside the
/// accounts, and to the order of the accounts.
public struct DocumentRecord: Sendable, Equatable {
  /// In which order accounts stood and stand.
  public enum Order: Sendable, Equatable {
    /// The names, as they compare, of those between the first and the last that moved, or of all. Who
    /// came or went is on one side alone.
    case names(old: [String], new: [String])
    /// It changed, and the names are not kept.
    case isLost
  }

  /// The keys that changed, with their values.
  public var changes: [AccountRecord.Change]
  /// The keys that changed too, and whose values are not kept.
  public var lostKeys: [String]
  /// What became of the order; nil if it stayed.
  public var order: Order?

  /// What a change did; nil if it did nothing.
  public init?(
    _ changes: [AccountRecord.Change], lostKeys: [String] = [], order: Order? = nil
  ) {
    guard !changes.isEmpty || !lostKeys.isEmpty || order != nil else { return nil }
    self.changes = changes
    self.lostKeys = lostKeys
    self.order = order
  }

  /// All keys that changed.
  public var keys: [String] { changes.map(\.key) + lostKeys }

  /// Whether the values are kept that are needed to take it back.
  public var keepsValues: Bool { lostKeys.isEmpty && order != .isLost }

  /// The same without its values.
  package var withoutValues: DocumentRecord {
    var document = self
    document.lostKeys = keys
    document.changes = []
    if order != nil { document.order = .isLost }
    return document
  }

  /// The names that it holds.
  package var names: [String] {
    guard case .names(let old, let new) = order else { return [] }
    return old + new
  }

  /// The same without some names, in the form in which they compare; nil if nothing is left.
  package func forgetting(_ names: Set<String>) -> DocumentRecord? {
    guard case .names(var old, var new) = order else { return self }
    old.removeAll { names.contains($0) }
    new.removeAll { names.contains($0) }
    return DocumentRecord(
      changes, lostKeys: lostKeys, order: old == new ? nil : .names(old: old, new: new))
  }
}
