import AccountsFile
import CommandKit
import Terminal
import TextTools

/// What publishing would do, as lines: a file each, and who would be left out of it.
struct PublicationLook: Equatable, Sendable {
  let lines: [Phrase]
  /// How many files would be written.
  let count: Int
  /// What cannot be published.
  let faults: [Phrase]
}

extension ScreenEffects {
  /// Finds out what publishing would do.
  func lookAtPublication() async throws(AccountsError) -> ScreenMessage {
    let done = try await publication(isDryRun: true)
    return .publicationLook(
      PublicationLook(
        lines: done.value.flatMap { $0.lines(isDryRun: true) },
        count: done.value.count { $0.wrote == true },
        faults: done.value.compactMap { $0.faultItem?.message }))
  }

  /// Publishes.
  func publish() async throws(AccountsError) -> ScreenMessage {
    let done = try await publication(isDryRun: false)
    let lines = done.value.flatMap { $0.lines(isDryRun: false) }
    let faults = done.value.compactMap { $0.faultItem?.message }
    return .published(
      lines + ScreenText.words(of: done.notices), faults: faults.isEmpty ? nil : faults)
  }

  private func publication(
    isDryRun: Bool
  ) async throws(AccountsError) -> Outcome<[Publication.Result]> {
    try await Publication(of: registry, hasher).run(isDryRun: isDryRun)
  }
}

extension Publication.Result {
  /// What is done with the file, and who is left out of it.
  fileprivate func lines(isDryRun: Bool) -> [Phrase] {
    guard let line = line(isDryRun: isDryRun) else { return [] }
    let shown = zip(leftOut, itemsLeftOut).prefix(3).map { left, item in
      Phrase(same: "\(visible(left.name)): ") + item.message
    }
    let more = leftOut.count - shown.count
    guard more > 0 else { return [line] + shown }
    return [line] + shown + [Phrase("and \(more) more", ru: "и ещё \(more)")]
  }
}

extension ScreenState {
  mutating func show(_ look: PublicationLook) {
    stopWaiting()
    if look.count > 0 {
      question = .publish(look)
    } else if !look.faults.isEmpty {
      complain(look.faults + look.lines)
    } else {
      say(look.lines.isEmpty ? [Publication.isNothing] : look.lines)
    }
  }

  mutating func published(_ lines: [Phrase], _ faults: [Phrase]?) -> [Action] {
    let quits = quitsWhenDone
    stopWaiting()
    if quits { return [.quit] }
    if let faults { complain(faults + lines) } else { say(lines) }
    return []
  }
}
