import Accounts
import LosslessJSON
import TextTools

/// The names in some rows as hashes, by which shared ones are looked for: a million names need not be
/// kept, nor made into text.
struct NameHashes: Sendable {
  /// A name's hash, and the row that has it.
  private var email: [(hash: Int, row: Int)] = []
  private var username: [(hash: Int, row: Int)] = []

  subscript(field: Field) -> [(hash: Int, row: Int)] { field == .email ? email : username }

  /// Notes the names of a row; `plain` is the row, if it is plain.
  mutating func note(_ plain: PlainRow?, _ row: Int, in file: AccountsDocument) {
    if let hash = Self.hash(of: .email, plain, row, in: file) { email.append((hash, row)) }
    if let hash = Self.hash(of: .username, plain, row, in: file) { username.append((hash, row)) }
  }

  private static func hash(
    of field: Field, _ plain: PlainRow?, _ row: Int, in file: AccountsDocument
  ) -> Int? {
    if let plain {
      guard let value = plain.fields[field] else { return nil }
      return hash(file.document.bytes.span.extracting(value.content))
    }
    guard let name = file.name(of: file.rows[row], in: field) else { return nil }
    return hash(name.key.utf8.span)
  }

  /// Equal for names that compare equal, as texts do: a letter and its accent are the letter that has
  /// one. Nobody can foresee it, so that no names can be chosen to have the same.
  private static func hash(_ utf8: Span<UInt8>) -> Int {
    var hasher = Hasher()
    var word: UInt64 = 0
    for index in utf8.indices {
      let byte = utf8[index].lowercasedASCII
      // These two compare equal to characters beyond ASCII.
      guard byte < 0x80, byte != UInt8(ascii: "`"), byte != UInt8(ascii: ";") else {
        return utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.nameHash
      }
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 { hasher.combine(word) }
    }
    hasher.combine(word)
    return hasher.finalize()
  }
}

extension String {
  fileprivate var nameHash: Int { AccountName(self).hashValue }
}

extension AccountsDocument {
  /// Groups of positions that share an email or a user name, each in the order of the file.
  package func sharedNames() -> [SharedName] {
    sharedNames(
      onAllCores { part in
        var names = NameHashes()
        for row in part { names.note(PlainRow(self, rows[row]), row, in: self) }
        return names
      })
  }

  /// The same, by what was noted of all rows.
  func sharedNames(_ names: [NameHashes]) -> [SharedName] {
    Field.keys.flatMap { field in
      sharedNames(names, in: field).map { SharedName(field: field, rows: $0) }
    }
  }

  private func sharedNames(_ names: [NameHashes], in field: Field) -> [[Int]] {
    var seen = SeenHashes(capacity: names.reduce(0) { $0 + $1[field].count })
    var twice: Set<Int> = []
    for part in names {
      for (hash, _) in part[field] where !seen.insert(hash) { twice.insert(hash) }
    }
    guard !twice.isEmpty else { return [] }
    let candidates = names.flatMap { $0[field] }.filter { twice.contains($0.hash) }.map(\.row)
    let byName = Dictionary(grouping: candidates) { name(of: rows[$0], in: field) }
    return byName.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }
}

/// A set of numbers that are spread evenly already.
private struct SeenHashes {
  /// Each number in the first free place from its own on; 0 is free.
  private var table: [Int]

  init(capacity: Int) {
    var places = 16
    while places < 2 * capacity { places *= 2 }
    table = Array(repeating: 0, count: places)
  }

  /// Returns false if the number was there. Of 0 it is never known.
  mutating func insert(_ hash: Int) -> Bool {
    guard hash != 0 else { return false }
    var place = hash & (table.count - 1)
    while table[place] != 0 {
      if table[place] == hash { return false }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = hash
    return true
  }
}
