import CommandKit
import ScreenKit

/// Names the actions that a person can do on the screens.
enum ScreenAction: Equatable, Sendable {
  case help, palette, redraw, toShell, quit
  /// Back to where one came from, or out.
  case back
  case readAgain
  // On forms.
  case submit, reveal, calendar, toRegistration
  // On a profile.
  case edit, logOut, discardDraft, albums
  case history, undo
  /// The changes of all accounts, and undo of all back to one of them.
  case log, undoTo
  // Where several accounts are.
  case accounts
  case add, open, narrow, anyState, sort, mark, markAll
  /// Done to one account, to those that are marked, or to all.
  case operation(Operation)
  /// On the form for a password.
  case generate
  // Of the file as a whole.
  case check, editFile, importFile
  /// Leaves warnings out of the check, or not any more.
  case onlyErrors
}

extension ScreenAction {
  /// Whether it is offered everywhere, and done whatever else is in progress.
  var isOfEveryScreen: Bool { [.help, .palette, .redraw, .toShell, .quit].contains(self) }

  /// Whether the action brings a form, a question or another screen, for which keys may have been
  /// typed already.
  var leadsOn: Bool {
    switch self {
    case .edit, .logOut, .discardDraft, .albums, .history, .undo, .log, .undoTo, .accounts, .add,
      .open, .check, .editFile, .importFile, .calendar, .toRegistration, .operation:
      true
    case .help, .palette, .redraw, .toShell, .quit, .back, .readAgain, .submit, .reveal, .narrow,
      .anyState, .sort, .mark, .markAll, .generate, .onlyErrors:
      false
    }
  }
}

extension ScreenAction: OfferedAction {
  var changesSomething: Bool {
    switch self {
    case .submit, .edit, .logOut, .discardDraft, .undo, .undoTo, .add, .operation, .generate,
      .editFile, .importFile, .quit:
      true
    case .help, .palette, .redraw, .toShell, .back, .readAgain, .reveal, .calendar,
      .toRegistration, .albums, .history, .log, .accounts, .open, .narrow, .anyState, .sort, .mark,
      .markAll, .check, .onlyErrors:
      false
    }
  }
}

extension ScreenAction {
  var usualWords: [String] {
    switch self {
    case .edit:
      [
        "rename", "change", "modify", "update", "email", "phone", "name", "birth date", "expire",
        "last day", "first day",
      ]
    case .add: ["create", "new"]
    case .narrow: ["find", "filter"]
    case .markAll: ["unmark", "clear", "select"]
    case .readAgain: ["refresh", "reload"]
    case .quit: ["exit"]
    case .history: ["changes"]
    case .log: ["audit", "revert", "last"]
    case .undo: ["revert"]
    case .check: ["validate", "problems", "seal"]
    case .editFile: ["vi", "by hand"]
    case .importFile: ["load", "csv"]
    case .logOut: ["sign out", "logout"]
    case .operation(let operation): operation.usualWords
    default: []
    }
  }

  var removesSomething: Bool {
    if case .operation(let operation) = self { return operation.removes }
    return self == .discardDraft
  }

  /// Whether it is done to one account that is meant, never to several.
  var isOfOne: Bool {
    if case .operation(let operation) = self { return operation.isOfOne }
    return self == .edit || self == .history
  }
}

extension Obstacles {
  /// Why an action cannot be done to the account; nil if it can.
  func disabledReason(_ action: ScreenAction) -> Phrase? {
    switch action {
    case .history: nameOff(ifShared: false)
    case .open, .mark: nameOff()
    case .edit:
      nameOff()
        ?? fieldsOff(
          besides: [.hasBrokenField, .lacksField, .hasBrokenPassword, .hasBrokenGroups])
    case .operation(let operation): operation.disabledReason(self)
    default: nil
    }
  }
}
