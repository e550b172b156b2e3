import AccountsFile
import CommandKit
import Synchronization
import Terminal

/// Runs the screens' effects: each is its own task, with file access on the background queue and
/// hashing on separate threads.
struct ScreenEffects: Sendable {
  private(set) var personal: PersonalRegistry
  /// The accounts if they are there already: it keeps what it read.
  private let existing: PersonalRegistry
  var registry: Registry { personal.registry }
  let today: @Sendable () -> CalendarDay
  /// The seconds since 1970.
  let now: @Sendable () -> Int
  let localTime: LocalTime
  let language: Language
  /// The home directory, in which invitations are kept.
  var home: String?
  /// The address of the page on which passwords are set; nil for that of the rulebook.
  var address: ServeAddress?
  /// Whether edits stay open instead of being saved.
  var isDraft = false
  /// The change of accounts that is being made.
  private let work = WorkInProgress()
  /// Called with each edit that was made.
  var edited: @Sendable (Outcome<EditReport>) -> Void = { _ in }

  init(
    personal: PersonalRegistry, today: @escaping @Sendable () -> CalendarDay,
    now: @escaping @Sendable () -> Int, localTime: LocalTime = .ofSystem,
    language: Language = .english, home: String? = nil
  ) {
    (self.personal, existing) = (personal, personal.ofExistingStore())
    (self.today, self.now, self.localTime) = (today, now, localTime)
    (self.language, self.home) = (language, home)
  }

  /// The effects of a state: once there was a store, they fail with `storeMissing` without one.
  func of(_ state: ScreenState) -> ScreenEffects {
    var effects = self
    if state.wasThere { effects.personal = existing }
    return effects
  }

  /// Starts an effect of a state; its result is posted.
  func perform(
    _ state: ScreenState, _ effect: ScreenEffect, _ mailbox: Mailbox<ScreenMessage>
  ) {
    if case .stop = effect { return work.stop() }
    let effects = of(state)
    let number = effect.busy == nil ? nil : state.work?.number
    let task = Task.detached { [work] in
      let last = await effects.outcome(of: effect) { mailbox.post($0.of(work: number)) }
      mailbox.post(last.of(work: number))
      work.giveBackMemory(after: effect)
    }
    if effect.busy?.canStop == true { work.begin(task) }
  }

  /// - Parameter meanwhile: called, on any thread, with what there is to show before the end.
  func outcome(
    of effect: ScreenEffect, meanwhile: @escaping @Sendable (ScreenMessage) -> Void = { _ in }
  ) async -> ScreenMessage {
    let tell: WorkProgress.Listener = { meanwhile(.progress(.init(done: $0, total: $1))) }
    return await WorkProgress.told(to: tell) {
      await result(of: effect, meanwhile)
    }
  }

  private func result(
    of effect: ScreenEffect, _ meanwhile: @escaping @Sendable (ScreenMessage) -> Void
  ) async -> ScreenMessage {
    do throws(AccountsError) {
      switch effect {
      case .open(let reading, let account):
        return .opened(reading, await opening(of: account))
      case .submit(.logIn(let request, let mayCreate), _, _):
        return try await logIn(request, mayCreate: mayCreate)
      case .submit(.renew(let request, let password, let values), _, let ref):
        return try await logIn(
          request, mayCreate: false, newPassword: password, filling: values, of: ref)
      case .submit(.register(let values, let password, let logsIn), _, _):
        guard let password else { return try await add(values) }
        let outcome =
          logsIn
          ? try await personal.register(values, password: password)
          : try await registry.register(values, password: password)
        return .done(await opening(outcome.notices.sentences))
      case .submit(.save(let request), let account, let ref):
        let outcome = try await save(request, of: ref)
        edited(outcome)
        let fields = outcome.edit.fields.map(\.name).joined(separator: ", ")
        let words =
          outcome.edit.fields.isEmpty ? Done.nothing.sentence : Phrase("Saved: \(fields).")
        return .done(
          await opening(
            [words] + outcome.notices.sentences, afterChangeOf: account,
            now: outcome.account?.name.text))
      case .logOut(let id):
        // The question was about the account that was shown.
        let now = (try? await personal.profile())?.account.nameKey
        if let now, now != id {
          return .done(await opening([Phrase("Nobody was logged out: this is another session.")]))
        }
        _ = try await personal.logOut()
        return .done(await opening())
      case .dropDraft(let edit, let account):
        guard
          try await personal.expecting(account).profile(of: account?.name).openDraft == edit
        else {
          let words = Phrase("Nothing was discarded: the open edit is another one now.")
          return .done(await opening([words], of: account))
        }
        _ = try await personal.cancel(onlyOpen: true)
        return .done(await opening([Phrase("Discarded the open edit.")], of: account))
      case .readHistory(let account, let limit):
        try await checkThere()
        // Unreadable accounts are told now, not when the history is left.
        _ = try await registry.rulebook()
        let entries = try await personal.expecting(account).registry.history(
          of: account?.name, limit: limit + 1, accounts: HistoryText.mostRead)
        return .history(
          HistoryState(
            of: account,
            changes: entries.prefix(limit).map {
              ScreenText.words(of: $0, localTime, isOfOne: account != nil)
            },
            hasMore: entries.count > limit))
      case .readDetail(let key): return await readDetail(key)
      case .lookAtUndo(let target):
        return .undoLook(try await look(at: target, meanwhile))
      case .undo(let look, let account):
        let done = try await undo(look)
        return .done(
          await opening(
            [ScreenText.undone(done.entries)] + done.notices.sentences, afterChangeOf: account))
      case .look:
        // A draft that cannot be read says nothing here.
        return .status(await registry.status(), try? await registry.editIfAny())
      case .list(let query, let number, let seen, let drawn):
        return try await list(query, number: number, seen: seen, drawn: drawn)
      case .readGroups(let names): return .groups(await groups(of: names), of: names)
      case .nameAll(let rows): return .named(rows.named, of: rows)
      case .run(let operation, let typed, let accounts, let leftOut):
        return try await run(operation, typed, on: accounts, leavingOut: leftOut)
      case .editFile, .albums, .stop: return .nothing
      }
    } catch {
      return .failed(error, of: effect)
    }
  }

  /// Saves what a form changes, or keeps it open; nil stands for the session's account.
  func save(
    _ request: EditRequest, of ref: AccountRef?
  ) async throws(AccountsError) -> Outcome<EditReport> {
    var request = request
    // The form may have another name of it.
    if let ref { request.account = ref.name }
    let personal = personal.expecting(ref)
    return isDraft
      ? try await personal.keepDraft(request) : try await personal.registry.edit(request)
  }

  private func logIn(
    _ request: LoginRequest, mayCreate: Bool, newPassword: PasswordEntry? = nil,
    filling values: FieldValues = FieldValues(), of ref: AccountRef? = nil
  ) async throws(AccountsError) -> ScreenMessage {
    var warnings: [Phrase] = []
    do throws(AccountsError) {
      let outcome = try await personal.expecting(ref).login(
        request, creates: mayCreate, newPassword: newPassword, filling: values,
        warn: { warnings.append($0.message.sentence) })
      let waits = newPassword == nil ? nil : LoginText.waits(outcome.value, on: today())
      let words = (waits.map { [$0] } ?? []) + outcome.notices.sentences + warnings
      return .done(await opening(words))
    } catch .noSuchAccount where newPassword == nil {
      return .isNew
    } catch .mustChange(let name) {
      return .mustChange(request, try await registry.ref(name))
    } catch .invited(let name, let missing) {
      return .mustChange(request, try await registry.ref(name), isInvited: true, missing)
    }
  }

  /// A history that went away with its file is not one without changes.
  private func checkThere() async throws(AccountsError) {
    if let path = try await registry.missingFile() { throw .storeMissing(subject: path) }
  }

  private func look(
    at target: UndoTarget, _ meanwhile: (ScreenMessage) -> Void
  ) async throws(AccountsError) -> UndoState {
    try await checkThere()
    var number: Int?
    let undone: Outcome<UndoReport>
    switch target {
    case .downTo(let oldest):
      let entries = try await registry.history(accounts: 1)
      let count = entries.count { $0.isUndone && $0.number.map { $0 >= oldest } == true }
      // It was undone, or forgotten, meanwhile.
      guard count > 0 else { throw .nothingToUndo(left: 0) }
      undone = try await registry.undo(
        count, theirs: true, isDryRun: true)
    case .change, .newest:
      let one = try await self.number(of: target)
      number = one
      if let first = try await firstLook(at: one) { meanwhile(.undoLook(first)) }
      undone = try await registry.undo(
        change: one, theirs: true, isDryRun: true)
    }
    return UndoState(
      // The undo is of the change that was shown, also if a newer one comes meanwhile.
      target: number.map(UndoTarget.change) ?? target, shown: undone.shown, number: number,
      isOfOwners: !undone.ofOwners.isEmpty,
      changes: undone.entries.map { ScreenText.words(of: $0, localTime) },
      accounts: undone.accounts.count,
      outcome: undone.outcome + undone.firstRows,
      notes: undone.ofOwners.map { $0.words(localTime).sentence }
        + PassedOver(undone.passedOver).lines + undone.notices.sentences)
  }

  /// A first look at the undo of a change of many accounts: its effect on the first of them, as far
  /// as the change itself tells; nil for a change of few.
  private func firstLook(at number: Int) async throws(AccountsError) -> UndoState? {
    let excerpt = try await registry.change(number, accounts: HistoryText.mostAccounts)
    guard let excerpt, excerpt.isUndone, excerpt.count > HistoryText.mostAccounts else {
      return nil
    }
    return UndoState(
      target: .change(number), shown: nil, number: number,
      changes: [ScreenText.words(of: excerpt, localTime)], accounts: excerpt.count,
      outcome: excerpt.accounts.prefix(HistoryText.mostAccounts).map(\.reversed)
        .rows(of: excerpt.count), notes: [])
  }

  private func number(of target: UndoTarget) async throws(AccountsError) -> Int {
    switch target {
    case .change(let number), .downTo(let number): return number
    case .newest(let account):
      let newest = try await personal.expecting(account).registry.newestUndoable(of: account.name)
      guard let number = newest?.number else {
        throw .nothingToUndo(left: 0)
      }
      return number
    }
  }

  /// Takes back what was looked at. Changes by owners themselves are taken back only if the look
  /// named them.
  private func undo(
    _ look: UndoState
  ) async throws(AccountsError) -> Outcome<UndoReport> {
    try await checkThere()
    // A first look whose whole one failed has not shown what would be done: look again.
    guard let shown = look.shown else { throw .historyMovedOn }
    guard let number = look.number else {
      return try await registry.undo(
        look.changes.count, theirs: look.isOfOwners, expecting: shown)
    }
    return try await registry.undo(
      change: number, theirs: look.isOfOwners, expecting: shown)
  }

  /// Reads a profile, and why its open edit could not be read.
  ///
  /// - Parameter name: whose it is; nil for the session's.
  func profile(
    of name: String?, expecting ref: AccountRef? = nil, under rulebook: Rulebook
  ) async throws(AccountsError) -> (shown: ProfileState, editFault: AccountsError?) {
    let found = try await personal.expecting(ref).profile(of: name)
    let shown = ProfileState(
      account: found.account,
      ref: AccountRef(found.account, named: found.account.name(under: rulebook)),
      openDraft: found.openDraft, rulebook: rulebook, today: today(), isOfOther: name != nil)
    return (shown, found.editFault)
  }

  /// What is shown after the account was changed here: without an id it is another one by now, and
  /// is found by its name.
  ///
  /// - Parameter name: its present name; nil if it may have the one that it had.
  private func opening(
    _ notes: [Phrase], afterChangeOf account: AccountRef?, now name: String? = nil
  ) async -> LoadResult {
    account?.id == nil
      ? await opening(notes, ofNow: account.map { name ?? $0.name })
      : await opening(notes, of: account)
  }

  /// Reads the accounts and decides which screen to show.
  ///
  /// - Parameters:
  ///   - account: the account of the profile; nil for the session's.
  ///   - name: a name, whoever has it.
  func opening(
    _ notes: [Phrase] = [], of account: AccountRef? = nil, ofNow name: String? = nil
  ) async -> LoadResult {
    let rulebook: Rulebook
    do throws(AccountsError) {
      rulebook = try await registry.rulebook()
    } catch {
      return LoadResult(place: .broken(error.screenLines), notes: notes)
    }
    let name = name ?? account?.name
    do throws(AccountsError) {
      let (found, fault) = try await profile(of: name, expecting: account, under: rulebook)
      var shown = found
      let warnings =
        fault.map { [Phrase("cannot tell whether an edit is open: \(Report($0).reason)").title] }
        ?? []
      // A record that cannot be read keeps nobody from the profile.
      let login = (try? await registry.lastLogin(of: shown.account, under: rulebook)) ?? nil
      shown.login = login?.words(localTime)
      return LoadResult(place: .profile(shown), notes: notes + warnings)
    } catch .notLoggedIn(let reason) {
      let lines = await LoginText.reason(reason, rulebook, in: registry)
      return LoadResult(place: .login(rulebook, today(), reason: lines), notes: notes)
    } catch .noSuchAccount(let missing, _) {
      return LoadResult(place: .none([ScreenText.isGone(missing)]), notes: notes)
    } catch {
      let lines = error.screenLines
      let place: LoadResult.Place =
        switch error {
        case .accountClosed, .notMeant:
          name == nil ? .login(rulebook, today(), reason: lines) : .none(lines)
        default: .broken(lines)
        }
      return LoadResult(place: place, notes: notes)
    }
  }
}

/// The task that does something to accounts, to stop it. Nothing else is done at the same time.
private final class WorkInProgress: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)
  /// True if the screen may have freed memory since it was last given back.
  private let isMemoryOwed = Mutex(true)

  func begin(_ new: Task<Void, Never>) { task.withLock { $0 = new } }
  func stop() { task.withLock { $0?.cancel() } }

  /// Gives memory back after an effect that may have concerned very many accounts, and once more
  /// after the next look: by then the screen has dropped its old rows.
  func giveBackMemory(after effect: ScreenEffect) {
    switch effect {
    case .list, .nameAll, .run, .undo, .lookAtUndo:
      isMemoryOwed.withLock { $0 = true }
    case .look:
      let isOwed = isMemoryOwed.withLock { isOwed in
        defer { isOwed = false }
        return isOwed
      }
      if !isOwed { return }
    default: return
    }
    ProcessEdge.giveBackMemory()
  }
}

extension PersonalRegistry {
  /// The accounts, of which one is meant; nil for none.
  fileprivate func expecting(_ ref: AccountRef?) -> PersonalRegistry {
    expecting(ref.map { [$0] } ?? [])
  }
}
