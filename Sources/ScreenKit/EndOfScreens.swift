import CommandKit
package import Terminal

/// Ends a run of screens as they ended.
package func end(as outcome: LoopOutcome) throws {
  switch outcome {
  case .finished: return
  case .interrupted(let signal): throw Ending(code: ExitCode(signal: signal))
  case .inputClosed: throw Ending(code: .hungUp)
  }
}
