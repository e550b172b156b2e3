import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

/// The list of problems: read again whenever the accounts were written.
extension ScreenState {
  mutating func check() -> [Action] {
    guard screen.check?.isReading == false else { return [] }
    screen.check?.isReading = true
    return [.perform(.check)]
  }

  mutating func show(_ findings: CheckFindings, _ status: StoreStatus?) {
    self.status = status
    let room = room
    screen.check?.isReading = false
    screen.check?.show(findings, room: room)
  }
}

extension ScreenEffects {
  func check() async throws(AccountsError) -> ScreenMessage {
    // A write from here on shows in the next status.
    let status = await registry.status()
    // A check begins no file.
    let findings = try await registry.ofExistingStore().findings()
    return .checked(CheckFindings(findings, language), status)
  }
}

extension Commands {
  /// Edits the accounts by hand, called from the screens with the terminal as the shell left it.
  ///
  /// - Parameter line: where the editor opens the copy; nil for the first problem.
  static func editFromScreens(_ invocation: Invocation, at line: Int?) async -> ScreenMessage {
    do {
      var line = line
      if line == nil {
        line = try? await invocation.registry.findings().errors.first?.place?.position?.line
      }
      return .edited([try await editByHand(invocation, at: line)], isDone: true)
    } catch is ProgramEnd {
      return .edited([HandEditing.discarded], isDone: true)
    } catch {
      let report = Report(error)
      return .edited(report.placedLines + (report.hint.map { [$0] } ?? []), isDone: false)
    }
  }
}
