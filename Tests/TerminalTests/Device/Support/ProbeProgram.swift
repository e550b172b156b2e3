import Foundation

/// The program that tests run at a terminal.
enum ProbeProgram {
  /// It is built next to the running test bundle, wherever that is.
  static let path: String = {
    let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = [link, CommandLine.arguments.first ?? ""].map { path in
      URL(fileURLWithPath: path).deletingLastPathComponent()
        .appendingPathComponent("TerminalProbe").path
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
  }()

  static let environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
}

/// A process as seen through /proc.
struct SeenProcess: Sendable {
  let id: pid_t

  /// The letter of its state; nil if it is gone.
  var state: Substring? {
    let text = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.split(separator: " ").first
  }

  var isAsleep: Bool { state == "S" }
  var isStopped: Bool { state == "T" }
  var isGone: Bool { state == nil || state == "Z" }

  /// How often its threads were scheduled: while the count does not change, it does nothing.
  var wakeups: Int {
    let folder = "/proc/\(id)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      return lines.reduce(sum) { $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0) }
    }
  }
}
