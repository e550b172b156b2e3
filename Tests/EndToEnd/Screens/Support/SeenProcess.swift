import Foundation
import TestSupport

/// A process as everybody can see it in `/proc`.
struct SeenProcess: Sendable {
  let id: pid_t

  private func text(_ file: String) -> String {
    (try? String(contentsOfFile: "/proc/\(id)/\(file)", encoding: .utf8)) ?? ""
  }

  /// The fields of the kernel after the program's name: the state, the parent, and so on.
  private var numbers: [Substring] {
    text("stat").split(separator: ")").last?.split(separator: " ") ?? []
  }

  private var state: Substring? { numbers.first }
  var isStopped: Bool { state == "T" }
  var isGone: Bool { state == nil || state == "Z" }
  var parent: pid_t? { numbers.dropFirst().first.flatMap { pid_t($0) } }

  /// The name of the program's file, of which the kernel keeps 15 bytes. Its path is shown to
  /// nobody but root if a process keeps its memory from its own user.
  var program: String { String(text("comm").dropLast()) }

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

  /// How often its first thread went to sleep: while that sleeps on, the count stays.
  ///
  /// Of the other threads one is the system's: libdispatch looks every second for threads that are
  /// blocked, from the first that it has made to the end.
  var sleeps: Int? {
    text("task/\(id)/status").split(separator: "\n")
      .first { $0.hasPrefix("voluntary_ctxt_switches:") }
      .flatMap { Int($0.split(separator: "\t").last ?? "") }
  }

  /// Whether its first thread is in a `poll` that no clock ends; nil if the kernel does not say, as
  /// to others than root of a process that keeps its memory to itself.
  var pollsForEver: Bool? {
    let call = text("task/\(id)/syscall").split(separator: " ")
    guard call.count > 3 else { return call.isEmpty ? nil : false }
    #if arch(arm64)
    return call[0] == "73" && call[3] == "0x0"  // ppoll, without a time
    #else
    return call[0] == "7" && call[3] == "0xffffffff"
    #endif
  }

  func send(_ signal: Int32) throws { try SystemFailure.checked("kill", kill(id, signal)) }

  /// Whether a condition comes to hold for it.
  func comesTo(_ condition: @escaping @Sendable (SeenProcess) -> Bool) async throws -> Bool {
    try await comesTrue { condition(self) }
  }
}
