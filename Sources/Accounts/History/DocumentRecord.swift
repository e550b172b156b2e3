/// A change of the file around the accounts: its rulebook, and other keys beside the accounts.
public struct DocumentRecord: Sendable, Hashable {
  /// The keys that changed, with their values: one that came twice has each of them, in order.
  public var changes: [AccountRecord.Change]
  /// Keys that changed without their values being kept.
  public var lostKeys: [String]

  /// Nil if nothing changed.
  public init?(_ changes: [AccountRecord.Change], lostKeys: [String] = []) {
    guard !changes.isEmpty || !lostKeys.isEmpty else { return nil }
    self.changes = changes
    self.lostKeys = lostKeys
  }

  /// All keys that changed, each once.
  package var keys: [String] { changes.map(\.key).eachOnce + lostKeys }

  /// True if the values that undo needs are kept.
  public var keepsValues: Bool { lostKeys.isEmpty }

  package var withoutValues: DocumentRecord {
    var document = self
    document.lostKeys = keys
    document.changes = []
    return document
  }
}
