import CommandKit
package import Terminal

/// Converts the outcome of the screens into a return or an error.
package func end(as outcome: LoopOutcome) throws {
  switch outcome {
  case .finished: return
  case .interrupted(let signal): throw Ending(signal: signal)
  case .inputClosed: throw Ending(code: .hungUp)
  }
}
