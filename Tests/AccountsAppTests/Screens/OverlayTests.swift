import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("What lies over the screen") struct OverlayTests {
  private struct NoLine: Error {}

  private static func one(of kind: Overlay.Kind) throws -> Overlay {
    switch kind {
    case .calendar:
      let day = CalendarDay.ofTests
      return .calendar(CalendarPicker(range: day...day, day: day))
    case .prompt:
      guard case .line(let line, _) = Operation.disable.firstStep else { throw NoLine() }
      return .prompt(ScreenPrompt(line, .disable, []))
    case .question: return .question(.init(to: .back))
    case .actions: return .actions(TableFocus())
    case .refusal: return .refusal([Phrase(same: "no")])
    case .generated:
      return .generated(ShownPassword(name: "ada", password: try PasswordText("made-up-1")))
    }
  }

  /// The overlays that stay below each one when it comes, and those that end; others cannot be
  /// there.
  @Test(
    "stays below what may lie over it, and ends with what may not",
    arguments: Overlay.Kind.allCases)
  func table(upper: Overlay.Kind) throws {
    let below: [Overlay.Kind] =
      switch upper {
      case .calendar, .prompt: []
      case .question, .actions: [.calendar]
      case .refusal: [.calendar, .prompt, .question, .actions]
      case .generated: [.calendar, .prompt, .question, .actions, .refusal]
      }
    for lower in Overlay.Kind.allCases where lower != upper {
      let isAllowed = lower < upper ? below.contains(lower) : lower.mayCover.contains(upper)
      var overlays = Overlays()
      overlays.put(try Self.one(of: lower))
      overlays.put(try Self.one(of: upper))
      let kinds = isAllowed ? [min(lower, upper), max(lower, upper)] : [upper]
      #expect(overlays.all.map(\.kind) == kinds, "\(upper) comes where \(lower) is")
      overlays.remove(upper)
      #expect(overlays.top?.kind == (isAllowed ? lower : nil))
    }
  }

  @Test("is there once of each kind, the newest")
  func once() throws {
    var overlays = Overlays()
    var focus = TableFocus()
    overlays.put(.actions(focus))
    overlays.put(.refusal([]))
    focus.put(2, ListRows(3), room: 3)
    overlays.put(.actions(focus))
    #expect(overlays.all == [.actions(focus), .refusal([])])
  }

  @Test("takes every key that ends nothing, so that the screen below never hears it")
  func hearsAll() async throws {
    let home = Home()
    var stage = await home.accountsList()
    let before = stage.state.screen
    let text = try home.text()
    for kind in Overlay.Kind.allCases where ![.actions, .calendar].contains(kind) {
      var state = stage.state
      state.over.put(try Self.one(of: kind))
      for key in "AXOGMUHLSFCI*" { _ = state.update(.input(.key(.character(key)))) }
      #expect(state.screen == before && state.over.all.map(\.kind) == [kind], "\(kind)")
    }
    await stage.press(.escape)
    #expect(try home.text() == text)
  }
}
