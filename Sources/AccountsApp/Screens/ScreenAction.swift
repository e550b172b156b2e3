import CommandKit
import ScreenKit

/// Names the actions that a person can do on the screens.
enum ScreenAction: OfferedAction {
  case help, redraw, toShell, quit
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
  // Screens with several accounts.
  case accounts
  case add, open, narrow, anyState, sort, mark, markAll
  /// Done to one account, to those that are marked, or to all.
  case operation(Operation)
  /// On the form for a password.
  case generate
  /// Of the file as a whole.
  case editFile
}

extension ScreenAction {
  /// Whether it is offered everywhere, and done beside any other work.
  var isOfEveryScreen: Bool { [.help, .redraw, .toShell, .quit].contains(self) }

  /// Whether the action brings a form, a question or another screen, for which keys may have been
  /// typed already.
  var leadsOn: Bool {
    switch self {
    case .edit, .logOut, .discardDraft, .albums, .history, .undo, .log, .undoTo, .accounts, .add,
      .open, .editFile, .calendar, .toRegistration, .operation:
      true
    case .help, .redraw, .toShell, .quit, .back, .readAgain, .submit, .reveal, .narrow, .anyState,
      .sort, .mark, .markAll, .generate:
      false
    }
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
