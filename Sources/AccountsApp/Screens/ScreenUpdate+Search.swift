import ScreenKit
import Terminal

/// The lists: moving in them, and the search in each.
extension ScreenState.Screen {
  /// The search of the list; nil on a screen without a list.
  var search: ListSearch? {
    switch self {
    case .accounts(let accounts): accounts.search
    case .history(let history): history.search
    case .opening, .form, .profile, .conflict, .undo: nil
    }
  }

  fileprivate mutating func take(_ search: ListSearch) {
    accounts?.take(search)
    history?.take(search)
  }
}

extension ScreenState {
  /// How many rows of the screen's list the window shows.
  var room: Int { ScreenLayout(self, size: size).list.room }

  /// Whether a search is being typed, so that every character is text.
  var isTypingSearch: Bool { broken == nil && screen.search?.isTyping == true }
  var lettersSearch: Bool { broken == nil && screen.search?.isTyping == false }

  /// Moves in the list of the screen, or types what narrows it.
  mutating func move(by key: Key) -> [Action] {
    guard screen.search?.takes(key) == true else {
      note = nil
      let actions = search { $0.end() }
      moveBar(by: key)
      return actions
    }
    if screen.search?.isTyping == false { note = nil }
    return search { $0.apply(key) }
  }

  private mutating func moveBar(by key: Key) {
    if screen.history?.isOfAll == false { return scroll(by: key) }
    let layout = ScreenLayout(self, size: size)
    let (rows, room) = (layout.listRows, layout.list.room)
    screen.accounts?.move(by: key, room: room)
    _ = screen.history?.focus.move(by: key, rows, room: room)
  }

  /// Changes the search; the rows follow.
  mutating func search(_ change: (inout ListSearch) -> Void) -> [Action] {
    guard var search = screen.search else { return [] }
    change(&search)
    let before = screen.accounts
    screen.take(search)
    return followQuery(from: before)
  }

  mutating func followQuery(from before: AccountListState?) -> [Action] {
    screen.accounts?.query == before?.query ? [] : list()
  }

  /// Takes the search away, and in the list of accounts the state that narrows it.
  mutating func showAll() -> [Action] {
    let before = screen.accounts
    screen.accounts?.showAll()
    return screen.accounts == nil ? search { $0.clear() } : followQuery(from: before)
  }
}
