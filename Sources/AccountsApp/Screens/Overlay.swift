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
  /// The list of all actions, and its row in focus.
  case actions(TableFocus)
  /// Why something does not come that was asked for: a form, a question, another screen. Keys that
  /// were typed for it are dropped until this was read.
  case refusal([Phrase])
  /// A password that was generated, which is shown nowhere else.
  case generated(ShownPassword)

  /// The lowest first: of two that are there, the later one is on top.
  enum Kind: Int, CaseIterable, Comparable {
    case calendar, prompt, question, actions, refusal, generated

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The kinds that stay below it, and are there again once it is gone. All others go when it
    /// comes.
    var mayCover: Set<Kind> {
      switch self {
      case .calendar, .prompt: []
      // Ctrl+Q asks on a form with anything open over it, and F1 lists its actions.
      case .question, .actions: [.calendar]
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
    case .actions: .actions
    case .refusal: .refusal
    case .generated: .generated
    }
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
  var actionList: TableFocus? {
    get { if case .actions(let focus)? = over[.actions] { focus } else { nil } }
    set { over.set(.actions, newValue.map { .actions($0) }) }
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
