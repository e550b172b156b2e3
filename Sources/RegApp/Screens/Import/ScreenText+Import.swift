import AccountsFile
import CommandKit

/// An import, and the look at what it would do.
extension ScreenText {
  static let `import` = Phrase("Import")
  static let otherChoices = Phrase("Choices: regapp import FILE --help")

  static func name(_ kind: ImportPreview.Kind) -> Phrase {
    switch kind {
    case .hint: Phrase("hint")
    case .warning: Phrase("warning")
    case .problem: Phrase("problem")
    case .added: Phrase("add\(as: "a kind of row")")
    }
  }

  static let nothingBeginsSo = Phrase("No file begins like that.")

  /// The names with which a path may go on, as many as can be read at a glance.
  static func mayBe(_ names: [String]) -> Phrase {
    let shown = Phrase(same: names.prefix(20).map(visible).joined(separator: "  "))
    let more = names.count - 20
    return more > 0 ? shown + Phrase(" and \(more) more") : shown
  }
  static let nothingToImport = Phrase("There is nothing to import.")
  static let importIsStopped = Phrase("Fix the file and press R, or import it with the command.")
  static let importMovedOn = Phrase(
    "The accounts have changed; nothing was imported. This is how it is now.")

  static func sum(of preview: ImportPreview) -> Phrase {
    let (problems, added) = (preview.count(.problem), preview.count(.added))
    guard problems > 0 else {
      return Phrase("\(added, "account") to add")
    }
    return Phrase("\(problems, "problem"): nothing is imported")
  }
}

extension Operation.Line {
  /// Which file is to be imported.
  static let ofImport = Self(
    title: ScreenText.import, asks: { _ in Phrase("File to import:") },
    does: Phrase("[Enter] Look"),
    explains: Phrase("You see whom it would add before anything is written."), completion: .path,
    problem: { $0.isEmpty ? Phrase("Name a file.") : nil })
}
