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
      if quitsWhenDone || isOneForm {
        show(opening)
        return [.quit]
      }
      if profile == nil, behind.contains(where: \.isOfAccounts) {
        return backToAccounts(saying: opening.notes)
      }
      show(opening)
      return []
    case .status(let status): return take(status)
    case .listed(let query, let rows): return show(rows, of: query)
    case .named(let names, let rows):
      mark(all: names, of: rows)
      return []
    case .notListed(let error):
      listingFailed(error)
      return []
    case .changed(let words, let generated): return changed(words, generated)
    case .failed(let error):
      let work = busy
      stopWaiting()
      if work == .disabling || work == .changingGroups { prompt = sentPrompt }
      sentPrompt = nil
      let actions = take(error, of: work) ?? take(error)
      if work == .readingHistory, let note { refuse(note.lines) }
      return actions
    case .history(let history):
      stopWaiting()
      show(history)
      return []
    case .undoLook(let undo):
      stopWaiting()
      show(undo)
      return []
    case .isNew:
      stopWaiting()
      changeForm { $0.confirmNew() }
      say(ScreenText.isNew(form?.names.first?.text ?? ""))
      return []
    case .checked(let findings, let status): return take(findings, status)
    case .notChecked(let error):
      notChecked(error)
      return []
    case .importLook(let request, let preview, let isRefused):
      show(preview, of: request, isRefused: isRefused)
      return []
    case .importFailed(let lines):
      importFailed(lines)
      return []
    case .imported(let words, let leftOut): return imported(words, leftOut: leftOut)
    case .progress(let progress):
      if busy == .sealing || busy == .importing { self.progress = progress }
      return []
    case .sealed(let words, let refused): return sealed(words, refused: refused)
    case .edited(let words, let isDone):
      if isDone { say(words) } else { complain(words) }
      readingOwnChange = reading
      return []
    case .cameBack(let words):
      if let words { complain([words]) }
      return []
    }
  }

  /// The work was not done, so there is no reason to quit either.
  mutating func stopWaiting() { (busy, progress, quitsWhenDone) = (nil, nil, false) }

  /// Handles a new read of the file while a screen is open. What was typed stays, whatever the file
  /// says.
  private mutating func meet(_ opening: Opening) -> [Action] {
    if case .broken(let lines) = opening.place {
      broken = lines
      return []
    }
    broken = nil
    let keepsEdit =
      openForm.map { $0.isEdit && ($0.isChanged || isOneForm || account != nil) } ?? false
    switch (screen, opening.place) {
    case (_, .none(let lines)) where openForm?.isEdit != true:
      let actions = backToAccounts(saying: [])
      refuse(lines)
      return actions
    case (.accounts, .profile(let profile)):
      guard account != nil else { return list() }
      note = nil
      go(on: .profile(profile))
      defer { next = nil }
      return next.map { run(onPeople: $0) } ?? []
    case (.accounts, .login): return list()
    case (.form(let form), .profile(let profile)) where form.isEdit:
      return meet(profile, while: form)
    case (.conflict(let conflict), .profile(let profile)):
      guard profile.account != conflict.theirs else { return [] }
      screen = .form(conflict.form)
      return meet(profile, while: conflict.form)
    case (_, .login(_, _, let reason)) where keepsEdit, (_, .none(let reason)) where keepsEdit:
      let typedFor = openForm?.isChanged == true ? openForm?.editRequest?.account : nil
      complain(
        (reason.isEmpty ? [ScreenText.loggedOut] : reason)
          + (typedFor.map { [ScreenText.notSaved($0)] } ?? []))
    case (.form(let form), .login(let rulebook, _, let reason))
    where !form.isEdit && form.rulebook == rulebook:
      if form.purpose == .logIn, !form.isChanged, !reason.isEmpty { complain(reason) }
    case (.form(let form), .login(let rulebook, let today, _)) where form.isChanged:
      let isRegistration = form.purpose == .register && !rulebook.registersAtLogin
      var next: Form =
        isRegistration
        ? .register(under: rulebook, today: today) : .logIn(under: rulebook, today: today)
      next.take(from: form)
      screen = .form(next)
      complain([ScreenText.rulesChanged])
    case (.form(let form), .profile) where form.isChanged: break
    case (.profile(let old), .profile(let new)) where old == new: break
    case (let shown, .profile(let new))
    where shown.isOfChanges && new.account.id == profile?.account.id:
      return lookAgain(ifChanged: new)
    default:
      question = nil
      calendar = nil
      let (before, told) = (screen, note)
      note = nil
      show(opening)
      if readingOwnChange == reading {
        note = told
      } else if case .profile = screen, before.isOfProfile {
        // Do not hide a problem behind this.
        if let told, told.kind == .problem {
          complain(told.lines + [ScreenText.changedElsewhere])
        } else {
          say(ScreenText.changedElsewhere)
        }
      }
    }
    return []
  }

  private mutating func meet(_ profile: ProfileState, while form: Form) -> [Action] {
    guard case .edit(let seen) = form.purpose else { return [] }
    let now = profile.account
    guard now != seen else { return [] }
    guard now.id == seen.id else {
      // Text typed for one account must not go to another, nor be lost.
      if form.isChanged {
        complain([ScreenText.otherAccount, ScreenText.notSaved(form.accountName ?? "")])
      } else {
        show(Opening(place: .profile(profile)))
        complain([ScreenText.otherAccount])
      }
      return []
    }
    let fields = form.conflicts(with: now, hasPassword: form.password != nil)
    if !fields.isEmpty { return conflict(over: fields, form, now) }
    var rebased = form
    rebased.rebase(on: now, keeping: Set(form.editRequest.map { Array($0.fields.keys) } ?? []))
    screen = .form(rebased)
    say(
      [ScreenText.changedElsewhere]
        + (now.state == seen.state ? [] : [ScreenText.isNow(now.state)]))
    return []
  }

  private mutating func conflict(
    over fields: [Field], _ form: Form, _ now: StoredAccount
  ) -> [Action] {
    calendar = nil
    question = nil
    note = nil
    screen = .conflict(
      ConflictState(form: form, theirs: now, fields: fields, keepsMine: Set(fields)))
    return []
  }

  mutating func show(_ opening: Opening) {
    if !opening.notes.isEmpty { note = Note(kind: .word, lines: opening.notes) }
    switch opening.place {
    case .profile(let profile):
      while behind.last?.isOfAccounts == false { behind.removeLast() }
      if account != nil { account = profile.name }
      screen = .profile(profile)
    case .none(let lines): complain(opening.notes + lines)
    case .login(let rulebook, let today, let reason):
      (behind, account) = ([], nil)
      screen = .form(.logIn(under: rulebook, today: today))
      if !reason.isEmpty { complain(opening.notes + reason) }
    case .broken(let lines): broken = lines
    }
  }

  /// Reads the file and ignores keys until then: they would go into a form that may be replaced.
  private mutating func readBeforeKeys() -> [Action] {
    let actions = read()
    busy = .reading
    return actions
  }

  private mutating func take(_ error: AccountsError) -> [Action] {
    switch error {
    case .invalid([Problem(.field(.password), .notOnBlocklist)]) where form?.password != nil:
      // Only the store reads the rulebook's list.
      changeForm { $0.refuse(.notOnBlocklist, of: .password) }
    case .invalid(let problems):
      complain(problems.map(ScreenText.words))
      // If the form finds no problem, the problem is in the file.
      if form?.isReady == true { return readBeforeKeys() }
      changeForm { $0.showProblems() }
    case .taken(let field): changeForm { $0.refuse(.unique, of: field) }
    case .severalFit:
      changeForm { $0.askForKey() }
      complain(form.map { [ScreenText.severalFit($0.rulebook.key)] } ?? [])
    case .nobodyRegistered: complain([ScreenText.nobodyRegistered])
    case .conflict, .noSuchAccount, .notLoggedIn, .accountClosed:
      // The file may have changed: read it again and handle the result.
      complain(ScreenText.lines(of: error))
      if form?.isEdit == true { return readBeforeKeys() }
    case .nothingToCancel:
      complain(ScreenText.lines(of: error))
      return read()
    case .fileInvalid, .rulebookBroken: broken = ScreenText.lines(of: error)
    default: complain(ScreenText.lines(of: error))
    }
    return []
  }
}
