import Accounts
import LosslessJSON
import TextTools

/// The positions of accounts by name: searched in the text or, for many names, in a table.
struct NameTable {
  private let document: AccountsDocument
  /// The names with the first account of each; and an open-addressing table of positions in that
  /// list, counted from 1, which is empty if few names are looked up.
  private var names: [NameDigest.OfRow] = []
  private var slots: [UInt32] = []
  private var several: [NameDigest: SharedName] = [:]

  init(_ document: AccountsDocument, isAskedOften: Bool) {
    self.init(document, isAskedOften ? document.namesOfRows() : nil)
  }

  /// A table of the noted names of all rows, in order; without those, names are searched in the
  /// text.
  init(_ document: AccountsDocument, _ parts: [RowNames]?) {
    self.document = document
    guard let parts else { return }
    let count = parts.reduce(0) { $0 + $1.emails.count + $1.usernames.count + $1.ids.count }
    names.reserveCapacity(count)
    slots = Array(repeating: 0, count: Self.slots(for: count))
    for part in parts { for name in part.emails { insert(name, .email) } }
    for part in parts { for name in part.usernames { insert(name, .username) } }
    for part in parts { for id in part.ids { insert(id, .id) } }
  }

  private static func slots(for count: Int) -> Int {
    var slots = 16
    while slots < 2 * count { slots *= 2 }
    return slots
  }

  private mutating func insert(_ name: NameDigest.OfRow, _ field: Field) {
    let slot = slot(of: name.digest)
    guard slots[slot] == 0 else {
      let first = names[Int(slots[slot]) - 1]
      several[name.digest, default: SharedName(field: field, rows: [first.row])].rows
        .append(name.row)
      return
    }
    names.append(name)
    slots[slot] = UInt32(names.count)
  }

  /// The slot of a name, or the free one for it.
  private func slot(of digest: NameDigest) -> Int {
    var slot = digest.number & (slots.count - 1)
    while slots[slot] != 0, names[Int(slots[slot]) - 1].digest != digest {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The shared names, sorted by field and first account.
  var shared: [SharedName] {
    several.values.filter { $0.field != .id }.sorted { left, right in
      left.field == right.field ? left.rows[0] < right.rows[0] : left.field == .email
    }
  }

  /// The UUIDs that stand in the ids of several accounts beside a name of each, sorted by first
  /// account: none of these ids counts.
  var sharedIDs: [SharedName] {
    several.values.filter { $0.field == .id }.sorted { $0.rows[0] < $1.rows[0] }
  }

  /// The accounts with a name. Without a field, looks in the field whose form the name has, then in
  /// the key. Also returns the identity that was found.
  func find(_ name: AccountName, in field: Field? = nil) -> (rows: [Int], id: NameKey) {
    let sought = NameKey(field ?? Rulebook.field(of: name.text), name)
    let found = rows(sought)
    let key = document.rulebook.key
    guard found.isEmpty, field == nil, sought.field != key else { return (found, sought) }
    return (rows(NameKey(key, name)), NameKey(key, name))
  }

  /// The UUID that tells an account from all others; nil if it has none that counts.
  func id(of row: AccountsDocument.Row) -> AccountID? {
    row.claimedID(in: document).flatMap { rows(NameKey($0)) == [row.index] ? $0 : nil }
  }

  func rows(_ id: NameKey) -> [Int] {
    guard !slots.isEmpty else { return document.indices(of: id) }
    let digest = NameDigest(id)
    let slot = slots[slot(of: digest)]
    guard slot > 0 else { return [] }
    return several[digest]?.rows ?? [names[Int(slot) - 1].row]
  }
}

/// The names of some rows, and the UUIDs of ids that were given to one of them, as digests.
struct RowNames: Sendable {
  fileprivate var emails: [NameDigest.OfRow] = []
  fileprivate var usernames: [NameDigest.OfRow] = []
  fileprivate var ids: [NameDigest.OfRow] = []

  mutating func note(_ row: AccountsDocument.Row, of file: AccountsDocument) {
    func digest(_ field: Field) -> NameDigest? {
      row.withUTF8(of: field, in: file) { NameDigest(field, $0) }
    }
    if let digest = digest(.email) { emails.append((digest, row.index)) }
    if let digest = digest(.username) { usernames.append((digest, row.index)) }
    if let digest = row.withClaimedID(in: file, { NameDigest(.id, $0) }) {
      ids.append((digest, row.index))
    }
  }
}

extension AccountsDocument {
  fileprivate func namesOfRows() -> [RowNames] {
    onAllCores { part in
      var names = RowNames()
      for index in part { names.note(Row(self, index), of: self) }
      return names
    }
  }
}

/// A name as 128 unpredictable bits, so that collisions cannot be provoked: a million names need
/// not be in memory to be compared.
struct NameDigest: Hashable {
  /// A name, and the position of its account.
  typealias OfRow = (digest: NameDigest, row: Int)

  private let first: Int
  private let second: Int

  init(_ id: NameKey) { self.init(id.field, id.key.utf8.span) }

  /// - Parameter utf8: the name, in any case.
  init(_ field: Field, _ utf8: Span<UInt8>) {
    var hasher = Hasher()
    hasher.combine(field)
    AccountName.combine(utf8, into: &hasher)
    var other = hasher
    other.combine(true)
    (first, second) = (hasher.finalize(), other.finalize())
  }

  /// An evenly distributed number.
  var number: Int { first }

  func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
