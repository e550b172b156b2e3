import LosslessJSON

extension AccountsDocument {
  /// Takes accounts out, each with one comma and its comments; places that do not overlap.
  func removals(of removed: Set<Int>) -> [JSONSplice] {
    array.map { document.removing(elementsAt: removed.sorted(), from: $0) } ?? []
  }
}
