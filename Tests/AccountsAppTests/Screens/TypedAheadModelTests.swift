import Foundation
import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import ScreenKit

/// Random keys at the list, typed without waiting, whenever the store answers: each concerns whom
/// it would have concerned if one had waited, or nobody.
@Suite("Keys typed ahead of the list") struct TypedAheadModelTests {
  /// How many scripts there are over lists of ten.
  private static let lists = rounds(100)

  private static func names(_ count: Int) -> [String] {
    (0..<count).map { number in
      let digits = "\(number)"
      return "w" + String(repeating: "0", count: 4 - digits.count) + digits + "@w.ww"
    }
  }

  /// A key that is likely to lead somewhere where the model is.
  private static func key(_ model: PlainList, _ dice: inout Dice) -> Key {
    if let question = model.question {
      let letter = Key.character(question.kind == .discard ? "y" : "x")
      return dice.pick(
        question.choosesYes
          ? [.enter, .enter, .enter, .tab, .escape, letter]
          : [.tab, .tab, .tab, .enter, .escape, letter])
    }
    if model.isRefused { return dice.pick([.escape, .escape, .character("x"), .character("n")]) }
    let digits = Array("00123456789").map(Key.character)
    return switch model.mode {
    case .narrowing:
      dice.pick(
        digits + [
          .character("w"), .character("@"), .backspace, .enter, .enter, .enter, .escape, .down,
          .up, .character(" "),
        ])
    case .list:
      dice.pick([
        .character("/"), .character("w"), .character("0"), .character("X"), .character("X"),
        .character("N"), .character("O"), .character("P"), .character("H"), .enter,
        .character(" "), .character(" "), .character("*"), .down, .down, .backspace,
        .up, .home, .end, .tab, dice.below(4) == 0 ? .escape : .character("@"),
      ])
    case .reason: dice.pick([.character("x"), .character("y"), .enter, .enter, .escape])
    case .profile:
      dice.pick([
        .escape, .escape, .escape, .character("p"), .character("h"), .character("n"),
        .character("o"), .character("x"), .character("j"), .enter,
      ])
    case .history: dice.pick([.escape, .escape, .character("x"), .down, .character("j")])
    case .password:
      dice.pick([.control("g"), .control("g"), .escape, .character("x"), .character("1"), .enter])
    case .generated: dice.pick([.enter, .escape, .character("x")])
    case .gone: .escape
    }
  }

  /// An account that is being opened is read again when the terminal gets the focus.
  private static func once(_ hits: [PlainList.Hit]) -> [PlainList.Hit] {
    hits.reduce(into: []) { kept, hit in
      if hit.what != "open" || kept.last != hit { kept.append(hit) }
    }
  }

  private static func script(_ seed: UInt64, people count: Int, keys: Int) -> String? {
    var dice = Dice(seed)
    let names = names(count)
    var model = PlainList(names)
    var typist = Typist(names)
    var typed: [String] = []
    // How eager the one who types is, and how often a frame is drawn.
    let haste = dice.pick([2, 5, 9])
    let drawn = dice.pick([3, 7, 10])

    func draw() {
      typed.append("_")
      typist.draw()
      model.frame()
      // Keys that are still to be played back were typed before this.
      if typist.hasTypedNothingAhead, model.asks, typist.asks { model.wasDrawn() }
    }
    func pause() {
      guard typist.hasTypedNothingAhead else { return }
      typed.append(" ")
      typist.pause()
      model.paused()
    }
    func deliver() {
      guard typist.waits else { return }
      typed.append("<")
      typist.deliver(dice.below(8), early: dice.below(2) == 0)
    }
    for _ in 0..<keys {
      let key = Self.key(model, &dice)
      guard model.knows(key), !typist.hasQuit else { continue }
      typed.append(key.short)
      model.press(key)
      typist.send(.input(.key(key)), early: dice.below(2) == 0)
      if dice.below(10) < drawn { draw() }
      if dice.below(20) == 0 { typist.send(.tick, early: false) }
      if dice.below(4) == 0 { pause() }
      if dice.below(20) == 0 {
        typed.append("!")
        typist.send(.input(.focusGained), early: dice.below(2) == 0)
      }
      while typist.waits, dice.below(10) >= haste {
        deliver()
        if dice.below(10) < drawn { draw() }
      }
    }
    while typist.waits { deliver() }
    if Self.once(typist.hits) == Self.once(model.hits),
      model.mode == .gone || typist.question == model.question?.names
    {
      return nil
    }
    // Each key; < an answer of the store, _ a frame, ! the focus, a space is a pause.
    return """
      seed \(seed), \(count) accounts: \(typed.joined())
      should: \(model.hits)
      did:    \(typist.hits)
      """
  }

  @Test("concern whom they would have concerned, in lists of ten", arguments: 0..<10)
  func ofTen(part: Int) {
    for seed in stride(from: part, to: Self.lists, by: 10) {
      let wrong = Self.script(UInt64(seed), people: 10, keys: 60)
      #expect(wrong == nil, "\(wrong ?? "")")
    }
  }

  @Test("concern whom they would have concerned, in lists of a thousand", arguments: 0..<4)
  func ofThousand(part: Int) {
    for seed in stride(from: part, to: Self.lists / 10, by: 4) {
      let wrong = Self.script(UInt64(10_000 + seed), people: 1_000, keys: 60)
      #expect(wrong == nil, "\(wrong ?? "")")
    }
  }

  @Test("in scripts that do something to many people")
  func isNoIdleModel() {
    var (hits, dropped) = (0, 0)
    for seed in 0..<80 as Range<UInt64> {
      var dice = Dice(seed)
      var model = PlainList(Self.names(10))
      for _ in 0..<60 {
        let key = Self.key(model, &dice)
        if model.knows(key) { model.press(key) }
        if dice.below(2) == 0 {
          model.frame()
          if model.asks { model.wasDrawn() }
        }
        if dice.below(4) == 0 { model.paused() }
      }
      hits += model.hits.count
      dropped += model.hits.isEmpty ? 1 : 0
    }
    #expect(hits > 200 && dropped < 20, "\(hits) \(dropped)")
  }
}

extension Key {
  /// In one character, to read a script.
  fileprivate var short: String {
    switch self {
    case .enter: "⏎"
    case .escape: "⎋"
    case .up: "↑"
    case .down: "↓"
    case .home: "⇱"
    case .end: "⇲"
    case .backspace: "⌫"
    case .control("g"): "^"
    default: if case .character(let character) = name { "\(character)" } else { "?" }
    }
  }
}

extension Typist {
  /// Whether something asks to be answered.
  fileprivate var asks: Bool { state.question != nil || state.generated != nil }

  /// The accounts of the question; nil if there is none.
  fileprivate var question: [String]? {
    if let accounts = state.question?.accounts { return accounts.map(\.name).sorted() }
    return switch state.question?.answer {
    case .leave:
      if case .form(let form) = state.screen, let name = form.editRequest?.account {
        [name]
      } else {
        []
      }
    case .logOut, .dropDraft, .run, nil: nil
    }
  }
}
