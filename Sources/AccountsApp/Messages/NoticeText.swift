import AccountsFile
package import CommandKit
import LosslessJSON

extension Notice {
  /// Says what else happened, in a form that a screen can begin with a capital letter.
  package var message: Phrase {
    switch self {
    case .created(let name): Phrase("created account \(visible(name))")
    case .notSealed(let error):
      Phrase("logged in, but the password could not be hashed: \(Report(error).reason)")
    case .notIdentified(let error):
      Phrase("logged in, but the account could not be given an id: \(Report(error).reason)")
    case .editNotCarried(let error):
      Phrase("the open edit still has the old password: \(Report(error).reason)")
    case .staysLocked(let name): Phrase("still locked: \(visible(name))")
    case .staysInvited(let name):
      Phrase("still invited: \(visible(name)); the code can only set a password")
    case .unfinishedEdit(let edit):
      Phrase(same: "\(visible(edit.subject)): ")
        + Problem(.file, .caution(.unfinishedEdit(edit))).message
    case .notInHistory(let error):
      Phrase("saved, but not recorded in the history: \(Report(error).reason)")
    case .cannotBeUndone: Phrase("this cannot be undone: the history could not keep the values")
    case .namesFree(let names, isPlanned: false): FreeNames.message(names)
    case .namesFree(let names, isPlanned: true): FreeNames.planned(names)
    case .commentsGone(let count):
      Phrase("undo does not bring back \(count, "comment") of what was removed")
    case .commentsLeftOut(let count, let name):
      Phrase("\(count, "comment") of theirs left out of \(visible(name))")
    case .comesBackLocked(let name):
      Phrase("comes back locked: \(visible(name)); the history has no password of it")
    case .codeComesBack(let name, let day, endsLater: true):
      Phrase(
        "the earlier link or code is good again, until \(day.description), and the later one is not: "
          + "\(visible(name))")
    case .codeComesBack(let name, let day, endsLater: false):
      Phrase("the code of the invitation is good again, until \(day.description): \(visible(name))")
    case .closesAccounts(let closed): closed.words
    case .partlyUndone(let number, let count):
      Phrase(
        "change #\(number) was only partly undone: \(count, "account") could not be identified")
    case .failuresForgotten(let name):
      Phrase("the failed logins of \(visible(name)) are forgotten: nobody has to wait any more")
    case .failuresNotForgotten(let error):
      Phrase("the failed logins could not be forgotten: \(Report(error).reason)")
    case .notCounted(let error):
      Phrase("failed logins are not counted here: \(Report(error).reason)")
    case .loginNotRecorded(let error):
      Phrase("logins are not recorded here: \(Report(error).reason)")
    case .loginsNotFollowed(let error):
      Phrase("saved, but the record of logins still has the old names: \(Report(error).reason)")
    case .loginsEnded(let counts): Self.ended(logins: counts.values.reduce(0, +))
    case .loginsNotEnded(let names, let error):
      Phrase(
        "the sessions of \(Phrase.several(names)) in browsers are refused, and may come back with "
          + "enable or undo: \(Report(error).reason)")
    case .sessionsUnreadable(let count, let path):
      Phrase("\(count, "session") in \(visible(path)) could not be read, and ended")
    case .hashesReadableByAll(let path, let mode):
      Phrase(
        "every user of this machine can read the hashes in \(visible(path)) "
          + "(mode \(String(mode, radix: 8))); chmod \(String(mode & 0o770, radix: 8)) prevents that"
      )
    case .cutShort(let error): Report(error).reason
    case .accessListGone(let path):
      Phrase(
        "\(visible(path)) has no access control list any more; its group can do what it could before"
      )
    case .mayNotSurvivePowerCut(let path): Report.notDurable(path)
    }
  }

  /// The command that puts it right, for those who can type one.
  var hint: Phrase? {
    switch self {
    case .closesAccounts: Phrase("regapp check names them")
    case .staysLocked(let name): Phrase("regapp enable \(commandWord(name)) unlocks it")
    case .loginsNotEnded: Phrase("regapp sessions --end ends them")
    case .comesBackLocked(let name):
      Phrase(
        "set one (regapp edit --account \(commandWord(name)) --generate) or run regapp invite "
          + "\(commandWord(name)); if the account is still locked then, run regapp enable \(commandWord(name))"
      )
    default: nil
    }
  }

  /// Whether the disk lacks a part of what was done.
  var isOfDisk: Bool {
    switch self {
    case .mayNotSurvivePowerCut, .loginsNotEnded: true
    default: false
    }
  }

  /// The end of so many logins in browsers.
  static func ended(logins count: Int) -> Phrase { Phrase("ended \(count, "login") in browsers") }

  /// Whether it is something that did not work out.
  var isWarning: Bool {
    switch self {
    case .created, .namesFree, .staysLocked, .staysInvited, .comesBackLocked, .commentsGone,
      .failuresForgotten,
      .loginsEnded:
      false
    default: true
    }
  }
}

extension ClosedAccounts {
  /// As a hand edit and an undo say it.
  var words: Phrase { Phrase("closes \(count, "account"): \(first.message)") }
}

/// The message about names that come free.
enum FreeNames {
  static func message(_ names: [String]) -> Phrase {
    let first = first(of: names)
    switch names.count {
    case ...1:
      return Phrase("the name \(first) is free: whoever gets it is \(first) to every program")
    case ...most:
      return Phrase(
        "the names \(first) are free: whoever gets one is that person to every program")
    default:
      return Phrase(
        "\(names.count) names are free, among them \(first): whoever gets one is that person to "
          + "every program")
    }
  }

  static func planned(_ names: [String]) -> Phrase {
    switch names.count {
    case ...most: Phrase("will be free: \(first(of: names))")
    default: Phrase("\(names.count) names will be free, among them \(first(of: names))")
    }
  }

  private static let most = 3

  private static func first(of names: [String]) -> Phrase {
    Phrase.names(Array(names.prefix(most)))
  }
}

extension [Notice] {
  /// As the screens say them, whose questions have said that a name comes free.
  var sentences: [Phrase] {
    filter { if case .namesFree = $0 { false } else { true } }.map(\.message.sentence)
  }

  /// The member of a JSON report, whose reader sees no lines on stderr; none without notices.
  var members: [JSONLiteral.Member] {
    isEmpty ? [] : [.init("notices", .array(map { .string($0.message[.english]) }))]
  }
}

extension AccountsError.Step {
  var name: Phrase {
    switch self {
    case .accountAdded(let name): Phrase("created account \(visible(name))")
    case .accountSaved(let name): Phrase("saved \(visible(name))")
    case .accountRemoved(let name): Phrase("removed \(visible(name))")
    case .accountsRemoved(let count): Phrase("removed \(count, "account")")
    case .loginsEnded(let counts): Notice.loginsEnded(counts).message
    }
  }
}
