import AccountsFile
import CommandKit

extension StateChange {
  /// What enabling or disabling an account came to.
  func words(_ name: String, isEnabled: Bool) -> Phrase {
    let name = visible(name)
    if after == .closed { return closedWords(name, isEnabled) }
    if before != after {
      return Phrase(
        "\(name): \(before.name) → \(after.name)", ru: "\(name): \(before.name) → \(after.name)")
    }
    return fields.isEmpty
      ? Phrase("\(name): \(after.name) already", ru: "\(name): уже так: \(after.name)")
      : Phrase(
        "\(name): changed; still \(after.name)", ru: "\(name): изменён; по-прежнему: \(after.name)")
  }

  /// A closed account stays closed, and why is what there is to know.
  private func closedWords(_ name: String, _ isEnabled: Bool) -> Phrase {
    let done =
      switch (isEnabled, fields.isEmpty) {
      case (true, true): Phrase("not disabled", ru: "не отключён")
      case (true, false): Phrase("enabled", ru: "включён")
      case (false, true): Phrase("disabled already", ru: "уже отключён")
      case (false, false): Phrase("disabled", ru: "отключён")
      }
    let reason = account.problems.first?.message ?? Phrase(same: "")
    let more = account.problems.count - 1
    let others = more > 0 ? Phrase(", and \(more) more", ru: ", и ещё \(more)") : Phrase(same: "")
    return Phrase(
      "\(name): \(done), but closed until this is mended: \(reason)\(others)",
      ru: "\(name): \(done), но закрыт, пока не исправлено: \(reason)\(others)")
  }
}
