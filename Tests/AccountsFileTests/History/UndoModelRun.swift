import AccountsSupport
import Foundation
import LosslessJSON
import TestSupport
import Testing
import TextTools

@testable import Accounts
@testable import AccountsFile

/// One sequence of random steps on accounts in a file, each held against the model.
final class UndoModelRun {
  let documents = Documents()
  let registry: Registry
  var model = UndoModel()
  var dice: Dice
  /// Whether a hand may write the file between the steps.
  let hasHands: Bool
  var writes = 0
  private(set) var steps: [String] = []

  init(_ seed: UInt64, hasHands: Bool) {
    (dice, self.hasHands) = (Dice(seed), hasHands)
    var calls = SystemCalls()
    // Another test looks at what reaches the disk.
    calls.fsync = { _ in 0 }
    let disk = Disk(queue: DiskQueue(), calls: calls, lockPatience: days)
    registry =
      PersonalRegistry(
        Registry(
          documents: documents.path, disk: disk, today: { .ofTests },
          hasher: PasswordHasher(cost: 1, crypt: Self.crypt),
          now: { 1_790_000_000 }
        ).via(nil), sessionIn: documents.path
      ).registry
  }

  /// A crypt(3) that takes no time.
  static func crypt(_ password: PasswordText, _ setting: String) -> Crypt.Result {
    let parts = setting.split(separator: "$")
    guard parts.count > 2, parts[0] == "y" else { return Crypt.hash(password, setting: setting) }
    let digest = SHA1.digest(of: Array((parts[2] + (password.text ?? "")).utf8))
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let text = (digest + digest + digest).prefix(43).map { letters[Int($0 % 64)] }
    return .made("$y$\(parts[1])$\(parts[2])$" + String(text))
  }

  func run(_ count: Int) async throws {
    let accounts = dice.below(3) > 0 ? handMade() : []
    if !accounts.isEmpty {
      model.byHand(accounts)
      try writeByHand()
    }
    try await check()
    for _ in 0..<count {
      try await step()
      try await check()
    }
    try await checkWholeHistory()
    try await undoEverything()
  }

  private func step() async throws {
    if !hasHands, dice.below(3) == 0 { return try await stepOfPeople() }
    switch dice.below(hasHands ? 27 : 21) {
    case 18...19: try await keepDraft()
    case 20: try await save()
    case 0...1: try await register()
    case 2...6: try await edit()
    case 7: try await disable()
    case 8: try await enable()
    case 9: try await remove()
    case 10...11: try await take()
    case 12...13: try await editFile()
    case 14: try await seal()
    case 15: try await login()
    case 16: try await cancel()
    case 17, 21: try await undo(1 + dice.below(4))
    default:
      let (new, around) = (changedByHand(), changedAround())
      steps.append("by hand: \(new.map(\.name)), \(around)")
      model.byHand(new, around: around)
      try writeByHand()
    }
  }
}

// MARK: Steps

extension UndoModelRun {
  private static let names = ["ada", "bob", "eve", "joe", "sue", "tim"]

  private func email() -> String {
    let name = dice.pick(Self.names)
    return (dice.below(4) == 0 ? name.capitalized : name) + "@home.org"
  }

  private func text(_ key: String, _ text: String) -> UndoModel.Value {
    UndoModel.Value(literal: .string(text))
  }

  /// Does something that the model says will go well or not.
  func doing(
    _ step: String, fails: Bool, _ body: () async throws -> Void
  ) async throws {
    steps.append(step)
    do {
      try await body()
      try #require(!fails, "\(step): did not fail")
    } catch let error as AccountsError {
      #expect(fails, "\(step): \(error)")
      if !fails { throw error }
    }
  }

  private func register() async throws {
    let (email, logsIn) = (email(), dice.below(2) == 0)
    var members = ["email": UndoModel.Value(literal: .string(email))]
    var fields: [Field: String] = [:]
    for field in [Field.firstName, .lastName, .username] where dice.below(3) == 0 {
      let value = field == .username ? dice.pick(["u1", "u2", "u3"]) : dice.pick(["A", "B", "C"])
      fields[field] = value
      members[field.key] = UndoModel.Value(literal: .string(value))
    }
    let fails =
      model.isTaken("email", email) || model.isTaken("username", fields[.username])
    let word = "word\(steps.count)"
    try await doing("register \(email) \(fields)", fails: fails) {
      try await registry.register(email, word, fields, logsIn: logsIn)
    }
    guard !fails else { return }
    members["password"] = model.password(word)
    model.write(.register, model.accounts + [model.account(members)])
    if logsIn { model.session = email }
  }

  private func edit() async throws {
    guard !model.accounts.isEmpty else { return }
    let index = dice.below(model.accounts.count)
    let account = model.accounts[index]
    var new = account
    var fields: [Field: FieldSetting] = [:]
    for _ in 0...dice.below(2) {
      let field = dice.pick([Field.firstName, .lastName, .username, .email, .groups, .validFrom])
      let value: String?
      switch field {
      case .email: value = email()
      case .username: value = dice.pick([nil, "u1", "u2", "u3"])
      case .groups: value = dice.pick([nil, "g", "g,h"])
      case .validFrom: value = dice.pick([nil, "2020-01-01", "2021-01-01"])
      default: value = dice.pick([nil, "A", "B", "C", "Rene\u{301}"])
      }
      fields[field] = FieldSetting(value)
      new.members[field.key] = value.map { value in
        let groups = value.split(separator: ",").map { JSONLiteral.string(String($0)) }
        return UndoModel.Value(literal: field == .groups ? .array(groups) : .string(value))
      }
    }
    let word = dice.below(3) == 0 ? "word\(steps.count)" : nil
    let fails =
      new.isClosed && (new != account || word != nil)
      || model.isTaken("email", new.name, besides: new.id)
      || model.isTaken("username", new.text("username"), besides: new.id)
    try await doing("edit \(account.name) \(fields) \(word ?? "")", fails: fails) {
      try await registry.edit(fields, of: account.name, password: word)
    }
    guard !fails else { return }
    if let word {
      new.members["password"] = model.password(word)
      new.members["invitedUntil"] = nil
    }
    var all = model.accounts
    all[index] = new
    model.write(.edit, all, hashesTyped: true)
    if model.sessionID == account.id { model.session = new.name }
  }

  private func disable() async throws {
    guard !model.accounts.isEmpty else { return }
    var all = model.accounts
    let index = dice.below(all.count)
    let (name, reason) = (all[index].name, dice.pick([nil, "left"]))
    try await doing("disable \(name)", fails: false) {
      _ = try await registry.disable(name, reason: reason)
    }
    if let reason {
      all[index].members["disabled"] = text("disabled", reason)
    } else if all[index].members["disabled"] == nil {
      all[index].members["disabled"] = UndoModel.Value(literal: .bool(true))
    }
    model.write(.disable, all)
  }

  private func enable() async throws {
    guard !model.accounts.isEmpty else { return }
    var all = model.accounts
    let index = dice.below(all.count)
    let (name, password) = (all[index].name, all[index].password)
    let hash = String(password.drop { "!*".contains($0) })
    let fails = hash.isEmpty
    try await doing("enable \(name)", fails: fails) { _ = try await registry.enable(name) }
    guard !fails else { return }
    all[index].members["disabled"] = nil
    all[index].members["password"]?.literal = .string(hash)
    model.write(.enable, all)
  }

  private func remove() async throws {
    guard !model.accounts.isEmpty else { return }
    var all = model.accounts
    let removed = all.remove(at: dice.below(all.count))
    let name = removed.name
    let isOfSession = model.sessionID == removed.id
    try await doing("remove \(name)", fails: false) { _ = try await registry.remove(name) }
    model.write(.remove, all, hashesTyped: true)
    if isOfSession { model.session = nil }
    if model.draft?.id == removed.id { model.draft = nil }
  }

  /// An import.
  private func take() async throws {
    let onConflict = dice.pick([ImportConflict.skip, .replace])
    var (all, new, fails) = (model.accounts, [NewAccount](), false)
    var emails: Set<String> = []
    for number in 0...dice.below(3) {
      let email = email()
      guard emails.insert(email.lowercased()).inserted else { continue }
      let (first, word) = (dice.pick(["A", "D", nil]), "word\(steps.count)-\(number)")
      let note = dice.pick([JSONLiteral.integer(dice.below(3)), .null, nil])
      let there = all.firstIndex { $0.name.lowercased() == email.lowercased() }
      let hasPassword = there == nil || dice.below(2) == 0
      var values = FieldValues()
      (values.email, values.firstName, values.password) = (email, first, hasPassword ? word : nil)
      new.append(NewAccount(values, ownKeys: note.map { [.init("x-note", $0)] } ?? []))
      if there != nil, onConflict == .skip { continue }
      var members = there.map { all[$0].members } ?? ["email": text("email", email)]
      if let first { members["firstName"] = text("firstName", first) }
      if let note { members["x-note"] = UndoModel.Value(literal: note) }
      if hasPassword {
        members["password"] = model.password(word)
        members["invitedUntil"] = nil
      }
      if let there {
        fails = fails || all[there].isClosed
        all[there].members = members
      } else {
        all.append(model.account(members))
      }
    }
    try await doing("import \(emails.sorted()), \(onConflict)", fails: false) {
      let report = try await registry.importAccounts(new, onConflict: onConflict)
      try #require(report.refusals.isEmpty != fails)
    }
    if !fails { model.write(.import, all, hashesTyped: true) }
  }

  private func editFile() async throws {
    let (new, around) = (changedByHand(), changedAround())
    let edit = try await documents.handEdit(registry)
    _ = try await edit.begin()
    let before = try Array(Data(contentsOf: URL(fileURLWithPath: edit.copyPath)))
    try documents.write(fileText(new, around), asCopyOf: edit)
    let review = try await edit.review()
    if review.isChanged {
      steps.append("edit-file: \(new.map(\.name)), \(around)")
      try #require(try Array(Data(contentsOf: URL(fileURLWithPath: edit.copyPath))) != before)
      try #require(try await edit.install().value == .installed(merged: false))
      model.write(.editFile, new, around: around, evenIfSame: true)
    }
    try await edit.end(keepingCopy: false)
  }

  private func seal() async throws {
    var all = model.accounts
    for index in all.indices where all[index].isTyped {
      all[index].members["password"]?.literal = UndoModel.Value.unknown
    }
    try await doing("seal", fails: false) { _ = try await registry.seal() }
    model.write(.seal, all)
  }

  private func login() async throws {
    var all = model.accounts
    let able = all.indices.filter { index in
      let account = all[index]
      return !account.isClosed && account.members["disabled"] == nil
        && account.members["invitedUntil"] == nil
        && !["!", "*"].contains { account.password.hasPrefix($0) }
    }
    guard !able.isEmpty else { return }
    let index = dice.pick(able)
    let secret = all[index].members["password"]?.secret ?? 0
    let (name, password) = (all[index].name, model.passwords[secret] ?? "")
    try await doing("login \(name)", fails: false) { try await registry.login(name, password) }
    if all[index].isTyped || all[index].password.hasPrefix("$1$") {
      all[index].members["password"]?.literal = UndoModel.Value.unknown
    }
    model.identify(&all[index])
    model.write(.rehash, all)
    model.session = name
  }
}

// MARK: Drafts

extension UndoModelRun {
  private func keepDraft() async throws {
    guard !model.accounts.isEmpty else { return }
    let account = dice.pick(model.accounts)
    let (old, new) = (account.text("firstName"), dice.pick([nil, "A", "B", "D"]))
    let isOther = model.draft.map { $0.id != account.id } ?? false
    try await doing("draft \(account.name) \(new ?? "")", fails: isOther) {
      try await registry.draft([.firstName: FieldSetting(new)], of: account.name)
    }
    guard !isOther else { return }
    let draft =
      old == new ? nil : UndoModel.Draft(id: account.id, begun: account.name, old: old, new: new)
    if draft != nil, draft != model.draft, let index = model.index(account.name) {
      var all = model.accounts
      model.identify(&all[index])
      model.write(.rehash, all)
    }
    model.draft = draft
  }

  private func save() async throws {
    let index = model.draftAccount.flatMap { model.index($0.name) }
    guard let draft = model.draft, let index, !model.accounts[index].isClosed,
      [draft.old, draft.new].contains(model.accounts[index].text("firstName"))
    else {
      try await doing("save in vain", fails: true) { _ = try await registry.save() }
      // Nobody is to be asked for an edit of somebody who is gone, unless another has the name.
      if let draft = model.draft, model.draftAccount == nil, model.index(draft.begun) == nil {
        model.draft = nil
      }
      return
    }
    try await doing("save \(draft.begun)", fails: false) { _ = try await registry.save() }
    var all = model.accounts
    all[index].members["firstName"] = draft.new.map { text("firstName", $0) }
    model.write(.edit, all, hashesTyped: true)
    model.draft = nil
  }
}

// MARK: Taking back

extension UndoModelRun {
  private func cancel() async throws {
    guard model.draft == nil else {
      model.draft = nil
      return try await doing("cancel the draft", fails: false) { _ = try await registry.cancel() }
    }
    guard let entry = model.cancelled else {
      return try await doing("cancel nothing", fails: true) { _ = try await registry.cancel() }
    }
    do throws(UndoModel.Conflict) {
      try model.cancel(entry)
    } catch {
      return try await doing("cancel in vain: \(error)", fails: true) {
        _ = try await registry.cancel()
      }
    }
    try await doing("cancel \(entry + 1)", fails: false) { _ = try await registry.cancel() }
  }

  /// - Parameter dries: whether it is only tried first.
  private func undo(_ count: Int, dries: Bool = true) async throws {
    let left = model.undoable.count
    let bytes = try? documents.bytes()
    var notices: Set<String>?
    var failure: AccountsError?
    steps.append("undo \(count)")
    let isTheirs = left >= count && model.areOthers(Array(model.undoable.prefix(count)))
    if isTheirs { try await expectOthers { try await registry.undo(count) } }
    for isDryRun in dries ? [true, false] : [false] {
      do throws(AccountsError) {
        let done = try await registry.undo(count, theirs: isTheirs, isDryRun: isDryRun)
        notices = []
        for case .comesBackLocked(let name) in done.notices { notices?.insert(name) }
      } catch {
        failure = error
      }
      if isDryRun { try #require((try? documents.bytes()) == bytes) }
    }
    guard left >= count else {
      try #require(failure == .nothingToUndo(left: left))
      return
    }
    let locked: Set<String>
    do throws(UndoModel.Conflict) {
      locked = try model.undo(count)
    } catch let conflict {
      steps.append("\(conflict)")
      try #require(hasHands, "a conflict without a hand: \(conflict)")
      guard case .cannotUndo(let refused) = failure else {
        Issue.record("no conflict, but \(conflict) was awaited")
        return
      }
      try #require(refused.contains { UndoModel.Conflict($0) == conflict }, "\(refused)")
      try #require((try? documents.bytes()) == bytes)
      return
    }
    try #require(failure == nil, "undo \(count)")
    try #require(locked == notices)
    model.reorder(like: try shown()?.accounts.map(\.name) ?? [])
  }

  /// Takes back each change alone, and that again.
  func undoEach(_ count: Int) async throws {
    let accounts = dice.below(3) > 0 ? handMade() : []
    if !accounts.isEmpty {
      model.byHand(accounts)
      try writeByHand()
    }
    for _ in 0..<count {
      try await step()
      try await check()
    }
    for entry in model.entries.indices {
      guard try await undo(change: entry) else { continue }
      try await check()
      try await undo(1, dries: false)
      try await check()
    }
    try await checkWholeHistory()
  }

  /// Takes back one change alone; returns whether it could.
  func undo(change entry: Int) async throws -> Bool {
    let (bytes, undone) = (try? documents.bytes(), model.entries[entry])
    steps.append("undo --change \(entry + 1)")
    var failure: AccountsError?
    var (isAlone, locked, codes) = (false, Set<String>(), Set<String>())
    let undo = model.takenBack(entry)
    let isTheirs = undone.isUndone && undo == nil && model.areOthers([entry])
    if isTheirs { try await expectOthers { try await registry.undo(change: entry + 1) } }
    do throws(AccountsError) {
      let done = try await registry.undo(change: entry + 1, theirs: isTheirs)
      for case .codeComesBack(let name, _, _) in done.notices { codes.insert(name) }
      isAlone =
        done.entries.map(\.number) == [entry + 1]
        && done.passedOver.allSatisfy { $0.did == .byHand }
      for case .comesBackLocked(let name) in done.notices { locked.insert(name) }
    } catch {
      failure = error
      try #require((try? documents.bytes()) == bytes)
    }
    guard undone.isUndone else {
      try #require(failure == .nothingToRestore(number: entry + 1, did: undone.did))
      return false
    }
    if let undo {
      try #require(failure == .takenBackAlready(number: entry + 1, by: undo + 1))
      return false
    }
    let before = model.accounts
    let awaited: Set<String>
    do throws(UndoModel.Conflict) {
      awaited = try model.undo(change: entry)
    } catch let conflict {
      guard case .cannotUndo(let refused) = failure else {
        Issue.record("\(failure.map { "\($0)" } ?? "no conflict"), but \(conflict) was awaited")
        throw conflict
      }
      // All are named, in any order.
      try #require(
        refused.contains { UndoModel.Conflict($0) == conflict }, "\(refused), \(conflict)")
      return false
    }
    try #require(failure == nil, "undo --change \(entry + 1)")
    try #require(isAlone && awaited == locked, "\(awaited), \(locked)")
    let back = model.entries.last?.changes.filter { $0.pairs["password"]?.new != nil } ?? []
    let invited = model.accounts.filter { account in
      let old = before.first { $0.id == account.id }
      return account.members["invitedUntil"] != nil && account.password != "*"
        && old?.members["password"] != account.members["password"]
        && back.contains { $0.id == account.id } && !account.isKeptOut
    }
    try #require(codes == Set(invited.map(\.name)))
    let shown = try shown()?.accounts.map(\.name) ?? []
    model.reorder(like: shown)
    // One account that comes back, while the others stay where they are.
    if undone.changes.count == 1, let back = undone.changes.first,
      back.new == nil
    {
      let place = undone.before.firstIndex { $0.id == back.id } ?? 0
      let anchor = undone.before[..<place].last
      let found =
        anchor.map { anchor in
          before.firstIndex { $0.id == anchor.id } ?? model.index(anchor.name, in: before)
        } ?? -1
      try #require(
        model.accounts.firstIndex { $0.id == back.id } == (found ?? before.count - 1) + 1)
    }
    return true
  }

  /// Sees an undo refused that takes back what others changed of their own accounts.
  private func expectOthers(_ undo: () async throws -> Outcome<UndoReport>) async throws {
    do {
      _ = try await undo()
      Issue.record("others' changes were taken back")
    } catch AccountsError.ownersChanges {
      // As it must be.
    }
  }

  /// Without a hand in between, taking back everything gives the values of the beginning.
  private func undoEverything() async throws {
    let all = model.undoable
    guard let first = all.last else { return }
    let (beginning, end) = (model.entries[first].before, model.accounts)
    try await undo(all.count, dries: hasHands)
    try await check()
    guard !hasHands else { return }
    try #require(
      model.accounts.sorted().map(\.withoutPassword) == beginning.sorted().map(\.withoutPassword))
    try await undo(1, dries: false)
    try await check()
    try #require(
      model.accounts.sorted().map(\.withoutPassword) == end.sorted().map(\.withoutPassword))
  }
}

extension UndoModel.Conflict {
  fileprivate init?(_ refused: Refusal?) {
    guard let refused else { return nil }
    var reason = refused.reason
    if case .changedSince(let keys) = reason { reason = .changedSince(keys.sorted()) }
    self.init(name: refused.account, reason: reason, later: refused.laterChanges)
  }
}

extension [UndoModel.Account] {
  /// In an order of their own: that of an edit of the file is not taken back.
  fileprivate func sorted() -> Self { sorted { $0.id < $1.id } }
}

extension UndoModel.Account {
  fileprivate var withoutPassword: [String: JSONLiteral] {
    members.filter { $0.key != "password" }.mapValues(\.literal)
  }
}

extension UndoModel.Account {
  /// Whether it is disabled or over, so that no code of it is good.
  fileprivate var isKeptOut: Bool {
    if case .string(let last)? = members["validUntil"]?.literal,
      last < CalendarDay.ofTests.description
    {
      return true
    }
    return members["disabled"].map { $0.literal != .bool(false) } ?? false
  }
}
