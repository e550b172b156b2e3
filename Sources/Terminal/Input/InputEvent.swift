/// An event from the terminal.
package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// Pasted text, exactly as it arrived, controls and line ends included; U+FFFD replaces bytes
  /// that are not UTF-8.
  case paste(String)
  case focusGained
  case focusLost
  /// The loop keeps these to itself.
  case reply(TerminalReply)
}

extension [InputEvent] {
  /// The events with long runs of characters joined to pastes. Nobody types that fast: it is a
  /// paste from a terminal that does not mark them, and key by key it would take seconds.
  var gatheringPastes: [InputEvent] {
    var events: [InputEvent] = []
    var run = String.UnicodeScalarView()
    for event in self + [.focusLost] {
      if case .key(let key) = event, key.modifiers.isEmpty, case .character(let typed) = key.name {
        run.append(contentsOf: typed.unicodeScalars)
        continue
      }
      if run.count < 256 {
        events += run.map { .key(.character(Character($0))) }
      } else {
        events.append(.paste(String(run)))
      }
      run = String.UnicodeScalarView()
      events.append(event)
    }
    return events.dropLast()
  }
}
