import Accounts
import LosslessJSON
import TextTools

/// The positions of the accounts of a name: looked for in the text or, for many names, in a table.
struct NameTable {
  private let document: AccountsDocument
  private let first: [NameDigest: Int]?
  /// Those of names that several accounts have.
  private var all: [NameDigest: [Int]] = [:]

  init(_ document: AccountsDocument, isAskedOften: Bool) {
    self.document = document
    guard isAskedOften else {
      first = nil
      return
    }
    var first: [NameDigest: Int] = [:]
    first.reserveCapacity(document.rows.count)
    for start in stride(from: 0, to: document.rows.count, by: NameDigest.batch) {
      let count = min(NameDigest.batch, document.rows.count - start)
      let names = inParts(count, of: 1024) { part in
        part.flatMap { index in
          Field.keys.compactMap { field in
            document.name(of: document.rows[start + index], in: field).map {
              (row: start + index, name: NameDigest(UniqueName(field, $0)))
            }
          }
        }
      }
      for (row, name) in names.joined() {
        guard let earlier = first.updateValue(row, forKey: name) else { continue }
        first[name] = earlier
        all[name, default: [earlier]].append(row)
      }
    }
    self.first = first
  }

  /// What is looked for by a name: an email, a user name or, if there is none, the key.
  func uniqueName(_ name: AccountName) -> UniqueName {
    let sought = UniqueName(Rulebook.field(of: name.text), name)
    guard sought.field != document.rulebook.key, rows(sought).isEmpty else { return sought }
    return UniqueName(document.rulebook.key, name)
  }

  func rows(_ name: UniqueName) -> [Int] { rows(NameDigest(name)) { name } }

  /// - Parameter name: the name itself, made only if it is needed.
  func rows(_ digest: NameDigest, _ name: () -> UniqueName?) -> [Int] {
    guard let first else { return name().map { document.indices(of: $0) } ?? [] }
    guard let row = first[digest] else { return [] }
    return all[digest] ?? [row]
  }
}

/// A name as 128 bits that nobody can foresee, so that two names never have the same: a million names
/// need not be in memory to be compared.
struct NameDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ name: UniqueName) {
    var (first, second) = (Hasher(), Hasher())
    second.combine(true)
    first.combine(name)
    second.combine(name)
    (self.first, self.second) = (first.finalize(), second.finalize())
  }

  func hash(into hasher: inout Hasher) { hasher.combine(first) }

  /// Of how many accounts those of the names are made at once.
  static let batch = 16_384
}
