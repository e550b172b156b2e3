import Accounts
import Terminal

extension ScreenState {
  /// What an effect has to say.
  mutating func take(_ message: ScreenMessage) -> [Action] {
    switch message {
    case .opened(let reading, let opening):
      if busy == .reading, reading == self.reading { busy = nil }
      guard reading == self.reading, busy == nil else { return [] }
      return meet(opening)
    case .done(let opening):
      busy = nil
      question = nil
      calendar = nil
      // What was read before this was done is old.
      reading += 1
      note = nil
      show(opening)
      return []
    case .failed(let error):
      busy = nil
      return take(error)
    case .cameBack(let words):
      if let words { complain([words]) }
      return []
    }
  }

  /// What the file says when it was read again beside what is on the screen.
  private mutating func meet(_ opening: Opening) -> [Action] {
    switch (screen, opening) {
    case (.edit(let form), .profile(let profile, _)): return meet(profile, while: form)
    case (.conflict(let conflict), .profile(let profile, _)):
      guard profile.account != conflict.theirs else { return [] }
      screen = .edit(conflict.form)
      return meet(profile, while: conflict.form)
    case (.login(let form), .login(let rulebook, _, let reason)) where form.rulebook == rulebook:
      // What is being typed stays, unless the rules are others now.
      if !form.isChanged, !reason.isEmpty { complain(reason) }
    case (.registration(let form), .login(let rulebook, _, _)) where form.rulebook == rulebook:
      break
    case (.login(let form), .profile) where form.isChanged: break
    case (.registration(let form), .profile) where form.isChanged: break
    case (.profile(let old), .profile(let new, _)) where old == new: break
    default:
      question = nil
      calendar = nil
      let (before, told) = (screen, note)
      note = nil
      show(opening)
      if case (.profile, .profile) = (before, screen) {
        // What went wrong is not passed over for that.
        if let told, told.kind == .problem {
          complain(told.lines + [ScreenText.changedInFile])
        } else {
          say(ScreenText.changedInFile)
        }
      }
    }
    return []
  }

  private mutating func meet(_ profile: ProfileState, while form: Form) -> [Action] {
    guard case .edit(let seen) = form.purpose else { return [] }
    let now = profile.account
    guard now != seen else { return [] }
    guard now.email.text.lowercased() == seen.email.text.lowercased() else {
      // Another account, for all that one can tell: what was typed for the one is not for the other.
      show(.profile(profile, notes: []))
      complain([ScreenText.otherAccount(seen.email.text)])
      return []
    }
    // Both have changed these, and not to the same.
    let fields = Field.allCases.filter { field in
      guard let request = form.editRequest else { return false }
      if field == .password { return request.password != nil && now.password != seen.password }
      guard let mine = request.fields[field] else { return false }
      return now[field] != seen[field] && mine != now[field]
    }
    if !fields.isEmpty { return conflict(over: fields, form, now) }
    var rebased = form
    rebased.rebase(on: now, keeping: Set(form.editRequest.map { Array($0.fields.keys) } ?? []))
    screen = .edit(rebased)
    say(ScreenText.changedInFile)
    return []
  }

  private mutating func conflict(
    over fields: [Field], _ form: Form, _ now: Account
  ) -> [Action] {
    calendar = nil
    question = nil
    note = nil
    screen = .conflict(
      ConflictState(form: form, theirs: now, fields: fields, keepsMine: Set(fields)))
    return []
  }

  /// Shows what the accounts were found to be.
  mutating func show(_ opening: Opening) {
    switch opening {
    case .profile(let profile, let notes):
      screen = .profile(profile)
      if !notes.isEmpty { note = Note(kind: .word, lines: notes) }
    case .login(let rulebook, let today, let reason):
      screen = .login(.logIn(under: rulebook, today: today))
      if !reason.isEmpty { complain(reason) }
    case .broken(let lines): screen = .broken(lines)
    }
  }

  /// Reads, and lets no key in before that is answered: it would go into a form that is about to be
  /// another.
  private mutating func readBeforeKeys() -> Action {
    busy = .reading
    return read()
  }

  private mutating func take(_ error: AccountsError) -> [Action] {
    switch error {
    case .invalid(let problems):
      complain(problems.map(\.message))
      // What the form finds nothing wrong with is wrong in the file.
      if form?.isReady == true { return [readBeforeKeys()] }
      changeForm { $0.showProblems() }
    case .accountExists: changeForm { $0.refuse(.unique, of: .email) }
    case .severalFit:
      changeForm { $0.askForEmail() }
      complain([ScreenText.severalFit])
    case .nobodyRegistered: complain([ScreenText.nobodyRegistered])
    case .conflict, .noSuchAccount, .notLoggedIn, .accountClosed:
      // The file may be another now: it is read again, and what it says is met.
      complain(ScreenText.lines(of: error))
      if case .edit = screen { return [readBeforeKeys()] }
    case .fileInvalid, .rulebookBroken: screen = .broken(ScreenText.lines(of: error))
    default: complain(ScreenText.lines(of: error))
    }
    return []
  }
}
