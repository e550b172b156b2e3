import Foundation
import TestSupport

/// A process as everybody can see it in `/proc`.
struct SeenProcess: Sendable {
  let id: pid_t

  private func text(_ file: String) -> String {
    (try? String(contentsOfFile: "/proc/\(id)/\(file)", encoding: .utf8)) ?? ""
  }

  /// What the kernel tells behind the program's name: the state, the parent, and so on.
  private var numbers: [Substring] {
    text("stat").split(separator: ")").last?.split(separator: " ") ?? []
  }

  private var state: Substring? { numbers.first }
  var isStopped: Bool { state == "T" }
  var isGone: Bool { state == nil || state == "Z" }
  var parent: pid_t? { numbers.dropFirst().first.flatMap { pid_t($0) } }

  /// The file that runs.
  var program: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
  }

  /// Its children and theirs.
  var children: [SeenProcess] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let all = names.compactMap { pid_t($0) }.map { SeenProcess(id: $0) }
    let parents = Dictionary(grouping: all) { $0.parent ?? 0 }
    var found: [SeenProcess] = []
    var next = [self]
    while let process = next.popLast() {
      let children = parents[process.id] ?? []
      found += children
      next += children
    }
    return found
  }

  /// What it has done so far. Who does nothing has not even waked.
  struct Work: Equatable, Sendable {
    /// Of all threads, in ticks of the kernel's clock.
    var processorTime: Int
    var wakeups: Int
  }

  var work: Work {
    let time = numbers.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    let wakeups = threads.reduce(0) { sum, thread in
      text("task/\(thread)/status").split(separator: "\n")
        .filter { $0.contains("voluntary_ctxt_switches") }
        .reduce(sum) { $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0) }
    }
    return Work(processorTime: time, wakeups: wakeups)
  }

  func send(_ signal: Int32) throws { try SystemFailure.checked("kill", kill(id, signal)) }

  /// Whether a condition comes to hold for it.
  func comesTo(_ condition: @escaping @Sendable (SeenProcess) -> Bool) async throws -> Bool {
    try await blocking {
      let deadline = ContinuousClock.now + patience
      while ContinuousClock.now < deadline {
        if condition(self) { return true }
        _ = poll(nil, 0, 5)
      }
      return false
    }
  }
}
