import LosslessJSON

extension AccountsDocument {
  /// Removes accounts, each with one comma and its comments; the ranges do not overlap.
  func removals(of removed: Set<Int>) -> [JSONSplice] {
    array.map { document.removing(elementsAt: removed.sorted(), from: $0) } ?? []
  }
}
