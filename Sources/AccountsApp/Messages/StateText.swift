package import AccountsFile
package import CommandKit
import LosslessJSON

extension AccountState {
  package var name: Phrase {
    switch self {
    case .closed: Phrase("closed")
    case .locked: Phrase("locked")
    case .disabled: Phrase("disabled")
    case .expired: Phrase("expired")
    case .notYetValid: Phrase("not yet valid")
    case .invited: Phrase("invited")
    case .open: Phrase("open\(as: "a state")")
    }
  }

  /// The state of an invitation, by its last day: it is still good, or it is over.
  static func name(ofInvitationUntil last: CalendarDay?, on today: CalendarDay) -> Phrase {
    last.map { $0 < today } == true ? Phrase("invitation over") : Phrase("invited until")
  }
}

extension StoredAccount {
  /// The state on a day, with its reason or its day.
  func stateText(on today: CalendarDay) -> Phrase {
    switch state {
    case .open, .locked: return state.name
    case .closed:
      let reason = problems.first.map { Phrase(same: ": ") + $0.message }
      return state.name + (reason ?? Phrase(same: ""))
    case .disabled:
      let reason = self[text: .disabled].map { Phrase(same: ": \(visible($0))") }
      return state.name + (reason ?? Phrase(same: ""))
    case .expired: return state.name + Phrase(same: " \(self[text: .validUntil] ?? "")")
    case .notYetValid:
      return Field.validFrom.name + Phrase(same: " \(self[text: .validFrom] ?? "")")
    case .invited:
      return AccountState.name(ofInvitationUntil: invitedUntil, on: today)
        + Phrase(same: " \(self[text: .invitedUntil] ?? "")")
    }
  }

  /// The state, and whether the password must be changed.
  func standingText(on today: CalendarDay) -> Phrase {
    let state = stateText(on: today)
    return mustChangePassword ? state + Phrase(same: "; ") + Self.mustChange : state
  }

  static let mustChange = Phrase("must change password")

  /// The line of its first problem; nil if it has none, or is in no file.
  var firstProblemLine: Int? { problems.first?.place?.position?.line }

  /// The line of a closed account's first problem, if it has one, and how many more there are.
  var otherProblems: Phrase {
    var words = Phrase(same: "")
    if let line = firstProblemLine {
      words = Phrase(" at line \(line)")
    }
    let more = problems.count - 1
    return more > 0 ? Phrase("\(words), and \(more) more") : words
  }
}

extension Field {
  /// The text in place of an account's name if it has none.
  var missing: Phrase { Phrase("(no \(name))") }
}

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
    return isEnabled
      ? Phrase("\(name): \(done), but closed until this is mended: \(reason)\(others)")
      : Phrase("\(name): \(done); also closed until this is mended: \(reason)\(others)")
  }
}
