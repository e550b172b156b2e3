import Foundation

/// How many times as many rounds tests over random input make as in an ordinary run: 1, or what
/// `REGAPP_ROUNDS` says, as `Scripts/check/rounds` does.
private let factor =
  ProcessInfo.processInfo.environment["REGAPP_ROUNDS"].flatMap { Int($0) }.map { max(1, $0) } ?? 1

/// The number of rounds of a test over random input. Each begins with the same seeds, and a failure
/// names its seed or its input.
package func rounds(_ ordinary: Int) -> Int { ordinary * factor }

/// Whether this is a long run, in which a test goes through all cases, not a choice of them.
package let isLongRun = factor > 1
