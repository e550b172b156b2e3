import AccountsFile
import CommandKit
import LosslessJSON

extension Done {
  /// The effect of a change of groups.
  init(groupsOf done: Outcome<[StateChange]>, _ names: [String]) {
    self.init(done, of: names) { Phrase("changed the groups of \($0)") }
  }

  /// Sets a generated password, and shows it even if a later step of the write failed.
  init(
    _ shown: ShownPassword, screenLines: [Phrase]? = nil,
    _ write: () async throws(AccountsError) -> [Notice]
  ) async throws(AccountsError) {
    (self.screenLines, generated) = (screenLines, shown)
    do throws(AccountsError) {
      notices = try await write()
    } catch {
      guard case .partlyDone(let step, _) = error, step.isChange else { throw error }
      self.screenLines = Report(error).placedLines
    }
  }

  /// The effect of a change on accounts, in the words `ofOne` for a single one, if there are such.
  init(
    _ done: Outcome<[StateChange]>, of names: [String],
    ofOne: ((StateChange, _ name: String) -> Phrase)? = nil, ofSeveral: (Phrase) -> Phrase
  ) {
    (notices, accounts) = (done.notices, done.value.map(\.account))
    let all = Array(zip(done.value, Operation.shown(names, accounts)))
    let changed = all.filter { !$0.0.fields.isEmpty }
    isNothing = changed.isEmpty
    let single = all.count == 1 ? all.first : changed.count == 1 ? changed.first : nil
    members = done.value.map(\.members)
    if let ofOne, let (one, name) = single {
      lines = [ofOne(one, name)]
      screenLines = lines
    } else if isNothing {
      screenLines = [Done.nothing.sentence]
    } else {
      lines = [ofSeveral(Phrase.several(changed.map(\.1)))]
    }
    let others = all.count - changed.count
    if others > 0, !isNothing {
      screenLines =
        (screenLines ?? lines.map(\.sentence)) + [
          Phrase("\(others, "account was", "accounts were") so already.")
        ]
    }
  }
}

extension StateChange {
  /// What JSON has of it besides the account.
  var members: [JSONLiteral.Member] {
    [
      .init("stateBefore", .string(before.rawValue)),
      .init("changed", .array(keys.map { .string($0) })),
    ]
  }
}
