package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The hand-typed passwords that keep the rules, and the problems of the others. `listed` has the
  /// problems of passwords on the rulebook's list.
  package func passwordsToSeal(
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) -> (allowed: [TypedPassword], refused: [Problem]) {
    var allowed: [TypedPassword] = []
    var refused: [LocatedProblem] = []
    for index in rowsWithTyped {
      let row = Row(self, index)
      if let (typed, _) = typedPassword(of: row),
        listed[index] == nil, rulebook.brokenRules(typed.password, of: row.values(in: self)).isEmpty
      {
        allowed.append(typed)
        continue
      }
      refused += problems(of: row, listed, today: today).filter {
        $0.subject == .field(.password) && $0.rule != .field(.required)
      }
    }
    return (allowed, placed(refused))
  }

  /// The text with hashes instead of hand-typed passwords, nil if nothing is replaced; and the
  /// hashes that it contains.
  package func sealing(
    _ hashes: [SealedPassword]
  ) -> (text: TextPieces?, applied: [SealedPassword], recording: ChangeRecording) {
    // Two accounts may share email and password; each then takes a hash of its own.
    var waiting = Dictionary(grouping: hashes) { $0.typed }
    var splices: [JSONSplice] = []
    var applied: [SealedPassword] = []
    var recording = ChangeRecording()
    for index in rowsWithTyped {
      guard let (typed, value) = typedPassword(of: Row(self, index)),
        let sealed = waiting[typed]?.popLast()
      else { continue }
      splices.append(document.replacing(value, with: .string(sealed.hash.text)))
      applied.append(sealed)
      let name = rulebook.anyName(of: typed.names)?.text
      recording.accounts.append(
        .account(AccountRecord(name: name, nil, id: id(of: Row(self, index)))))
    }
    let text = splices.isEmpty ? nil : TextPieces(document.pieces(applying: splices))
    return (text, applied, recording)
  }

  /// The password of an account, if it was typed by hand and its key is not repeated.
  private func typedPassword(of row: Row) -> (TypedPassword, JSONValue)? {
    guard let value = row.fields[.password], let typed = row.typedPassword(in: self),
      !row.problems.contains(where: { $0.subject == .field(.password) })
    else { return nil }
    return (TypedPassword(of: row.values(in: self), password: typed), value)
  }
}
