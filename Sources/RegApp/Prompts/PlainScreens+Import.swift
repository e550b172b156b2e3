import AccountsFile
import CommandKit
import Exchange
import ScreenKit
import Terminal

/// An import, line by line: a look at what it would do, and the choices.
extension PlainScreens {
  private enum ImportChoice: Equatable {
    case submit, path, format, conflict, invalid, more, back, quit
  }

  /// Imports a file; returns whether that leads back and not out of the program.
  func importFile() async throws -> Bool {
    invocation.say(PlainText.importHelp)
    var state = ImportState()
    guard let isNamed = try await askPath(&state) else { return false }
    guard isNamed else { return true }
    var first = 0
    while true {
      if state.preview == nil {
        first = 0
        await look(at: &state)
      }
      try print(state.preview, from: first)
      switch try await choose(from: await menu(of: state, from: first)) {
      case .submit:
        if await run(&state) { return true }
        first = 0
      case .path:
        if try await askPath(&state) == nil { return false }
      case .format: state.choose(.format, by: 1)
      case .conflict: state.choose(.conflict, by: 1)
      case .invalid: state.choose(.invalid, by: 1)
      case .more: first += Self.page
      case .back: return true
      case .quit, nil: return false
      }
    }
  }

  /// Asks for the file; returns whether one was named, or nil at the end of input.
  private func askPath(_ state: inout ImportState) async throws -> Bool? {
    guard let path = try await invocation.ask(PlainText.importPath) else { return nil }
    if path.isEmpty || path == PlainText.cancel { return false }
    state.changePath { $0.replace(with: path) }
    return true
  }

  private func look(at state: inout ImportState) async {
    switch await effects.outcome(of: .lookAtImport(state.request)) {
    case .importLook(_, let preview, _): state.show(preview)
    case .importFailed(let lines):
      for line in lines { invocation.complain(line) }
    default: break
    }
  }

  /// Imports what was looked at; returns whether that was done.
  private func run(_ state: inout ImportState) async -> Bool {
    guard let preview = state.preview else { return false }
    switch await effects.outcome(of: .runImport(state.request, preview), progress: progress()) {
    case .imported(let words, let leftOut):
      for line in words { invocation.say(line) }
      if leftOut > 0 { invocation.complain(ScreenText.leftOut(leftOut)) }
      return true
    case .importLook(_, let new, _):
      invocation.complain(ScreenText.importMovedOn)
      state.show(new)
    case .importFailed(let lines):
      for line in lines { invocation.complain(line) }
    default: break
    }
    return false
  }

  private func print(_ preview: ImportPreview?, from first: Int) throws {
    guard let preview else { return }
    let page = first..<min(first + Self.page, preview.rows.count)
    for row in preview.rows[page] {
      try console.write(PlainText.row(row, of: preview)[invocation.language] + "\n")
    }
    for note in preview.notes where first == 0 { invocation.say(note) }
    invocation.say(ScreenText.sum(of: preview))
  }

  private func menu(of state: ImportState, from first: Int) async -> PlainMenu<ImportChoice> {
    let submit = await offers(on: .importing(state)).first { $0.action == .submit }
    let request = state.request
    let guessed = state.preview.map { ScreenText.guessed($0.source.format) } ?? ScreenText.toGuess
    let format = request.format.map { Phrase(same: $0.rawValue) } ?? guessed
    func choice(_ choice: ImportChoice, _ letter: Character, _ label: Phrase, _ value: Phrase)
      -> Offer<ImportChoice>
    {
      Offer(choice, letter, label + Phrase(same: " ") + value)
    }
    var offers = [
      choice(.path, "f", ScreenText.importPath, Phrase(same: visible(request.path))),
      choice(.format, "t", ScreenText.importFormat, format),
      choice(.conflict, "w", ScreenText.importConflict, ScreenText.name(request.onConflict)),
      choice(
        .invalid, "p", ScreenText.importInvalid,
        request.skipsInvalid ? ScreenText.skipsInvalid : ScreenText.stopsAtInvalid),
    ]
    if let preview = state.preview, let submit {
      offers.insert(Offer(.submit, "i", submit.does, off: submit.off), at: 0)
      if first + Self.page < preview.rows.count {
        offers.append(Offer(.more, "m", ScreenText.more))
      }
    }
    return PlainMenu(
      offers + [Offer(.back, "b", PlainText.goBack), Offer(.quit, "q", KitText.quit.does)],
      word: \.does)
  }
}
