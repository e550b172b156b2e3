import AccountsFile
import CommandKit
import ScreenKit
import Synchronization

/// What is wrong with the accounts, and what is done about it, line by line.
extension PlainScreens {
  /// Prints the problems, and does what is asked for; returns whether that leads back and not out of
  /// the program.
  func check() async throws -> Bool {
    var first = 0
    while true {
      let message = await effects.outcome(of: .check)
      guard case .checked(let findings, _) = message else {
        if case .notChecked(let error) = message { tell(error) }
        return true
      }
      if first >= findings.all.count { first = 0 }
      try print(findings, from: first)
      switch try await ask(of: findings, from: first) {
      case .more?: first += Self.page
      case .edit(let line)?: await editFile(at: line)
      case .action(.editFile)?: await editFile(at: nil)
      case .action(.seal)?:
        guard let agrees = try await agrees(to: .seal) else { return false }
        if agrees { await seal() }
      case .action(.back)?: return true
      case .action(.quit)?, nil: return false
      case .action?: break
      }
    }
  }

  private enum CheckAnswer {
    case more
    /// Edits the file at a line.
    case edit(Int?)
    case action(ScreenAction)
  }

  /// Asks until it is clear what to do; nil at the end of input.
  private func ask(of findings: CheckFindings, from first: Int) async throws -> CheckAnswer? {
    let menu = PlainMenu(await offers(on: .check(CheckState())))
    let all = findings.all
    let question =
      all.isEmpty ? menu.question : menu.question(after: PlainText.chooseProblem)
    while let answer = try await invocation.ask(question) {
      if answer.isEmpty, first + Self.page < all.count { return .more }
      if let offer = menu.offer(named: answer) {
        guard let reason = offer.off else { return .action(offer.action) }
        invocation.complain(reason)
      } else if let number = Int(answer), all.indices.contains(number - 1) {
        if all[number - 1].isInside { return .edit(all[number - 1].line) }
        invocation.complain(ScreenText.notInFile)
      } else if !all.isEmpty {
        invocation.complain(answer.isEmpty ? PlainText.thatWasAll : PlainText.thereAre(all.count))
      }
    }
    return nil
  }

  private func print(_ findings: CheckFindings, from first: Int) throws {
    let page = first..<min(first + Self.page, findings.all.count)
    for index in page {
      let line = PlainText.problem(findings.all[index])[invocation.language]
      try console.write("\(index + 1)  \(line)\n")
    }
    if findings.all.isEmpty { invocation.say(ScreenText.allIsWell) }
    invocation.say(findings.sum)
    if page.upperBound < findings.all.count {
      invocation.say(PlainText.more(page, of: findings.all.count))
    }
  }

  /// Edits the accounts by hand, at a line or at the first problem.
  func editFile(at line: Int?) async {
    // What was done it says itself.
    guard
      case .edited(let words, isDone: false) = await Commands.editFromScreens(invocation, at: line)
    else { return }
    for line in words { invocation.complain(line) }
  }

  private func seal() async {
    switch await effects.outcome(of: .seal, progress: progress()) {
    case .sealed(let words, let refused):
      for line in words { invocation.say(line) }
      if refused > 0 { invocation.complain(ScreenText.notSealed(refused)) }
    case .failed(let error): tell(error)
    default: break
    }
  }

  /// Says how far long work has come, at each tenth of it.
  func progress() -> @Sendable (Int, Int) -> Void {
    let tenths = Tenths()
    return { [invocation] done, total in
      if tenths.isNew(done, of: total) { invocation.say(PlainText.progress(done, of: total)) }
    }
  }

  private final class Tenths: Sendable {
    private let last = Mutex(0)

    func isNew(_ done: Int, of total: Int) -> Bool {
      guard total >= 20 else { return false }
      let tenth = done * 10 / total
      return last.withLock { last in
        guard tenth > last else { return false }
        last = tenth
        return true
      }
    }
  }
}
