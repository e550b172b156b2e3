import AccountsFile
import Terminal

extension ScreenState {
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
      // Reads from before this change are outdated.
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

  /// Handles a new read of the file while a screen is open.
  private mutating func meet(_ opening: Opening) -> [Action] {
    switch (screen, opening) {
    case (.form(let form), .profile(let profile, _)) where form.isEdit:
      return meet(profile, while: form)
    case (.conflict(let conflict), .profile(let profile, _)):
      guard profile.account != conflict.theirs else { return [] }
      screen = .form(conflict.form)
      return meet(profile, while: conflict.form)
    case (.form(let form), .login(let rulebook, _, let reason))
    where !form.isEdit && form.rulebook == rulebook:
      // Typed text stays, unless the rules have changed.
      if form.purpose == .logIn, !form.isChanged, !reason.isEmpty { complain(reason) }
    case (.form(let form), .profile) where form.isChanged: break
    case (.profile(let old), .profile(let new, _)) where old == new: break
    default:
      question = nil
      calendar = nil
      let (before, told) = (screen, note)
      note = nil
      show(opening)
      if case (.profile, .profile) = (before, screen) {
        // Do not hide a problem behind this.
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
    guard now.email.key == seen.email.key else {
      // Apparently another account: text typed for one must not go to the other.
      show(.profile(profile, notes: []))
      complain([ScreenText.otherAccount(seen.email.text)])
      return []
    }
    // Fields changed on both sides, to different values.
    let fields = Field.allCases.filter { field in
      guard let request = form.editRequest else { return false }
      if field == .password { return request.password != nil && now.password != seen.password }
      guard let mine = request.fields[field] else { return false }
      return !sameText(now[field], seen[field]) && !sameText(mine, now[field])
    }
    if !fields.isEmpty { return conflict(over: fields, form, now) }
    var rebased = form
    rebased.rebase(on: now, keeping: Set(form.editRequest.map { Array($0.fields.keys) } ?? []))
    screen = .form(rebased)
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

  mutating func show(_ opening: Opening) {
    switch opening {
    case .profile(let profile, let notes):
      screen = .profile(profile)
      if !notes.isEmpty { note = Note(kind: .word, lines: notes) }
    case .login(let rulebook, let today, let reason):
      screen = .form(.logIn(under: rulebook, today: today))
      if !reason.isEmpty { complain(reason) }
    case .broken(let lines): screen = .broken(lines)
    }
  }

  /// Reads the file and ignores keys until then: they would go into a form that may be replaced.
  private mutating func readBeforeKeys() -> Action {
    busy = .reading
    return read()
  }

  private mutating func take(_ error: AccountsError) -> [Action] {
    switch error {
    case .invalid(let problems):
      complain(problems.map(\.message))
      // If the form finds no problem, the problem is in the file.
      if form?.isReady == true { return [readBeforeKeys()] }
      changeForm { $0.showProblems() }
    case .accountExists: changeForm { $0.refuse(.unique, of: .email) }
    case .severalFit:
      changeForm { $0.askForEmail() }
      complain([ScreenText.severalFit])
    case .nobodyRegistered: complain([ScreenText.nobodyRegistered])
    case .conflict, .noSuchAccount, .notLoggedIn, .accountClosed:
      // The file may have changed: read it again and handle the result.
      complain(ScreenText.lines(of: error))
      if form?.isEdit == true { return [readBeforeKeys()] }
    case .fileInvalid, .rulebookBroken: screen = .broken(ScreenText.lines(of: error))
    default: complain(ScreenText.lines(of: error))
    }
    return []
  }
}
