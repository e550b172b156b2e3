import AccountsFile
import CommandKit

extension Commands {
  static let editFile = Command(
    name: "edit-file", summary: "edit the accounts file by hand, safely, while others use it",
    details: Phrase(
      "Opens a copy in $VISUAL, else $EDITOR (which may include options, as in code --wait), "
        + "checks the result, shows which accounts change, and installs it together with what "
        + "others have written since. What could not be installed is kept, below "
        + "~/.local/state/regapp/edits, and the next edit-file offers to continue. Without a "
        + "terminal, one of the two variables must be set (64)."),
    examples: ["regapp edit-file"]
  ) { invocation in try await editByHand(invocation) }

  /// Edits the accounts file by hand, from the first question to the last; returns what came of it.
  ///
  /// - Parameter line: where the editor opens the copy, if it takes that.
  @discardableResult
  static func editByHand(
    _ invocation: Invocation, at line: Int? = nil
  ) async throws -> Phrase {
    try await invocation.requireFile()
    let chosen = HandEditing.chosenEditor(invocation.context.environment)
    let place = try StateDirectory(invocation.context).privatePath(of: "edits")
    let edit = try await invocation.registry.handEdit(in: place)
    guard invocation.mayAsk || chosen != nil else {
      throw Report.usage(
        "edit-file needs a terminal",
        hint: "run it at one, or set VISUAL or EDITOR to a program that needs none")
    }
    if try await edit.begin() { try await takeUp(edit, invocation) }
    do {
      return try await HandEditing(edit: edit, invocation: invocation).run(at: line)
    } catch {
      // A copy that was changed is kept after any failure.
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
        hint: "run regapp edit-file at a terminal to continue it, or remove that file")
    }
    let answer = try await invocation.choose(
      Phrase("An earlier edit was not installed. [g]o on with it, or [d]iscard it? "),
      among: [.goOn, .discard])
    if answer == .discard { try await edit.startAnew() }
  }
}
