import AccountsFile
import CommandKit
import ScreenKit

/// An overlay over the screen, which takes its keys until it is gone.
///
/// To add one, add its case, its kind and what may lie below it; the compiler then names the places
/// that draw it and give it keys. `ScreenState.isWaiting` says which ones wait for an answer of the
/// user.
enum Overlay: Equatable, Sendable {
  /// The days of a date field.
  case calendar(CalendarPicker)
  /// A line that is asked for.
  case prompt(ScreenPrompt)
  case question(ScreenState.Question)
  /// It concerns the accounts or the change that it was opened on, even if the bar is elsewhere by
  /// now.
  case palette(ActionPalette, of: ActionTarget)
  case help(page: Int)
  /// Why something does not come that was asked for: a form, a question, another screen. Keys that
  /// were typed for it are dropped until this was read.
  case refusal([Phrase])
  /// A password that was generated, which is shown nowhere else.
  case generated(ShownPassword)

  /// The lowest first: of two that are there, the later one is on top.
  enum Kind: Int, CaseIterable, Comparable {
    case calendar, prompt, question, palette, help, refusal, generated

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The kinds that stay below it, and are there again once it is gone. All others go when it
    /// comes.
    var mayCover: Set<Kind> {
      switch self {
      case .calendar, .prompt: []
      // Ctrl+Q asks on a form with anything open over it.
      case .question: [.calendar]
      // These are open while a refused action asks for its line again.
      case .palette: [.prompt]
      case .help: [.calendar, .prompt]
      // They come of themselves, so they end nothing that somebody has begun.
      case .refusal, .generated: Set(Self.allCases.filter { $0 < self })
      }
    }
  }

  var kind: Kind {
    switch self {
    case .calendar: .calendar
    case .prompt: .prompt
    case .question: .question
    case .palette: .palette
    case .help: .help
    case .refusal: .refusal
    case .generated: .generated
    }
  }
}

/// The accounts, or the change, that actions concern.
struct ActionTarget: Equatable, Sendable {
  /// The marked accounts, or else the one under the bar, or the one that is shown.
  let concerned: [SeenAccount]
  /// The one under the bar, which is opened or marked.
  let opened: [SeenAccount]
  /// The number of the change under the bar.
  var change: Int?

  /// The same accounts, as far as they are ones that were seen, by the names that these got since.
  func following(_ renamed: [String: SeenAccount], of seen: Set<SeenAccount>) -> ActionTarget {
    func now(_ account: SeenAccount) -> SeenAccount {
      seen.contains(account) ? renamed[account.name] ?? account : account
    }
    return ActionTarget(concerned: concerned.map(now), opened: opened.map(now), change: change)
  }
}

/// The overlays over the screen, at most one of each kind.
struct Overlays: Equatable, Sendable {
  /// The lowest first.
  private(set) var all: [Overlay] = []

  var top: Overlay? { all.last }

  subscript(kind: Overlay.Kind) -> Overlay? { all.first { $0.kind == kind } }

  /// Puts something over the screen, in its place among what may be there with it.
  mutating func put(_ new: Overlay) {
    all.removeAll { old in
      old.kind == new.kind
        || (old.kind < new.kind
          ? !new.kind.mayCover.contains(old.kind) : !old.kind.mayCover.contains(new.kind))
    }
    all.insert(new, at: all.firstIndex { $0.kind > new.kind } ?? all.endIndex)
  }

  mutating func remove(_ kinds: Overlay.Kind...) { all.removeAll { kinds.contains($0.kind) } }

  mutating func removeAll(but kinds: Overlay.Kind...) { all.removeAll { !kinds.contains($0.kind) } }

  fileprivate mutating func set(_ kind: Overlay.Kind, _ new: Overlay?) {
    if let new { put(new) } else { remove(kind) }
  }
}

extension ScreenState {
  /// The overlay that takes the keys instead of the screen; nil if none does. The calendar belongs
  /// to its form, which cannot be used while the accounts cannot.
  var top: Overlay? {
    if broken != nil, case .calendar? = over.top { return nil }
    return over.top
  }

  // Each is nil if nothing of its kind is there.
  var calendar: CalendarPicker? {
    get { if case .calendar(let picker)? = over[.calendar] { picker } else { nil } }
    set { over.set(.calendar, newValue.map { .calendar($0) }) }
  }
  var prompt: ScreenPrompt? {
    get { if case .prompt(let prompt)? = over[.prompt] { prompt } else { nil } }
    set { over.set(.prompt, newValue.map { .prompt($0) }) }
  }
  var question: Question? {
    get { if case .question(let question)? = over[.question] { question } else { nil } }
    set { over.set(.question, newValue.map { .question($0) }) }
  }
  var palette: ActionPalette? {
    get { if case .palette(let palette, _)? = over[.palette] { palette } else { nil } }
    set {
      let target = paletteTarget
      over.set(.palette, newValue.map { .palette($0, of: target ?? actionTarget) })
    }
  }
  /// The accounts or the change on which the palette was opened.
  var paletteTarget: ActionTarget? {
    if case .palette(_, let target)? = over[.palette] { target } else { nil }
  }
  /// The own profile, on which the palette was opened, was read again: it is of the same account.
  mutating func rebindPalette(from old: ProfileState) {
    guard let palette, account == nil, paletteTarget?.concerned == [old.seen] else { return }
    over.put(.palette(palette, of: actionTarget))
  }
  /// Accounts that the list shows have got other names: the palette that was opened on them follows.
  mutating func rebindPalette(following renamed: [String: SeenAccount]) {
    guard let palette, let target = paletteTarget, let list = screen.accounts, !renamed.isEmpty
    else { return }
    // By its name alone, another account could take the place of an account that was followed
    // nowhere.
    let seen = Set(list.marked.values).union(list.opened)
    over.put(.palette(palette, of: target.following(renamed, of: seen)))
  }
  var helpPage: Int? {
    get { if case .help(let page)? = over[.help] { page } else { nil } }
    set { over.set(.help, newValue.map { .help(page: $0) }) }
  }
  var refusal: [Phrase]? {
    if case .refusal(let lines)? = over[.refusal] { lines } else { nil }
  }
  var generated: ShownPassword? {
    get { if case .generated(let password)? = over[.generated] { password } else { nil } }
    set { over.set(.generated, newValue.map { .generated($0) }) }
  }

  /// Says why the requested screen does not come. Keys that wait to be played back are dropped like
  /// those that come later, until Esc.
  mutating func refuse(_ lines: [Phrase]) {
    note = nil
    over.put(.refusal(lines))
  }
}
