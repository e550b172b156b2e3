import AccountsSupport
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

/// Steps of several people: invitations, passwords that owners change themselves, exchanges of
/// names, and undos of any earlier change.
extension UndoModelRun {
  private static let day = "2026-06-22"

  func stepOfPeople() async throws {
    switch dice.below(7) {
    case 0: try await invite()
    case 1: try await uninvite()
    case 2: try await accept()
    case 3: try await renew()
    case 4: try await exchange()
    default:
      guard !model.entries.isEmpty else { return }
      _ = try await undo(change: dice.below(model.entries.count))
    }
  }

  private func invite() async throws {
    guard !model.accounts.isEmpty, let day = CalendarDay(Self.day) else { return }
    var all = model.accounts
    let index = dice.below(all.count)
    let name = all[index].name
    let account = try await registry.account(name)
    let fails =
      ![.open, .notYetValid, .invited].contains(account.state)
      && !(account.state == .locked && all[index].password == "*"
        && all[index].members["disabled"] == nil)
    var code = ""
    try await doing("invite \(name)", fails: fails) {
      code = try await registry.invite(name, until: day).value.code.text ?? ""
    }
    guard !fails else { return }
    all[index].members["password"] = model.password(code)
    all[index].members["invitedUntil"] = UndoModel.Value(literal: .string(Self.day))
    model.write(.invite, all, hashesTyped: true)
  }

  private func uninvite() async throws {
    guard !model.accounts.isEmpty else { return }
    var all = model.accounts
    let invited = all.indices.filter { all[$0].members["invitedUntil"] != nil }
    let index = invited.isEmpty ? dice.below(all.count) : dice.pick(invited)
    let name = all[index].name
    try await doing("uninvite \(name)", fails: invited.isEmpty) {
      _ = try await registry.uninvite([name])
    }
    guard !invited.isEmpty else { return }
    all[index].members["password"] = UndoModel.Value(literal: .string("*"))
    all[index].members["invitedUntil"] = nil
    model.write(.uninvite, all, hashesTyped: true)
  }

  private func accept() async throws {
    let invited = model.accounts.indices.filter { index in
      let account = model.accounts[index]
      return account.members["invitedUntil"] != nil && account.members["disabled"] == nil
        && !account.isClosed && !["!", "*"].contains { account.password.hasPrefix($0) }
    }
    guard !invited.isEmpty else { return }
    try await set(dice.pick(invited), .password)
  }

  private func renew() async throws {
    let able = model.accounts.indices.filter { index in
      let account = model.accounts[index]
      return account.members["invitedUntil"] == nil && account.members["disabled"] == nil
        && !account.isClosed && !["!", "*"].contains { account.password.hasPrefix($0) }
    }
    guard !able.isEmpty else { return }
    try await set(dice.pick(able), .edit)
  }

  /// An owner sets a new password, without a session.
  private func set(_ index: Int, _ did: ChangeKind) async throws {
    var all = model.accounts
    let owner = all[index]
    let old = model.passwords[owner.members["password"]?.secret ?? 0] ?? ""
    let word = "word\(steps.count)"
    try await doing("\(owner.name) sets \(word)", fails: false) {
      _ = try await registry.via(.pam).changePassword(
        LoginRequest(owner.name, old), to: PasswordEntry(word))
    }
    all[index].members["password"] = model.password(word)
    all[index].members["invitedUntil"] = nil
    model.write(did, all, hashesTyped: true, byOwner: owner)
  }

  /// Two accounts exchange their emails, or their user names, in one write.
  private func exchange() async throws {
    let named = model.accounts.indices.filter { index in
      model.accounts[index].text("username") != nil && !model.accounts[index].isClosed
    }
    guard named.count > 1 else { return }
    let (one, other) = (named[0], named[1])
    let field = dice.pick([Field.email, .username])
    let known = field == .email ? Field.username : .email
    var all = model.accounts
    func change(_ index: Int, from other: Int) throws -> AccountChange {
      let (mine, theirs) = (model.accounts[index], model.accounts[other])
      let name = try #require(mine.text(known.key))
      return .edit(
        NameKey(known, AccountName(name)),
        [
          AccountRecord.Change(
            field, from: mine.text(field.key), to: theirs.text(field.key))
        ])
    }
    let changes = [try change(one, from: other), try change(other, from: one)]
    let options = await registry.options(.apply)
    try await doing("exchange \(field) of \(all[one].name) and \(all[other].name)", fails: false) {
      let done = try await registry.locked { session throws(AccountsError) in
        let done = try await registry.store.apply(changes, options)
        try await registry.follow(done.value.changes, session)
        return done.value
      }
      try #require(done.refusals.isEmpty)
    }
    let session = model.sessionID
    let key = field.key
    let (left, right) = (all[one].members[key], all[other].members[key])
    (all[one].members[key], all[other].members[key]) = (right, left)
    model.write(.apply, all)
    if let session { model.session = all.first { $0.id == session }?.name }
  }
}
