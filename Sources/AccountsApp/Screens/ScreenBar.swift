import AccountsFile
import CommandKit
import ScreenKit

/// The first row of a screen: the way that leads to it, its status, and the keys that lead on.
struct ScreenBar {
  let path: [Phrase]
  let status: Phrase?
  let keys: [(words: Phrase, isOn: Bool)]

  init(_ state: ScreenState, on canvas: Canvas) {
    guard state.broken == nil else {
      (path, status, keys) = ([ScreenText.brokenTitle], nil, [])
      return
    }
    let list = state.behind.lastIndex { $0.accounts != nil }
    var before = state.behind[(list ?? state.behind.firstIndex(where: \.isOwnPlace) ?? 0)...]
    // Its title names the account by its key.
    if state.form?.isOfPassword == true { before = before.prefix(list == nil ? 0 : 1) }
    path = before.compactMap(\.name) + Self.whose(state) + [Self.title(of: state)]
    switch state.screen {
    case .accounts(let accounts): status = accounts.status(ticks: state.ticks, on: canvas)
    case .profile(let profile):
      status =
        list.flatMap { state.behind[$0].accounts }.flatMap { $0.place(of: profile.name) }
    case .history(let history) where history.isOfAll:
      status = Self.place(history.focus.row, of: history.changes.count, history.count, canvas)
    default: status = nil
    }
    keys =
      switch state.screen {
      case .profile(let profile):
        [(Phrase("[E]dit"), profile.obstacles.disabledReason(.edit) == nil)]
      case .history(let history) where !history.isOfAll: [(Phrase("[U]ndo"), true)]
      default: []
      }
  }

  /// The position of the bar in a list, as a row of how many; nil for an empty list.
  fileprivate static func place(
    _ row: Int, of count: Int, _ total: Int, _ canvas: Canvas
  ) -> Phrase? {
    guard total > 0 else { return nil }
    guard count > 0 else { return Phrase("\(0) of \(total)") }
    let place = KitText.place(row, of: count, on: canvas)
    return count == total || !canvas.isWide ? place : place + Phrase(", \(total) in all")
  }

  /// The account that a form edits, if the list called the form and no profile names it.
  private static func whose(_ state: ScreenState) -> [Phrase] {
    guard let form = state.form, form.isEdit, !form.isOfPassword,
      state.behind.last?.accounts != nil,
      let name = form.accountName
    else { return [] }
    return [Phrase(same: visible(name))]
  }

  private static func title(of state: ScreenState) -> Phrase {
    switch state.screen {
    case .opening: Phrase(same: "regapp")
    case .form(let form): ScreenText.title(form)
    case .profile(let profile):
      state.account == nil ? Phrase("User Info") : Phrase(same: profile.title)
    case .conflict: Phrase("Changed on both sides")
    case .history(let history): ScreenText.title(history)
    case .undo: Phrase("Undo")
    case .accounts: ScreenText.accounts
    }
  }
}

extension ScreenState.Screen {
  /// Whether the way to a screen may begin here.
  fileprivate var isOwnPlace: Bool { if case .profile = self { true } else { accounts != nil } }

  /// The name of the screen on the way to another; nil if it is not named there.
  fileprivate var name: Phrase? {
    switch self {
    case .accounts: ScreenText.accounts
    case .profile(let profile): Phrase(same: profile.title)
    case .history(let history): ScreenText.title(history)
    case .opening, .form, .conflict, .undo: nil
    }
  }
}

extension ProfileState {
  /// The person's name or, without one, what the account is called.
  fileprivate var title: String {
    let names = [Field.firstName, .lastName].compactMap { account[text: $0] }
    return visible(names.isEmpty ? name : names.joined(separator: " "))
  }
}

extension AccountListState {
  /// The position of the bar among the rows and in all, and whether they are still being read.
  fileprivate func status(ticks: Int, on canvas: Canvas) -> Phrase? {
    let state = onlyState.map { Phrase(same: ", ") + $0.name } ?? Phrase(same: "")
    return rows.map { rows in
      if isWaiting { return Phrase(same: "\(Foot.spinner(ticks)) ") + Phrase("searching…") }
      let place =
        missing == nil && missingName == nil
        ? ScreenBar.place(focus.row, of: rows.count, total ?? rows.count, canvas) : nil
      let count = place ?? Phrase(same: "\(rows.count)")
      return (marked.isEmpty ? count : Phrase("\(marked.count) marked, \(count)")) + state
    }
  }

  /// The place of an account in the list, if it is known.
  fileprivate func place(of name: String) -> Phrase? {
    guard let rows, rows.count > 0, focusedName == name else { return nil }
    return Phrase("\(focus.row + 1) of \(rows.count)")
  }
}
