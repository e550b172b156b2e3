import Testing

@testable import RegApp

extension LocalTime {
  /// A zone that is the same on every machine.
  static let ofTests = LocalTime(
    minute: { LocalTime.utc($0).map { $0.prefix(16).replacing("T", with: " ") } },
    beginning: LocalTime.ofSystem.beginning)
}

extension Home {
  /// Gives the changes recorded so far one user and times a minute apart.
  func settleHistory() throws {
    let lines = try text(of: "history.jsonl").split(separator: "\n").enumerated().map {
      index, line in
      line.replacing(/"at":"[^"]*"/, with: "\"at\":\"2026-06-14T1\(index / 10):0\(index % 10):00Z\"")
        .replacing(/"user":"[^"]*"/, with: "\"user\":\"admin\"")
    }
    try write(lines.joined(separator: "\n") + "\n", to: "history.jsonl")
  }
}
