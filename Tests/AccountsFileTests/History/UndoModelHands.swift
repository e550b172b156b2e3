import AccountsSupport
import Foundation
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

/// Edits of the file by hand.
extension UndoModelRun {
  func handMade() -> [UndoModel.Account] {
    var all: [UndoModel.Account] = []
    for number in 0...dice.below(4) { all.append(handMade("old\(number)@home.org")) }
    return all
  }

  private func handMade(_ email: String) -> UndoModel.Account {
    let isTyped = dice.below(2) == 0
    let word = isTyped ? "typed\(model.passwords.count)" : "secret1"
    let literal = JSONLiteral.string(isTyped ? word : HashOfSecret1.md5)
    return model.account([
      "email": UndoModel.Value(literal: .string(email)),
      "password": model.password(word, as: literal),
      "x-note": UndoModel.Value(
        literal: dice.pick([.null, .array([.integer(dice.below(9)), .bool(true)])])),
    ])
  }

  /// The accounts as a hand leaves them; perhaps as they were.
  func changedByHand() -> [UndoModel.Account] {
    var all = model.accounts
    for _ in 0...dice.below(2) { change(&all) }
    // A person who left and came again is the same to a reader of names alone.
    return all.map { new in
      let same = model.accounts.first { $0.name.lowercased() == new.name.lowercased() }
      return UndoModel.Account(
        id: same?.id ?? new.id, members: new.members, uuid: same?.uuid, claim: same?.claim)
    }
  }

  private func change(_ all: inout [UndoModel.Account]) {
    let (kind, free) = (dice.below(9), dice.pick(["ada", "bob", "new", "old0"]) + "@home.org")
    if kind == 0, !model.isTaken("email", free, in: all) {
      all.insert(handMade(free), at: dice.below(all.count + 1))
    }
    guard !all.isEmpty else { return }
    let index = dice.below(all.count)
    let text = UndoModel.Value(literal: .string(dice.pick(["A", "H", "I"])))
    switch kind {
    case 1: all[index].members["firstName"] = text
    case 2:
      all[index].members["x-note"] = dice.pick([text, nil, UndoModel.Value(literal: .null)])
    case 3:
      let odd = UndoModel.Value(literal: .integer(7))
      all[index].members["lastName"] = dice.pick([odd, text, nil])
    case 4: all.remove(at: index)
    case 5:
      let word = "typed\(model.passwords.count)"
      all[index].members["password"] = model.password(word, as: .string(word))
    case 6: all.shuffle(using: &dice)
    case 7 where !model.isTaken("email", free, in: all):
      // A person with another name is somebody else.
      var members = all[index].members
      members["email"] = UndoModel.Value(literal: .string(free))
      all[index] = model.account(members)
    default: break
    }
  }

  /// The members beside the accounts as a hand leaves them; mostly as they were.
  func changedAround() -> UndoModel.Around {
    var around = model.around
    switch dice.below(6) {
    case 0: around["rules"] = dice.pick([.string("register"), Self.otherRules])
    case 1: around["x-motd"] = dice.pick([.string("Hi"), .null, nil])
    case 2: around["x-teams"] = dice.pick([.array([.null, .integer(1)]), .object([]), nil])
    default: break
    }
    return around
  }

  /// The same rules under another name.
  private static let otherRules: JSONLiteral = {
    var rulebook = Rulebook.register
    rulebook.name = "ours"
    return rulebook.json
  }()

  func writeByHand() throws {
    writes += 1
    try documents.write(fileText(model.accounts, model.around))
    // Another moment each time, however fast the test.
    let moment = Date(timeIntervalSince1970: 1_700_000_000 + Double(writes))
    try FileManager.default.setAttributes(
      [.modificationDate: moment], ofItemAtPath: documents.accountsPath)
  }

  /// The accounts in a file, laid out and in such an order of the keys as a hand may leave.
  func fileText(_ accounts: [UndoModel.Account], _ around: UndoModel.Around) -> String {
    let list = accounts.map { account in
      var members = account.members.mapValues(\.literal)
      members["id"] = account.uuid.map { .string("\(account.claim ?? account.name) \($0)") }
      let shuffled = members.sorted { $0.key < $1.key }.shuffled(using: &dice)
      return JSONLiteral.object(shuffled.map { .init($0.key, $0.value) })
    }
    var members = around.sorted { $0.key < $1.key }.map { JSONLiteral.Member($0.key, $0.value) }
    members.insert(.init("accounts", .array(list)), at: dice.below(members.count + 1))
    let file = JSONLiteral.object([.init("regapp", .integer(1))] + members)
    return file.text(style: dice.pick([.pretty, .compact, .oneLine]))
  }
}

// MARK: Checks

extension UndoModelRun {
  /// The accounts as the file has them, and what it has beside them and its version; nil if there
  /// is none.
  func shown() throws -> (accounts: [UndoModel.Account], around: UndoModel.Around)? {
    guard documents.exists("accounts.json") else { return nil }
    let document = try JSONDocument(parsing: documents.bytes())
    guard case .object(let members)? = document.literal(document.root),
      case .array(let list)? = members.first(where: { $0.key == "accounts" })?.value
    else { throw AccountsError.internalFault }
    let accounts = try list.map { element in
      guard case .object(let members) = element else { throw AccountsError.internalFault }
      let values = members.map { ($0.key, UndoModel.Value(literal: $0.value)) }
      var account = UndoModel.Account(id: 0, members: Dictionary(uniqueKeysWithValues: values))
      if let id = account.text("id") {
        account.uuid = try #require(GivenID(id)?.id.description)
        account.claim = id.split(separator: " ").first.map { String($0) }
        account.members["id"] = nil
      }
      return account
    }
    let others = members.filter { !["regapp", "accounts"].contains($0.key) }
    return (accounts, Dictionary(uniqueKeysWithValues: others.map { ($0.key, $0.value) }))
  }

  /// Compares the file with the model, and the end of the history.
  func check() async throws {
    let file = try shown()
    if let file { try #require(file.around == model.around) }
    let shown = file?.accounts ?? []
    var draft = try await registry.sessions.readDraft()
    // Its file has the name of its beginning.
    if let begun = draft, let now = try? await registry.account(of: begun) {
      draft = begun.of(now.account)
    }
    let change = draft?.changes[.firstName]
    let name = model.draftAccount?.name ?? model.draft?.begun
    let isSame =
      draft?.name.lowercased() == name?.lowercased()
      && change?.oldValue?.text == model.draft?.old && change?.newValue?.text == model.draft?.new
    try #require(isSame, "the draft is \(draft.map { "\($0)" } ?? "gone")")
    try #require(shown.map(\.name) == model.accounts.map(\.name))
    for (shown, account) in zip(shown, model.accounts)
    where account.members["password"]?.literal == UndoModel.Value.unknown {
      let secret = account.members["password"]?.secret ?? 0
      let hash = PasswordHash(String(shown.password.drop { "!*".contains($0) }))
      let (plain, setting) = (model.passwords[secret] ?? "", hash?.text ?? "")
      try #require(Self.crypt(try PasswordText(plain), setting).text == setting)
    }
    model.learn(shown)
    for (shown, account) in zip(shown, model.accounts) {
      try #require(shown.members.mapValues(\.literal) == account.members.mapValues(\.literal))
      try #require(shown.uuid == account.uuid)
      // It counts.
      let names = [account.name, account.text("username")].map { $0?.lowercased() }
      try #require(shown.claim.map { names.contains($0.lowercased()) } != false)
    }
    // No more is read than that.
    let last = try await registry.store.history(below: nil, limit: 2).entries
    try #require((last.first.map { $0.number == nil } ?? false) == model.isPending)
    let noted = last.first { $0.number != nil }
    try #require(noted?.number ?? 0 == model.entries.count)
    try #require(noted?.did == model.entries.last?.did)
  }

  func checkWholeHistory() async throws {
    // No password is in it as it was typed.
    let text = try documents.exists("history.jsonl") ? documents.text(of: "history.jsonl") : ""
    for password in Set(model.passwords.values) { try #require(!text.contains("\"\(password)\"")) }
    let entries = try await registry.history().filter { $0.number != nil }.reversed()
    try #require(entries.map(\.number) == Array(1..<model.entries.count + 1))
    try #require(entries.map(\.did) == model.entries.map(\.did))
    try #require(entries.map { $0.by?.lowercased() } == model.entries.map { $0.by?.lowercased() })
    for (entry, awaited) in zip(entries, model.entries) where awaited.isUndone {
      try #require(Set(entry.accounts.map(\.name)) == Set(awaited.changes.map { $0.old ?? $0.new }))
      try #require(Set(entry.document?.keys ?? []) == Set(awaited.around.keys))
    }
  }
}

extension Crypt.Result {
  fileprivate var text: String? { if case .made(let text) = self { text } else { nil } }
}
