import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of problems: read again whenever the accounts were written.
extension ScreenState {
  var isOfCheck: Bool { if case .check = screen { true } else { false } }

  mutating func changeCheck(_ change: (inout CheckState) -> Void) {
    guard case .check(var check) = screen else { return }
    change(&check)
    screen = .check(check)
  }

  // MARK: Reading

  mutating func check() -> [Action] {
    guard case .check(let check) = screen, !check.isReading else { return [] }
    changeCheck { $0.isReading = true }
    return [.perform(.check)]
  }

  mutating func show(_ findings: CheckFindings, _ status: StoreStatus?) {
    self.status = status
    let room = room
    changeCheck { check in
      check.isReading = false
      check.show(findings, room: room)
    }
  }

  mutating func notChecked(_ error: AccountsError) {
    changeCheck { $0.show(ScreenText.lines(of: error)) }
    forgetsKeys = true
  }

  // MARK: What is done

  /// Opens the accounts in an editor: at the problem in focus, else at the first one.
  mutating func editFile() -> [Action] {
    var line: Int?
    if broken == nil, case .check(let check) = screen { line = check.focused?.line }
    return [.handOver(.editFile(line: line))]
  }
}
