package import AccountsFile
package import CommandKit
import Glibc
import LosslessJSON

extension Report {
  /// - Parameters:
  ///   - rulebook: the one in force, which says how to begin; nil if it is not known.
  ///   - documents: the place of the accounts, as it was given; nil if it is not known.
  package init(_ error: any Error, rulebook: Rulebook? = nil, documents: String? = nil) {
    guard let error = error as? AccountsError else {
      self.init(general: error)
      return
    }
    switch error {
    case .invalid(let problems):
      self.init(
        .invalid, "invalid", problems.map { $0.item.sentence ?? $0.message },
        hint: Phrase("regapp rules shows what an account must look like"),
        items: problems.map(\.item))
    case .taken(.id):
      let problem = Problem(.field(.id), .field(.unique))
      self.init(
        .invalid, "accountExists", [problem.message],
        hint: Phrase("give somebody new another one: regapp edit --account NAME --id new"),
        items: [problem.item])
    case .taken(let field):
      let problem = Problem(.field(field), .field(.unique))
      self.init(
        .invalid, "accountExists", [problem.message],
        hint: Phrase("give another \(field.name); if that account is yours, log in: regapp login"),
        items: [problem.item])
    case .idWouldCount(let field):
      let message = FieldWords.idWouldCount(field)
      self.init(
        .invalid, "idWouldCount", [message], hint: FieldWords.anotherName(field),
        items: [Item(field: field.key, rule: "idWouldCount", message: message)])
    case .noSuchAccount(let name, let others):
      let lines = ([name] + others).map { name in
        // Without an `@`, the name may have been sought in several fields.
        let isEmail = Rulebook.field(of: name) == .email
        let field = isEmail ? Field.email.name : Phrase("name")
        return Phrase("no account with the \(field) \(visible(name))")
      }
      self.init(
        .noUser, "noSuchAccount", lines, hint: Phrase("regapp list shows all accounts"))
    case .loginKey(let fields, let given):
      let (names, usage) = (Rulebook.Login(by: fields).names, Self.usage(fields))
      self.init(
        .usage, "usage", "login is by \(names) here, not by \(given.name)",
        hint: "give \(usage)")
    case .loginNeeds(let fields):
      let (options, usage) = (Self.options(fields), Self.usage(fields))
      self.init(.usage, "usage", "login needs \(options)", hint: "give \(usage)")
    case .fileInvalid(let problems):
      self.init(
        .invalid, "fileInvalid", placed: problems,
        hint: problems.hintOfRows(at: documents)
          ?? (problems.isOf("accounts.json") || problems.isOf("accounts.jsonc")
            ? Phrase("fix it with regapp edit-file, then run regapp check")
            : Phrase("fix the file by hand; it was not changed")))
    case .rulebookBroken(let problems):
      self.init(
        .configuration, "rulebookBroken", placed: problems,
        hint: problems.areInRows
          ? RulebookRule.hintOfDatabase
          : Phrase("fix the rulebook; regapp rules register --json prints one to start from"))
    case .accountClosed(let problems):
      self.init(
        .invalid, "accountClosed", placed: problems, hint: problems.hintOfClosed(at: documents))
    case .noteBroken(let problem):
      self.init(
        .invalid, "noteBroken", placed: [problem],
        hint: problem.rule == .file(.regularFile)
          ? Phrase("move it away, then try again") : Phrase("regapp cancel discards the edit"))
    case .loginFailed:
      self.init(
        .noPermission, "loginFailed", "login failed: no such account, or the password is wrong",
        hint: rulebook.flatMap { rulebook in
          guard rulebook.login.by.contains(.firstName) else { return nil }
          let usage = OptionSpec.field(rulebook.key).usage
          return Phrase("if several accounts share this first name, give \(usage)")
        })
    case .throttled(let seconds): self.init(.tryAgain, "throttled", "try again in \(seconds) s")
    case .nobodyRegistered:
      self.init(
        .noPermission, "nobodyRegistered", "login failed: there are no accounts yet",
        hint: Self.begin(rulebook))
    case .severalFit:
      self.init(
        .noPermission, "severalFit", "several accounts share this name and password",
        hint: "log in with --email EMAIL, or --username NAME")
    case .tooManySessions(let most):
      self.init(
        .tryAgain, "tooManySessions", "there are \(String(most)) sessions in browsers: no more fit",
        hint: "end some: regapp sessions --end NAME")
    case .schemeUnsupported(let scheme):
      let library = Crypt.library(for: scheme)
      let password = Phrase("set a new password: regapp edit --account NAME --password-stdin")
      self.init(
        .noPermission, "schemeUnsupported",
        "login failed: the account's hash (\(hashName(scheme))) cannot be checked by this system",
        hint: library.map { Phrase("install \($0), or \(password)") } ?? password)
    case .uncounted(let error):
      let fault = Report(error)
      let rights = Phrase(
        "let this user write where the accounts are, or ask a server that can be written")
      self.init(
        .noPermission, "uncounted", "login refused: it cannot be counted: \(fault.reason)",
        hint: Phrase(
          "\(error.isOfRights ? rights : fault.hint ?? rights); a service that counts failed "
            + "logins itself asks with verify --uncounted"))
    case .hashTooDear(let scheme):
      self.init(
        .noPermission, "hashTooDear",
        "login failed: the account's hash (\(hashName(scheme))) costs too much to check",
        hint: "set a new password: regapp edit --account NAME --password-stdin")
    case .refused(let state):
      self.init(
        .noPermission, state.rawValue, "login refused: the account is \(state.name)",
        hint: Self.hint(of: state))
    case .mustChange(let name):
      self.init(
        .noPermission, "mustChange", "login refused: the password must be changed first",
        hint: "log in at a terminal, which asks for a new one: regapp login \(commandWord(name))")
    case .notInGroup:
      self.init(.noPermission, "group", "login refused: the account is in none of the groups")
    case .withoutID(let name):
      self.init(
        .noPermission, "subject", "login refused: the account has no id that counts",
        hint: "regapp edit --account \(commandWord(name)) --id new gives it one")
    case .idDoesNotCount(_, _, let fault?):
      let report = Report(fault)
      self.init(
        .tryAgain, "idDoesNotCount",
        [Phrase("not done: the account has no id, and none can be written: \(report.reason)")],
        hint: report.hint)
    case .idDoesNotCount(let name, let id, nil):
      self.init(
        .tryAgain, "idDoesNotCount", "not done: the account has no id that counts",
        hint: Self.waysToCount(commandWord(name), id))
    case .invited(let name, _):
      self.init(
        .noPermission, "invited",
        "login refused: this is the code of an invitation, which only sets a password",
        hint: "set one with the link, or at a terminal: regapp login \(commandWord(name))")
    case .invitationOver:
      self.init(
        .noPermission, "invited", "the invitation is over: its code changes nothing any more",
        hint: Phrase("ask an administrator for another one: regapp invite NAME"))
    case .cannotInvite(let accounts): self.init(accounts)
    case .notLoggedIn(let reason): self.init(reason, rulebook)
    case .conflict(let conflicts):
      self.init(
        .tryAgain, "conflict", conflicts.map(\.words),
        hint: Phrase(
          "give the field to regapp edit --draft again, or discard the edit with regapp cancel"))
    case .notMeant(let names):
      self.init(
        .tryAgain, "notMeant", names.map(Self.notMeant),
        hint: Phrase("look again; nothing was written"))
    case .otherEditOpen(let name):
      self.init(
        .tryAgain, "otherEditOpen", "an edit of another account is open: \(visible(name))",
        hint: "regapp save saves it, regapp cancel discards it")
    case .nothingToSave:
      self.init(
        .no, "nothingToSave", "no open edit to save",
        hint: "start one: regapp edit --draft …")
    case .nothingToCancel:
      self.init(
        .no, "nothingToCancel", "no edit to cancel", hint: "start one: regapp edit --draft …")
    case .cannotTakeBack(let fields):
      let names = fields.map(\.name).joined(separator: ", ")
      self.init(
        .no, "cannotTakeBack", "the last edit cannot be undone: \(names) changed since",
        hint: "regapp show prints the current values")
    case .nothingToUndo(let left):
      self.init(
        .no, "nothingToUndo",
        left == 0
          ? [Phrase("no change to undo")]
          : [
            Phrase("there \(agreeingWith: left, "is", "are") only \(left, "change") to undo")
          ])
    case .valuesGone(let number, let day):
      self.init(
        .invalid, "valuesGone", "change #\(number) cannot be undone: its values are not kept",
        hint: "the history keeps values since \(day.description), if it is not told to forget them")
    case .noSuchChange(let number):
      self.init(
        .no, "noSuchChange", "there is no change #\(number) in the history",
        hint: "regapp history shows the changes and their numbers")
    case .nothingToRestore(let number, let did): self.init(did, nothingToRestoreOf: number)
    case .takenBackAlready(let number, let undo):
      self.init(
        .tryAgain, "takenBack", "change \(number) was taken back by change \(undo)",
        hint: Phrase(
          "nothing was undone; regapp undo --change \(undo) --dry-run shows whether it can be "
            + "restored"))
    case .historyLacks(let first, let last): self.init(lacking: first, last)
    case .ownersChanges(let changes, let own): self.init(changes, own: own)
    case .unknownChange(let number, let did):
      self.init(
        .tryAgain, "unknownChange",
        "change #\(number) cannot be undone: this version does not know what \(visible(did)) is",
        hint: "undo it with the version that wrote it; newer changes can be undone")
    case .cannotUndo(let refused): self.init(refused)
    case .historyMovedOn:
      self.init(
        .tryAgain, "historyMovedOn", "the accounts have changed meanwhile; nothing was undone",
        hint: "look at regapp history, then try again")
    case .store(let fault): self.init(fault)
    case .busy(let path, let holder):
      self.init(
        .tryAgain, "lockHeld", [Self.locked(visible(path), by: holder)],
        hint: Phrase("try again when the lock is released")
      )
    case .cancelled: self.init(.tryAgain, "cancelled", "cancelled before it was done")
    case .keepsChanging(let path):
      self.init(
        .tryAgain, "keepsChanging", "something keeps changing \(visible(path))",
        hint: "try again when nothing else is writing to it")
    case .storeMissing(let path):
      self.init(
        .noUser, "storeMissing", "no accounts file: \(visible(path))",
        hint: "begin one: regapp init, or regapp login --email EMAIL; if there was one, check "
          + "--documents, and that its disk is mounted")
    case .alreadyInitialised(let path):
      self.init(
        .cannotCreate, "alreadyInitialised", "\(visible(path)) is already in use",
        hint: "give another --documents to start elsewhere")
    case .lacks(let ability):
      self.init(
        .unavailable, "unsupported", "this store does not support \(ability.command)",
        hint: ability.hint)
    case .prunesTooMany(let count, let all):
      self.init(
        .invalid, "prunesTooMany",
        "--prune would remove \(count) of \(all, "account"); nothing was changed",
        hint: "if that is what you want, use --prune-all")
    case .partlyDone(let done, let error):
      let report = Report(error)
      self.init(
        done.isChange ? .cannotReadOrWrite : report.code, "partlyDone",
        report.lines.isEmpty
          ? [done.name]
          : report.lines.map {
            Phrase("\(done.name), but then: \($0)")
          }, hint: report.hint, items: report.items, listing: report.listing)
    case .outOfMemory:
      self.init(
        .tryAgain, "outOfMemory", "there is not enough memory to hash a password",
        hint: "free some memory, or raise the limit (ulimit -v), then try again")
    case .hashingFailed:
      self.init(
        .bug, "bug", "the system's crypt(3) could not create a hash",
        hint: "this libcrypt may not support yescrypt")
    case .internalFault: self = .bug
    }
  }

  /// The first line or item of the error, for another message to quote.
  var reason: Phrase { placedLines.first ?? items.first?.message ?? Phrase(same: "") }

  /// The lines or, if they are listed, the problems; those of a file with their places.
  package var placedLines: [Phrase] {
    switch listing {
    case .none: lines
    case .each: items.map { $0.sentence ?? $0.message } + lines
    case .inFile(let path):
      items.map { item in
        let place = item.place.map { ":\($0.line):\($0.column)" } ?? ""
        return Phrase(same: "\(visible(path))\(place): ") + (item.sentence ?? item.message)
      }
    }
  }

  /// Problems of a file, each with its place there.
  private init(
    _ code: ExitCode, _ name: String, placed problems: [Problem], hint: Phrase
  ) {
    self.init(
      code, name, [],
      hint: MergeConflict.hint(of: problems) ?? problems.hintOfFile ?? hint,
      items: problems.map(\.item),
      listing: problems.first?.place.map { .inFile($0.source) } ?? .each)
  }

  private init(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook?) {
    let key = Self.usage(rulebook?.login.by ?? [.email])
    let logIn = Phrase("log in: regapp login \(key)")
    let (code, name) = (ExitCode.noPermission, "notLoggedIn")
    switch reason {
    case .nobodyRegistered:
      self.init(code, name, "not logged in: there are no accounts yet", hint: Self.begin(rulebook))
    case .neverLoggedIn, .loggedOut: self.init(code, name, "not logged in", hint: logIn)
    case .accountGone(let account):
      self.init(
        code, name, "not logged in: the session of \(visible(account)) has ended", hint: logIn)
    case .refused(let state):
      self.init(
        code, name, "not logged in: the account is \(state.name)", hint: Self.hint(of: state))
    case .sessionBroken(let problem):
      let place = problem.place?.words ?? ""
      self.init(
        code, name, "not logged in: \(place): \(problem.message)", hint: logIn,
        items: [problem.item])
    }
  }

  /// Says how an account gets out of a state.
  private static func hint(of state: AccountState) -> Phrase {
    switch state {
    case .closed: Phrase("regapp check shows what is wrong")
    case .invited: Phrase("its owner sets a password with the link, or with the code: regapp login")
    default: Phrase("an administrator can change that: regapp enable NAME")
    }
  }

  /// How an account gets an id that counts.
  private static func waysToCount(_ name: String, _ id: AccountID?) -> Phrase {
    guard let id else { return Phrase("regapp edit --account \(name) --id new gives it one") }
    return Phrase(
      "for the same person regapp edit --account \(name) --id \(id.description), for another one "
        + "--id new")
  }

  /// The options of some fields, one of which is needed.
  static func options(_ fields: [Field]) -> Phrase {
    either(fields.map { OptionSpec.field($0).name })
  }

  private static func usage(_ fields: [Field]) -> Phrase {
    either(fields.map { OptionSpec.field($0).usage })
  }

  private static func either(_ words: [String]) -> Phrase {
    words.map { Phrase(same: $0) }.joined(separator: .or)
  }

  private static func locked(_ path: String, by holder: LockHolder?) -> Phrase {
    guard let holder else { return Phrase("\(path) is locked") }
    let program = holder.command.isEmpty ? "" : " (\(visible(holder.command)))"
    return Phrase("\(path) is locked by process \(holder.process)\(program)")
  }

  private static func begin(_ rulebook: Rulebook?) -> Phrase {
    let needed = Field.allCases.filter { $0 != .password && rulebook?.requires($0) == true }
    let key = rulebook?.key ?? .email
    if rulebook?.login.unknown != .refuse, needed.allSatisfy({ $0 == key }) {
      let usage = OptionSpec.field(key).usage
      return Phrase("to start, regapp login \(usage) creates an account")
    }
    let options = needed.map { OptionSpec.field($0).usage }.joined(separator: " ")
    return Phrase("to start, run regapp register \(options)")
  }
}

extension AccountsError {
  /// Whether a file cannot be written because of its rights, or those of its file system.
  fileprivate var isOfRights: Bool {
    guard case .store(let fault) = self, case .errno(let code)? = fault.onDisk?.reason else {
      return false
    }
    return [EACCES, EPERM, EROFS].contains(code)
  }
}

extension Place {
  /// A place as compilers print it: `path:line:column`.
  var words: String { visible(source) + (position.map { ":\($0.line):\($0.column)" } ?? "") }
}

extension AccountsError {
  /// As the screens show it: its lines, each problem of a file with its place.
  var screenLines: [Phrase] {
    let report = Report(self)
    switch self {
    // Their hints lead to no command, which nobody could run here.
    case .store, .busy, .keepsChanging, .outOfMemory:
      return report.lines + (report.hint.map { [$0] } ?? [])
    case .cannotUndo: return [Phrase("Cannot undo:")] + report.placedLines
    case .refused, .notLoggedIn(.refused):
      return report.lines + [Phrase("An administrator can change that.")]
    default: return report.placedLines
    }
  }
}

extension Report {
  /// Says that a name does not mean the account that was shown; without one, that the top of the
  /// file is not as it was.
  static func notMeant(_ name: String) -> Phrase {
    name.isEmpty
      ? Phrase("the top of the file is not as it was shown: it was changed elsewhere: look again")
      : Phrase(
        "\(visible(name)) is not the account that was shown, or was changed elsewhere: look again")
  }
}
