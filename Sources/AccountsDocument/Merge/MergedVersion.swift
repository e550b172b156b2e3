import Accounts
import LosslessJSON

/// A merged text: mine, with changes.
struct MergedVersion {
  private let mine: AccountsDocument
  private let theirs: AccountsDocument
  private let base: AccountTable
  /// True if their text has the same line ends, so that it can be copied into mine.
  private let hasSameLineEnds: Bool
  private var replacements: [JSONSplice] = []
  private var removed: Set<Int> = []
  /// The accounts to add, by their places in the list of all.
  private var added: [(account: Int, literal: JSONLiteral)] = []
  /// True if everything that was added can be decoded.
  private(set) var isComplete = true
  /// Keys to add beside the accounts, or to remove.
  private var keysBeside: [(key: String, value: JSONValue?)] = []

  init(mine: AccountsDocument, theirs: AccountsDocument, base: AccountTable) {
    (self.mine, self.theirs, self.base) = (mine, theirs, base)
    hasSameLineEnds = mine.document.bytes.endsLinesWithCR == theirs.document.bytes.endsLinesWithCR
  }

  /// Replaces my version of an account, or of a group, with theirs.
  mutating func replace(_ account: MatchedAccounts.Account, _ index: Int) {
    let (here, there) = (account.mine, account.theirs)
    for (place, (here, there)) in zip(here, there).enumerated() {
      let (old, new) = (mine.rows[here], theirs.rows[there])
      guard mine.document.comparable(old) != theirs.document.comparable(new) else {
        continue
      }
      let canTakeText = place < account.base.count && canTakeText(here, there, account.base[place])
      guard !canTakeText, let literal = theirs.document.literal(new) else {
        replacements.append(JSONSplice(range: old.range, bytes: theirText(of: new)))
        continue
      }
      replacements.append(mine.document.replacing(old, with: literal))
    }
    removed.formUnion(here.dropFirst(there.count))
    for position in there.dropFirst(here.count) { add(position, index) }
  }

  /// Adds one of their accounts, in my layout.
  private mutating func add(_ position: Int, _ index: Int) {
    if let literal = theirs.document.literal(theirs.rows[position]) {
      added.append((index, literal))
    } else {
      isComplete = false
    }
  }

  /// Takes keys of an account from theirs.
  ///
  /// - Parameter isTheirs: the account becomes equal to theirs. If I had not touched it, their
  ///   bytes are copied.
  mutating func edit(_ account: MatchedAccounts.Account, _ keys: [String], isTheirs: Bool) {
    guard !keys.isEmpty, let here = account.mine.first, let there = account.theirs.first else {
      return
    }
    let (old, new) = (mine.rows[here], theirs.rows[there])
    if isTheirs, let before = account.base.first, canTakeText(here, there, before) {
      replacements.append(JSONSplice(range: old.range, bytes: theirText(of: new)))
      return
    }
    let members = KeyedMembers(of: new, in: theirs.document)
    guard members.isUnambiguous else { return }
    let splice = try? mine.document.editing(old) { text throws(JSONSyntaxError) in
      for key in keys { try set(key, to: members.value(of: key), in: &text) }
    }
    if let splice { replacements.append(splice) } else { isComplete = false }
  }

  mutating func takeBesideAccounts(_ keys: [String]) {
    guard !keys.isEmpty else { return }
    let (here, there) = (KeyedMembers(around: mine), KeyedMembers(around: theirs))
    for key in keys {
      let new = there.value(of: key)
      if let old = here.value(of: key), let new {
        replacements.append(JSONSplice(range: old.range, bytes: theirText(of: new)))
      } else {
        keysBeside.append((key, new))
      }
    }
  }

  private func set(
    _ key: String, to value: JSONValue?, in account: inout JSONDocument
  ) throws(JSONSyntaxError) {
    let member = account.members(of: account.root).first { account.isKey($0.key, JSONKey(key)) }
    if let member, let value, value.kind != .object, value.kind != .array {
      // As it is written: with its escapes.
      let text = Array(theirs.document.bytes[value.range])
      return try account.apply(JSONSplice(range: member.value.range, bytes: text))
    }
    let literal = value.flatMap { theirs.document.literal($0) }
    try account.set(key, to: literal)
  }

  /// True if their text of an account can replace mine: I did not change it, and neither has
  /// comments, since mine stay.
  private func canTakeText(_ here: Int, _ there: Int, _ old: Int) -> Bool {
    hasSameLineEnds && !mine.document.hasComments(in: mine.rows[here].range)
      && !theirs.document.hasComments(in: theirs.rows[there].range)
      && base.text(at: old).elementsEqual(mine.document.bytes[mine.rows[here].range])
  }

  private func theirText(of value: JSONValue) -> [UInt8] {
    Array(theirs.document.bytes[value.range])
  }
}

extension MergedVersion {
  func document(over mine: AccountsDocument) throws(JSONSyntaxError) -> JSONDocument {
    var document = mine.document
    let splices =
      (replacements + mine.removals(of: removed)).sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
    if !splices.isEmpty {
      document = try document.applying(splices)
    }
    var new = added.map(\.literal)[...]
    if let array = document.accounts, document.elements(of: array).isEmpty,
      let first = new.popFirst()
    {
      // The first one shows those that follow how they are laid out.
      try document.apply(document.inserting([first], into: array, after: nil))
    }
    if !new.isEmpty, let array = document.accounts {
      let last = document.elements(of: array).last
      try document.apply(document.inserting(Array(new), into: array, after: last))
    }
    for (key, value) in keysBeside {
      try document.setBesideAccounts(key, to: value.flatMap { theirs.document.literal($0) })
    }
    return document
  }

  func positions(of accounts: [MatchedAccounts.Account]) -> [[Int]] {
    var places = Array(repeating: -1, count: mine.rows.count)
    var count = 0
    for index in places.indices where !removed.contains(index) {
      places[index] = count
      count += 1
    }
    var positions = accounts.map { account in account.mine.map { places[$0] }.filter { $0 >= 0 } }
    for (offset, new) in added.enumerated() { positions[new.account].append(count + offset) }
    return positions
  }
}

extension JSONDocument {
  fileprivate var accounts: JSONValue? { value(for: JSONKey("accounts"), in: root) }
}

extension [UInt8] {
  /// True if the first line of several ends with CRLF.
  package var endsLinesWithCR: Bool {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return end > 0 && self[end - 1] == UInt8(ascii: "\r")
  }
}
