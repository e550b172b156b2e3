import AccountsFile
import CommandKit
import Terminal

extension ScreenState {
  mutating func handle(_ message: ScreenMessage) -> [Action] {
    switch message {
    case .ofWork(let number, let message):
      return work?.number == number ? handle(message) : []
    case .opened(let number, let opening):
      if work?.number == number { finish() }
      guard number == reading.number, work == nil else { return [] }
      return reload(with: opening)
    case .done(let opening):
      let quits = finish()?.next == .quits
      question = nil
      calendar = nil
      // Reads from before this change are outdated.
      nextReading()
      noteChange()
      note = nil
      if quits || isOneForm {
        show(opening)
        return [.quit]
      }
      // An action that a list began leads back to that list: an undo to the log, all else to the
      // accounts.
      if isOfUndo, let log = behind.last?.history, log.isOfAll {
        return goBehind(saying: opening.notes)
      }
      if case .profile(let profile) = opening.place, let account {
        follow(account.name, to: profile.ref)
      }
      if profile == nil, behind.contains(where: { $0.accounts != nil }) {
        if let form, form.isOfOther, !form.isEdit { seek(form[form.rulebook.key]) }
        return backToAccounts(saying: opening.notes)
      }
      let (before, wasOfShown) = (profile, form?.isEdit == true || isOfUndo)
      // An account that changes its own name is the same one under the name that was typed.
      let typed = form.flatMap { $0.isEdit ? $0[$0.rulebook.key] : nil }
      show(opening)
      // The result concerns the account that was shown, even if another is logged in by now.
      if let before, case .profile(let now) = opening.place, isOther(now, than: before.account),
        now.name != typed
      {
        // The message names that account, since it appears over the profile of another.
        let name = Phrase(same: wasOfShown ? "\(visible(before.name)): " : "")
        let done = opening.notes.prefix(1).map { name + $0 } + opening.notes.dropFirst()
        say(done + [LoginText.otherAccount])
      }
    case .status(let status, let openDraft): return handle(status, openDraft)
    case .listed(let number, let rows, let others, let renamed, let expected):
      return show(rows, others: others, renamed: renamed, expected: expected, number: number)
    case .named(let accounts, let rows): return mark(all: accounts, of: rows)
    case .groups(let known, let names):
      guard names == groupsReadFor else { return [] }
      if prompt != nil { prompt?.known = known } else { form?.knownGroups = known }
    case .failed(let error, .list(_, let number, _, _)): listingFailed(number, error)
    case .changed(let done, let operation, let refs, let now, let others, let leftOut):
      if let now { for ref in refs { follow(ref.name, to: now) } }
      return changed(done, by: operation, of: refs, besides: others, leavingOut: leftOut)
    case .notShown(let names): return notShown(names)
    case .failed(let error, let effect):
      let work = finish()
      if case .cancelled = error { return work?.next == .quits ? [.quit] : stopped() }
      if let sent = work?.prompt { prompt = sent }
      if case .storeMissing = error, work?.kind.onlyReads == true {
        broken = error.screenLines
        return []
      }
      let actions = handle(error, of: work?.kind) ?? handle(error)
      complain(ofAllIn: error.refusals, of: effect)
      if let kind = work?.kind, [.readingHistory, .lookingAtUndo].contains(kind), let note {
        refuse(note.lines)
      }
      return actions
    case .history(let history):
      finish()
      show(history)
    case .detail(let detail): show(detail)
    case .undoLook(let undo):
      if !undo.isFirst { finish() }
      show(undo)
    case .isNew:
      finish()
      // Keys typed ahead were meant for a logged-in account.
      forgetsKeys = true
      form?.confirmNew()
      let name = visible(form?.names.first?.text ?? "")
      say(Phrase("There is no account \(name) yet: to create it, type the password again."))
    case .mustChange(let login, let account, let isInvited, let missing):
      finish()
      // Keys typed ahead were meant for a logged-in account.
      forgetsKeys = true
      renewed = account
      if let form {
        screen = .form(
          .renew(login, filling: missing, under: form.rulebook, today: form.today))
      }
      say(isInvited ? LoginText.invited : LoginText.mustChange)
    case .progress(let progress): work?.progress = progress
    case .edited(let words, let isDone):
      if isDone { say(words) } else { complain(words) }
      noteChange()
      reading.showsOwnChange = true
    case .cameBack(let words): if let words { complain([words]) }
    case .nothing: break
    }
    return []
  }

  /// The work in progress was stopped, and nothing was changed. The same question is asked again,
  /// with no as the marked answer. An undo that was stopped before its look has none to ask.
  private mutating func stopped() -> [Action] {
    if case .undo(var undo) = screen {
      if undo.isFirst, let last = behind.popLast() {
        screen = last
      } else {
        undo.choosesYes = false
        screen = .undo(undo)
      }
    }
    complain([ScreenText.stopped])
    return []
  }

  /// Hands what was read to the screen that asked. It stays with the typed text, even against the
  /// file, and tells what has happened. Only what shows who is logged in follows that.
  private mutating func reload(with opening: LoadResult) -> [Action] {
    if case .broken(let lines) = opening.place {
      // Before the request is forgotten: keys may have been typed for it.
      broken = lines
      pendingAccount = nil
      return []
    }
    broken = nil
    if let pending = pendingAccount {
      pendingAccount = nil
      return open(pending, opening.place)
    }
    switch screen {
    case .opening: show(opening)
    case .form(let form) where form.isEdit: return reload(edit: form, with: opening.place)
    case .form(let form): reload(form, with: opening)
    case .conflict(let conflict): return reload(conflict, with: opening.place)
    case .profile(let profile): reload(profile, with: opening)
    case .history, .undo: return reloadChanges(with: opening.place)
    // It was covered, and reads its contents in another way.
    case .accounts: return list()
    }
    return []
  }

  // MARK: What each screen does with what was read

  /// Logging in and registering, and adding an account for somebody else.
  private mutating func reload(_ form: Form, with opening: LoadResult) {
    switch opening.place {
    case .profile(let profile) where form.isOfOther: adopt(profile.rulebook, profile.today, form)
    case .profile(let profile) where form.isChanged:
      if !adopt(profile.rulebook, profile.today, form) { say(LoginText.otherAccount) }
    case .profile: show(opening)
    case .login(let rulebook, let today, let reason):
      if adopt(rulebook, today, form), form.isChanged { return }
      guard form.purpose == .logIn, !form.isChanged else { return }
      if note?.lines == whyLogin { note = nil }
      if !reason.isEmpty { complain(reason) }
      whyLogin = reason
    case .none(let lines): complain(lines)
    case .broken: break
    }
  }

  /// Goes on with the same form under the rulebook that the file has now; returns whether that is
  /// another one.
  @discardableResult
  private mutating func adopt(
    _ rulebook: Rulebook, _ today: CalendarDay, _ form: Form
  ) -> Bool {
    guard rulebook != form.rulebook else { return false }
    calendar = nil
    screen = .form(form.under(rulebook, today: today))
    if form.isChanged { complain([Phrase("The rules have changed; check what you typed.")]) }
    return true
  }

  private mutating func reload(edit form: Form, with place: LoadResult.Place) -> [Action] {
    switch place {
    case .profile(let profile): return reload(edit: form, with: profile)
    case .login(_, _, let reason):
      complain((reason.isEmpty ? [LoginText.loggedOut] : reason) + unsaved(form))
    case .none(let lines): complain(lines + unsaved(form))
    case .broken: break
    }
    return []
  }

  private mutating func reload(
    _ conflict: ConflictState, with place: LoadResult.Place
  ) -> [Action] {
    switch place {
    case .profile(let profile) where profile.account == conflict.theirs: return []
    case .profile(let profile) where isOther(profile, than: conflict.theirs): break
    case .profile: screen = .form(conflict.form)
    case .login, .none, .broken: break
    }
    let actions = reload(edit: conflict.form, with: place)
    if let new = screen.conflict, new.wording == conflict.wording {
      screen.conflict?.keepsMine = conflict.keepsMine
      screen.conflict?.focus = conflict.focus
    }
    return actions
  }

  private mutating func reload(_ old: ProfileState, with opening: LoadResult) {
    let earlier = note
    switch opening.place {
    case .profile(let new):
      guard new != old else { return }
      let isOther = isOther(new, than: old.account)
      if isOther { question = nil }
      note = nil
      show(opening)
      if reading.showsOwnChange {
        note = earlier
      } else {
        let words =
          isOther
          ? LoginText.otherAccount
          : new.account == old.account && new.openDraft != old.openDraft
            ? Phrase("The open edit was changed elsewhere.") : ScreenText.changedElsewhere
        say([words], behind: earlier)
      }
    case .login(_, _, let reason):
      question = nil
      note = nil
      show(opening)
      if reading.showsOwnChange {
        note = earlier
      } else if reason.isEmpty {
        complain(opening.notes + [LoginText.loggedOut])
      }
    case .none, .broken: show(opening)
    }
  }

  /// The history, or undo, over a profile: what became of that.
  private mutating func reloadChanges(with place: LoadResult.Place) -> [Action] {
    guard let profile else { return read() }
    switch place {
    case .profile(let new):
      if !isOther(new, than: profile.account) {
        if new.account.nameKey != profile.account.nameKey { say(ScreenText.changedElsewhere) }
        return lookAgain(ifChanged: new)
      }
      complain([LoginText.otherAccount])
    case .login(_, _, let reason): complain(reason.isEmpty ? [LoginText.loggedOut] : reason)
    case .none(let lines): complain(lines)
    case .broken: break
    }
    return []
  }

  /// Whether the profile shows another account than before. One that was asked for is the one that
  /// was found, and one that got another name has the same id.
  private func isOther(_ now: ProfileState, than before: StoredAccount) -> Bool {
    guard account == nil else { return false }
    return before.id.map { $0 != now.account.id } ?? (now.account.nameKey != before.nameKey)
  }

  private func unsaved(_ form: Form) -> [Phrase] {
    guard form.isChanged, let name = form.accountName else { return [] }
    return [Phrase("What you typed for \(visible(name)) is not saved yet.")]
  }

  private mutating func reload(edit old: Form, with profile: ProfileState) -> [Action] {
    guard let seen = old.edited else { return [] }
    let now = profile.account
    guard !isOther(profile, than: seen) else {
      // Text typed for one account must not go to another, nor be lost.
      complain([LoginText.otherAccount] + unsaved(old))
      return []
    }
    adopt(profile.rulebook, profile.today, old)
    // From here on, saving is meant for the account as it is now.
    if account != nil { account = profile.ref }
    putBehind(profile)
    guard now != seen, let form else { return [] }
    let fields = form.conflicts(with: now)
    if !fields.isEmpty { return conflict(over: fields, form, now) }
    var rebased = form
    rebased.rebase(on: now, keeping: Set(form.editRequest.map { Array($0.fields.keys) } ?? []))
    screen = .form(rebased)
    let words =
      [ScreenText.changedElsewhere]
      + (now.state == seen.state ? [] : [Phrase("The account is now \(now.state.name).")])
    say(words, behind: note)
    return []
  }

  /// Says something, and hides no problem by it.
  private mutating func say(_ words: [Phrase], behind earlier: Note?) {
    if let earlier, earlier.kind == .problem { complain(earlier.lines + words) } else { say(words) }
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

  mutating func show(_ opening: LoadResult) {
    if !opening.notes.isEmpty { note = Note(kind: .word, lines: opening.notes) }
    switch opening.place {
    case .profile(let profile):
      while let last = behind.last, last.accounts == nil { behind.removeLast() }
      if account != nil { account = profile.ref }
      screen = .profile(profile)
    case .none(let lines):
      showGone(lines.first)
      complain(opening.notes + lines)
    case .login(let rulebook, let today, let reason):
      (behind, account) = ([], nil)
      // People register if nobody can log in yet.
      guard reason != [LoginText.nobodyRegistered] else {
        screen = .form(.register(under: rulebook, today: today))
        return say(opening.notes + reason)
      }
      screen = .form(.logIn(under: rulebook, today: today))
      if !reason.isEmpty { complain(opening.notes + reason) }
      whyLogin = reason
    case .broken(let lines): broken = lines
    }
  }

  /// Shows the profile as it was, with what is done to it switched off: its account is gone.
  private mutating func showGone(_ why: Phrase?) {
    guard profile != nil else { return }
    while let last = behind.last {
      if case .profile = screen { break }
      screen = last
      behind.removeLast()
    }
    guard case .profile(var profile) = screen else { return }
    profile.missingReason = why
    screen = .profile(profile)
  }

  /// Reads the file before any other key: the form may become a conflict.
  private mutating func readBeforeKeys() -> [Action] {
    let actions = read()
    work = Work(kind: .reading, number: reading.number)
    return actions
  }

  mutating func handle(_ error: AccountsError) -> [Action] {
    switch error {
    case .invalid([Problem(.field(.password), .field(.notOnBlocklist))]) where form?.password != nil:
      // Only the store reads the rulebook's list.
      form?.refuse(.notOnBlocklist, of: .password)
    case .invalid(let problems):
      complain(problems.map(ScreenText.words))
      // If the form finds no problem, the problem is in the file.
      if form?.isReady == true { return readBeforeKeys() }
      form?.showProblems()
    case .taken(let field): form?.refuse(.unique, of: field)
    case .severalFit:
      form?.askForKey()
      complain(
        form.map {
          let key = $0.rulebook.key.name
          return [Phrase("Several accounts share this name and password: enter the \(key) too.")]
        } ?? [])
    case .nobodyRegistered: complain([LoginText.nobodyRegistered])
    case .conflict, .noSuchAccount, .notLoggedIn, .accountClosed:
      // The file may have changed: read it again and handle the result.
      complain(error.screenLines)
      if form?.isEdit == true { return readBeforeKeys() }
    case .notMeant, .nothingToCancel:
      complain(error.screenLines)
      return form == nil ? read() : form?.isEdit == true ? readBeforeKeys() : []
    case .fileInvalid, .rulebookBroken: broken = error.screenLines
    default: complain(error.screenLines)
    }
    return []
  }
}
