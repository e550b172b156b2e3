import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

extension Commands {
  static let editFile = Command(
    name: "edit-file", summary: "edit the accounts file by hand, safely, while others use it",
    ru: "безопасно править файл аккаунтов вручную, пока с ним работают другие",
    details: Phrase(
      "Opens a copy in $VISUAL, else $EDITOR (which may include options, as in code --wait), "
        + "checks the result, shows which accounts change, and installs it together with what "
        + "others have written since. What could not be installed is kept, and the next "
        + "edit-file offers to continue. With NAMEs, where the accounts are in a database, the "
        + "copy has just those.",
      ru: "Открывает копию файла в $VISUAL, иначе в $EDITOR (там могут быть и параметры, как "
        + "в code --wait), проверяет результат, показывает, какие аккаунты меняются, и "
        + "записывает изменения в файл вместе с тем, что за это время записали другие. То, "
        + "что записать не удалось, не пропадает: следующий edit-file предложит продолжить. Если "
        + "аккаунты в базе данных, можно указать NAME: тогда в копии только они."),
    positionals: [
      PositionalSpec(
        name: "NAME", isRequired: false, isRepeated: true, candidates: .knownNames,
        help: "an account in a database, by its email or user name",
        ru: "аккаунт в базе данных: эл. почта или имя пользователя")
    ],
    examples: ["regapp edit-file", "regapp edit-file ada@example.com"], run: editFile)

  private static func editFile(_ invocation: Invocation) async throws {
    if case .directory = try invocation.documents, !invocation.arguments.positionals.isEmpty {
      throw Report.usage(
        "edit-file takes NAMEs only where the accounts are in a database",
        ru: "edit-file принимает NAME, только если аккаунты в базе данных",
        hint: "leave them out to edit the whole file", ru: "уберите их, чтобы править весь файл")
    }
    try await editByHand(invocation, of: invocation.arguments.positionals)
  }

  /// Edits accounts by hand, from the first question to the last; returns what came of it.
  ///
  /// - Parameter line: where the editor opens the copy, if it takes that.
  @discardableResult
  static func editByHand(
    _ invocation: Invocation, of names: [String], at line: Int? = nil
  ) async throws -> Phrase {
    let edit = try invocation.registry.handEdit(of: names)
    if try await edit.begin() { try await takeUp(edit, invocation) }
    do {
      return try await HandEditing(edit: edit, invocation: invocation).run(at: line)
    } catch {
      // Whatever went wrong, a copy that was changed is kept.
      if await edit.abandon() { invocation.say(PlainText.isKept(edit.copyPath)) }
      throw error
    }
  }

  /// Asks what to do with the copy of an unfinished edit.
  private static func takeUp(_ edit: HandEdit, _ invocation: Invocation) async throws {
    guard invocation.mayAsk else {
      try await edit.end(keepingCopy: true)
      throw Report(
        .tryAgain, "editWaits", "an unfinished edit is in \(visible(edit.copyPath))",
        ru: "в \(visible(edit.copyPath)) ждёт прежняя правка",
        hint: "run regapp edit-file at a terminal to continue it, or remove that file",
        ru: "запустите regapp edit-file в терминале, чтобы продолжить её, или удалите этот файл")
    }
    let answer = try await invocation.choose(
      Phrase(
        "An earlier edit was not installed. [g]o on with it, or [d]iscard it? ",
        ru: "Прошлая правка не записана. [п]родолжить её или [о]тбросить? "),
      among: [.goOn, .discard])
    if answer == .discard { try await edit.startAnew() }
  }
}
