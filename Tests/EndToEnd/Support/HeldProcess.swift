import Foundation
import TestSupport

/// A run of `regapp` that cannot end before it is let: its stderr is a pipe that is full. So it
/// can be looked at, in `/proc`, for as long as a test likes.
final class HeldProcess: @unchecked Sendable {
  private let child: ChildProcess
  private let errors: Pipe
  private(set) var lastPeakMemory = 0
  private static let filler = UInt8(ascii: ".")

  init(_ program: String, _ words: [String], environment: [String: String], input: Launch.Input)
    throws
  {
    errors = try Pipe()
    let stdin = try Launch.descriptor(of: input)
    let null = try opened("/dev/null", O_WRONLY)
    defer {
      close(stdin)
      close(null)
    }
    // Only what finds no room at all is held back.
    _ = fcntl(errors.writeEnd, F_SETFL, O_NONBLOCK)
    let filling = [UInt8](repeating: Self.filler, count: 4096)
    while write(errors.writeEnd, filling, filling.count) > 0 {}
    while write(errors.writeEnd, filling, 1) > 0 {}
    _ = fcntl(errors.writeEnd, F_SETFL, 0)
    child = try ChildProcess(
      program, words, environment: environment,
      [stdin, null, errors.writeEnd].map { .descriptor($0) })
    close(errors.writeEnd)
  }

  /// The most memory that it has had so far, in bytes; 0 if the kernel does not say.
  var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    lastPeakMemory = max(lastPeakMemory, kibibytes << 10)
    return lastPeakMemory
  }

  /// The command line as every user of the machine sees it.
  var commandLine: String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(child.id)/cmdline") ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The user who may look into the process: root, if it keeps its memory from its own user.
  var owner: uid_t? {
    var info = stat()
    return stat("/proc/\(child.id)/environ", &info) == 0 ? info.st_uid : nil
  }

  /// Whether a condition comes to hold while the process is held.
  func reaches(_ condition: @escaping @Sendable (HeldProcess) -> Bool) async throws -> Bool {
    try await comesTrue { condition(self) }
  }

  /// Lets it end, and waits for that. What it wrote to stdout is not kept.
  func finish() async throws -> Ran {
    _ = try await reaches { $0.peakMemory > 0 && $0.isAsleep }
    return try await blocking {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var written: [UInt8] = []
      let deadline = ContinuousClock.now + patience
      while isReadable(self.errors.readEnd, until: deadline),
        case let count = read(self.errors.readEnd, &bytes, bytes.count), count > 0
      {
        written += bytes.prefix(count)
      }
      close(self.errors.readEnd)
      let words = String(decoding: written.drop { $0 == Self.filler }, as: UTF8.self)
      return Ran(Ran.End(try self.child.waitForEnd()), err: words)
    }
  }

  /// Whether it waits for something: for us, that is, once its own work is done.
  private var isAsleep: Bool {
    let text = (try? String(contentsOfFile: "/proc/\(child.id)/stat", encoding: .utf8)) ?? ""
    let state = text.split(separator: ")").last?.split(separator: " ").first
    return state == "S" || state == "Z"
  }
}

extension Home {
  /// Starts `regapp` in this home so that it cannot end before it has been looked at.
  func held(_ words: String..., input: Launch.Input = .nothing) throws -> HeldProcess {
    try HeldProcess(
      BuiltProgram.path, words, environment: environment(with: [:]), input: input)
  }
}
