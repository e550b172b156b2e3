package import Accounts
package import LosslessJSON

/// Merges a hand-edited text with the changes that others made concurrently.
///
/// The hand-edited text is kept, spacing included; changes made only by others are put into it. If
/// both sides changed the same thing differently, it is a conflict, and the hand edit is kept.
///
/// Takes time linear in the size of the texts, however much changed: the file is locked during it.
package struct AccountsMerge: Sendable {
  /// What the others made of the accounts that both sides changed.
  package private(set) var conflicts: [AccountsChange] = []
  /// Whether both sides changed something outside the accounts, such as the rulebook.
  package private(set) var conflictsBesideAccounts = false
  /// Whether both sides changed nothing in different ways.
  package var isClean: Bool { conflicts.isEmpty && !conflictsBesideAccounts }
  package private(set) var document: JSONDocument

  private let mine: AccountsDocument
  private let theirs: AccountsDocument
  private var replacements: [JSONSplice] = []
  private var removed: Set<Int> = []
  private var added: [JSONItem] = []
  /// The keys beside the accounts that go, and those that come.
  private var goneKeys: [String] = []
  private var newMembers: [(key: String, value: JSONLiteral)] = []

  package init(base: AccountsDocument, mine: AccountsDocument, theirs: AccountsDocument)
    throws(AccountsError)
  {
    document = mine.document
    self.mine = mine
    self.theirs = theirs
    let key = base.rulebook.key
    adoptAccounts(
      AccountTable(base, by: key), AccountTable(mine, by: key), AccountTable(theirs, by: key))
    adoptEnvelope(DocumentEnvelope(base), DocumentEnvelope(mine), DocumentEnvelope(theirs))
    do throws(JSONSyntaxError) {
      try apply()
    } catch {
      throw .internalFault
    }
  }

  private mutating func adoptAccounts(
    _ old: AccountTable, _ hand: AccountTable, _ others: AccountTable
  ) {
    let new = others.names.filter { old.positions($0).isEmpty }
    for name in old.names + new where !old.isEqualIgnoringSpacing(name, asIn: others) {
      guard !hand.isEqualIgnoringSpacing(name, asIn: others) else { continue }
      let literals = others.positions(name).dropFirst(hand.positions(name).count)
        .map { theirs.document.literal(theirs.rows[$0]) }
      guard old.isEqualIgnoringSpacing(name, asIn: hand), !literals.contains(nil) else {
        conflicts += old.changes(of: name, in: others)
        continue
      }
      let (before, here, there) = (
        old.positions(name), hand.positions(name), others.positions(name)
      )
      for ((before, here), there) in zip(zip(before, here), there)
      where !hand.isEqualIgnoringSpacing(here, as: there, in: others) {
        let isUntouched = old.text(at: before).elementsEqual(hand.text(at: here))
        adopt(theirs.rows[there], for: mine.rows[here], keepingSpacing: !isUntouched)
      }
      removed.formUnion(here.dropFirst(there.count))
      for (position, literal) in zip(there.dropFirst(here.count), literals.compactMap(\.self)) {
        let array = mine.dialect == .withComments ? theirs.array : nil
        let text = array.flatMap { theirs.document.itemText(at: position, of: $0) }
        added.append(text.map { .text($0) } ?? .literal(literal))
      }
    }
  }

  /// Replaces a value with one of the others', in the hand-edited spacing as far as possible.
  private mutating func adopt(_ new: JSONValue, for value: JSONValue, keepingSpacing: Bool) {
    let text = Array(theirs.document.bytes[new.range])
    guard keepingSpacing, let literal = theirs.document.literal(new) else {
      return replacements.append(JSONSplice(range: value.range, bytes: text))
    }
    let (old, members) = (
      Array(mine.document.members(of: value)), Array(theirs.document.members(of: new))
    )
    let keys = old.map { mine.document.canonicalBytes($0.key) }
    guard !keys.isEmpty, keys == members.map({ theirs.document.canonicalBytes($0.key) }) else {
      return replacements.append(mine.document.replacing(value, with: literal))
    }
    for (old, new) in zip(old, members)
    where mine.document.canonicalBytes(old.value) != theirs.document.canonicalBytes(new.value) {
      if mine.document.hasComments(in: old.value.range),
        let literal = theirs.document.literal(new.value)
      {
        replacements.append(mine.document.replacing(old.value, with: literal))
        continue
      }
      let text = Array(theirs.document.bytes[new.value.range])
      replacements.append(JSONSplice(range: old.value.range, bytes: text))
    }
  }

  /// Everything outside the accounts is one unit: taken if only the others changed it.
  private mutating func adoptEnvelope(
    _ old: DocumentEnvelope, _ hand: DocumentEnvelope, _ others: DocumentEnvelope
  ) {
    guard old != others, hand != others else { return }
    guard old == hand, hand.isUnambiguous, others.isUnambiguous else {
      conflictsBesideAccounts = true
      return
    }
    for (key, value) in hand.members {
      guard let new = others.value(for: key) else {
        goneKeys.append(key)
        continue
      }
      if mine.document.canonicalBytes(value) != theirs.document.canonicalBytes(new) {
        adopt(new, for: value, keepingSpacing: false)
      }
    }
    for (key, value) in others.members where hand.value(for: key) == nil {
      newMembers.append((key, theirs.document.literal(value) ?? .null))
    }
  }

  private mutating func apply() throws(JSONSyntaxError) {
    let splices = (replacements + mine.removals(of: removed)).sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    if !splices.isEmpty {
      document = try document.applying(splices)
    }
    if let first = added.first, let array = accounts, document.elements(of: array).isEmpty {
      // The first one shows those that follow how they are laid out.
      added.removeFirst()
      try document.apply(document.inserting([first], into: array, after: nil))
    }
    if !added.isEmpty, let array = accounts {
      let last = document.elements(of: array).last
      try document.apply(document.inserting(added, into: array, after: last))
    }
    for key in goneKeys { try document.setBesideAccounts(key, to: nil) }
    for (key, literal) in newMembers { try document.setBesideAccounts(key, to: literal) }
  }

  private var accounts: JSONValue? { document.value(for: JSONKey("accounts"), in: document.root) }
}

/// The content of a file outside its accounts: keys and values, compared by meaning.
package struct DocumentEnvelope: Equatable {
  /// The members whose keys can be decoded.
  package let members: [(key: String, value: JSONValue)]
  /// Whether no key comes twice, and everything can be decoded.
  let isUnambiguous: Bool
  private let sayings: [[UInt8]]

  package init(_ file: AccountsDocument) {
    let document = file.document
    let all = document.members(of: document.root).filter { $0.value != file.array }
    members = all.compactMap { member in
      document.string(member.key).map { (key: $0, value: member.value) }
    }
    sayings = all.flatMap { [document.canonicalBytes($0.key), document.canonicalBytes($0.value)] }
    isUnambiguous =
      members.count == all.count && Set(members.map { Array($0.key.utf8) }).count == all.count
      && all.allSatisfy { document.literal($0.value) != nil }
  }

  package func value(for key: String) -> JSONValue? {
    members.first { sameText($0.key, key) }?.value
  }

  package static func == (left: DocumentEnvelope, right: DocumentEnvelope) -> Bool {
    left.sayings == right.sayings
  }
}
