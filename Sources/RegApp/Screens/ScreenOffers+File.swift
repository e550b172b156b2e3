import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Offers the actions on the file as a whole: its history, its problems, an import.
extension ScreenState {
  func offers(on history: HistoryState) -> [ScreenOffer] {
    guard history.name == nil else { return [Self.back(), undo, Self.log(), Self.readAgain] }
    let off = history.chosen?.isUndone == true ? cannotWrite : ScreenText.isPassedOver
    return [
      ScreenOffer(
        .undoTo, [.enter, .character("u")], Phrase("undo to here"),
        tells: Phrase("undo this change and all newer ones, after a look at that (U)"), off: off),
      Self.back(), Self.readAgain,
    ]
  }

  func offers(on state: ImportState) -> [ScreenOffer] {
    [
      ScreenOffer(
        .submit, [.enter], Phrase("import\(as: "a button")"), tells: Phrase("import the accounts"),
        off: state.preview.off ?? cannotWrite),
      ScreenOffer(.readAgain, "r", Phrase("read again"), tells: Phrase("read the file again")),
      Self.back(),
    ]
  }

  func offers(on check: CheckState) -> [ScreenOffer] {
    if check.isNarrowing { return Self.narrowingOffers }
    let isElsewhere = check.focused.map { !$0.isInside } == true
    return [
      ScreenOffer(
        .editFile, [.enter, .character("e")], Phrase("edit there"),
        tells: Phrase("edit the file by hand, at this problem (E)"),
        off: isElsewhere ? ScreenText.notInFile : cannotWrite),
      Self.narrow(Phrase("search: an account, a rule")),
      ScreenOffer(
        .onlyErrors, "f", check.isOfErrors ? Phrase("warnings too") : Phrase("only errors"),
        tells: Phrase("only errors, or warnings too")),
      Operation.seal.offer(off: cannotWrite),
      Self.readAgain, Self.back(check.input.text.isEmpty ? ScreenText.toLeave : ScreenText.showAll),
    ]
  }
}
