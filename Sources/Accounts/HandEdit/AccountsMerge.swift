import LosslessJSON

/// Brings together what a hand has made of a text with what others have made of it meanwhile.
///
/// The hand's text is kept, spacing and all; the accounts that only the others changed are put into
/// it. An account that both changed, each in another way, is a conflict: there the hand's stays.
struct AccountsMerge {
  /// The emails of the accounts that both sides changed.
  private(set) var conflicts: [String] = []
  /// Whether both sides changed what stands beside the accounts, the rulebook for one.
  private(set) var conflictsBesideAccounts = false
  private(set) var document: JSONDocument

  init(base: AccountsFile, mine: AccountsFile, theirs: AccountsFile) throws(AccountsError) {
    document = mine.document
    conflictsBesideAccounts =
      Self.frame(base) != Self.frame(theirs)
      && Self.frame(mine) != Self.frame(theirs)
    let (old, hand, others) = (AccountTable(base), AccountTable(mine), AccountTable(theirs))
    var replacements: [JSONSplice] = []
    var removed: [Int] = []
    var added: [JSONLiteral] = []
    for key in old.keys + others.keys.filter({ old.index(of: $0) == nil }) {
      guard !old.says(key, asIn: others), !hand.says(key, asIn: others) else { continue }
      guard old.says(key, asIn: hand) else {
        conflicts.append(key.email)
        continue
      }
      switch (hand.index(of: key), others.index(of: key)) {
      case (let here?, let there?):
        let text = Array(theirs.document.bytes[theirs.rows[there].range])
        replacements.append(JSONSplice(range: mine.rows[here].range, bytes: text))
      case (let here?, nil): removed.append(here)
      case (nil, let there?):
        guard let literal = theirs.document.literal(theirs.rows[there]) else {
          conflicts.append(key.email)
          continue
        }
        added.append(literal)
      case (nil, nil): break
      }
    }
    do throws(JSONSyntaxError) {
      try apply(replacements, removing: removed, adding: added)
    } catch {
      throw .internalFault
    }
  }

  /// Replaces first, because places hold until something is removed; then removes from behind.
  private mutating func apply(
    _ replacements: [JSONSplice], removing removed: [Int], adding added: [JSONLiteral]
  ) throws(JSONSyntaxError) {
    let sorted = replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }
    if !sorted.isEmpty {
      document = try JSONDocument(parsing: document.pieces(applying: sorted).flatMap { $0 })
    }
    for index in removed.sorted(by: >) {
      guard let array = accounts else { return }
      let element = document.elements(of: array)[index]
      try document.apply(document.removing(element: element, from: array))
    }
    for literal in added {
      guard let array = accounts else { return }
      try document.apply(document.appending(literal, to: array))
    }
  }

  private var accounts: JSONValue? {
    document.value(for: JSONKey("accounts"), in: document.root)
  }

  /// What stands in a file beside its accounts.
  private static func frame(_ file: AccountsFile) -> [JSONLiteral.Member] {
    file.document.members(of: file.document.root).compactMap { member in
      guard member.value != file.array, let key = file.document.string(member.key) else {
        return nil
      }
      return JSONLiteral.Member(key, file.document.literal(member.value) ?? .null)
    }
  }
}
