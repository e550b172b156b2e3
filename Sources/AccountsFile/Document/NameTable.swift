import Accounts
import LosslessJSON

/// The positions of the accounts of a name: looked for in the text or, for many names, in a table.
struct NameTable {
  private let document: AccountsDocument
  private let table: [UniqueName: [Int]]?

  init(_ document: AccountsDocument, isAskedOften: Bool) {
    self.document = document
    guard isAskedOften else {
      table = nil
      return
    }
    var table: [UniqueName: [Int]] = [:]
    table.reserveCapacity(document.rows.count)
    for (index, row) in document.rows.enumerated() {
      for field in Field.keys {
        guard let name = document.name(of: row, in: field) else { continue }
        table[UniqueName(field, name), default: []].append(index)
      }
    }
    self.table = table
  }

  func rows(_ name: UniqueName) -> [Int] {
    guard let table else { return document.indices(of: name) }
    return table.isEmpty ? [] : table[name] ?? []
  }
}
