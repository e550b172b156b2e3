import AccountsFile
import CommandKit

extension StateChange {
  /// Says how enabling or disabling changed an account.
  func words(_ name: String, isEnabled: Bool) -> Phrase {
    let name = visible(name)
    if after == .closed { return closedWords(name, isEnabled) }
    if before != after {
      return Phrase("\(name): \(before.name) → \(after.name)")
    }
    return fields.isEmpty
      ? Phrase("\(name): \(after.name) already") : Phrase("\(name): changed; still \(after.name)")
  }

  /// A closed account stays closed, and why is what there is to know.
  private func closedWords(_ name: String, _ isEnabled: Bool) -> Phrase {
    let done =
      switch (isEnabled, fields.isEmpty) {
      case (true, true): Phrase("not disabled")
      case (true, false): Phrase("enabled")
      case (false, true): Phrase("disabled already")
      case (false, false): Phrase("disabled")
      }
    let reason = account.problems.first?.message ?? Phrase(same: "")
    let more = account.problems.count - 1
    let others = more > 0 ? Phrase(", and \(more) more") : Phrase(same: "")
    return Phrase("\(name): \(done), but closed until this is mended: \(reason)\(others)")
  }
}
