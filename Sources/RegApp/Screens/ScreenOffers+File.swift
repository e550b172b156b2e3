import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// What can be done to the file as a whole: its history, its problems, an import.
extension ScreenState {
  func offers(on history: HistoryState) -> [ScreenOffer] {
    guard history.name == nil else { return [Self.back(), undo, Self.log(), Self.readAgain] }
    let off = history.chosen?.isUndone == true ? writeFault : ScreenText.isPassedOver
    return [
      ScreenOffer(
        .undoTo, [.enter, .character("u")], Phrase(same: "Enter"),
        Phrase("undo to here", ru: "отменить до этого"),
        tells: Phrase(
          "undo this change and all newer ones, after a look at that (U)",
          ru: "отменить это изменение и все новее, сперва показав (U)"), off: off),
      Self.back(), Self.readAgain,
    ]
  }

  func offers(on state: ImportState) -> [ScreenOffer] {
    let why: Phrase? =
      switch state.preview {
      case nil: ScreenText.lookFirst
      case let preview? where preview.isStopped: ScreenText.importIsStopped(state.request.purpose)
      case let preview?:
        preview.writes ? nil : ScreenText.nothingToImport(state.request.purpose)
      }
    let applies = state.request.purpose == .applying
    return [
      ScreenOffer(
        .look, [.enter], Phrase(same: "Enter"), Phrase("look", ru: "посмотреть"),
        tells: Phrase("show what would be done", ru: "показать, что будет сделано")),
      ScreenOffer(
        .submit, [.control("s")], Phrase(same: "^S"),
        applies ? Phrase("apply", ru: "применить") : Phrase("import", ru: "загрузить"),
        tells: applies
          ? Phrase("do that", ru: "сделать это")
          : Phrase("import the accounts", ru: "загрузить аккаунты"), off: why ?? writeFault),
      ScreenOffer(
        .back, [.escape], Phrase(same: "Esc"), Phrase("back", ru: "назад"),
        tells: applies
          ? Phrase("back, without a change", ru: "назад, ничего не меняя")
          : Phrase("back, without an import", ru: "назад, ничего не загружая")),
    ]
  }

  func offers(on check: CheckState) -> [ScreenOffer] {
    if check.isNarrowing { return Self.narrowingOffers }
    let isElsewhere = check.focused.map { !$0.isInside } == true
    return [
      ScreenOffer(
        .editFile, [.enter, .character("e")], Phrase(same: "Enter"),
        Phrase("edit there", ru: "править"),
        tells: Phrase(
          "edit the file by hand, at this problem (E)",
          ru: "править файл вручную, с этого места (E)"),
        off: isElsewhere ? ScreenText.notInFile : writeFault),
      Self.narrow(Phrase("search: an account, a rule", ru: "поиск: аккаунт, правило")),
      ScreenOffer(
        .onlyErrors, "f",
        check.isOfErrors
          ? Phrase("warnings too", ru: "и предупреждения")
          : Phrase("only errors", ru: "только ошибки"),
        tells: Phrase("only errors, or warnings too", ru: "только ошибки или и предупреждения")),
      ScreenOffer(
        .seal, "s", Phrase("hash passwords", ru: "хешировать пароли"),
        tells: Phrase("hash all typed passwords", ru: "захешировать пароли открытым текстом"),
        off: writeFault, isKept: nil),
      Self.readAgain, Self.back(check.input.text.isEmpty ? ScreenText.toLeave : ScreenText.showAll),
    ]
  }
}
